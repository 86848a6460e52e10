import { expect, test } from 'vitest';
import { orderOfGuest, paidOrderOfGuest } from './admin-orders-scene.ts';
import { openShop, phone } from './journey.ts';
import { signIn } from './shop-states.ts';

test('on a phone of 360 pixels the first order begins within 300 pixels, and each takes two lines', async () => {
  const { order } = await paidOrderOfGuest({ name: 'Otieno Construction Company Limited' });
  await orderOfGuest({ name: 'Wanjirũ Mūthoni' });
  const { page } = await openShop({ viewport: { ...phone, width: 360 } });
  await signIn(page, 'admin');
  await page.goto('/admin/orders');
  const rows = page.locator('tbody tr');
  await rows.nth(1).waitFor();
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(300);
  const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('listitem');
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  // A name is whole, in a line more where it has to be; what is below it stays on one line.
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => row.getBoundingClientRect().height - row.querySelectorAll('td')[3]!.clientHeight),
  );
  expect(Math.max(...heights)).toBeLessThan(50);
  await rows.filter({ hasText: `#${order.id.slice(-8).toUpperCase()}` }).click();
  await page.waitForURL(`**/admin/orders/${order.id}`);
});
