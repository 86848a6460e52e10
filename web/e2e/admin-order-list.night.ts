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
  // Where the lines of a row begin: a third one would be another place.
  const lines = await rows.evaluateAll((all) =>
    all.map((row) => {
      const cells = [...row.querySelectorAll('td:not(:has([type=checkbox]))')]
        .map((cell) => cell.getBoundingClientRect())
        .filter(({ height }) => height > 0);
      const middles = cells.map(({ top, bottom }) => (top + bottom) / 2);
      return new Set(middles.map((middle) => Math.round((middle - Math.min(...middles)) / 12))).size;
    }),
  );
  expect(new Set(lines)).toEqual(new Set([2]));
  await rows.filter({ hasText: `#${order.id.slice(-8).toUpperCase()}` }).click();
  await page.waitForURL(`**/admin/orders/${order.id}`);
});
