import { expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { db } from './shop-database.ts';

const hour = 3_600_000;

test.each([
  ['seven hours ahead', 7 * hour],
  ['two days behind', -48 * hour],
])('a purchase works on a phone whose clock is %s', async (_, wrongBy) => {
  const { page, stack } = await openShop();
  await page.clock.install({ time: new Date(Date.now() + wrongBy) });
  await putIntoCart(page, 'batteries');
  expect(Math.abs((await page.evaluate(() => Date.now())) - Date.now())).toBeGreaterThan(6 * hour);
  await openCheckout(page);
  await fillInDetails(page);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '4242424242424242');
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  const id = new URL(page.url()).searchParams.get('order') ?? '';
  const [order] = await db()<{ status: string; age: number }[]>`
    select status, extract(epoch from now() - created_at)::integer as age from public.orders where id = ${id}`;
  expect(order?.status).toBe('paid');
  // The server's clock counts, whatever the phone's says.
  expect(Math.abs(order?.age ?? hour)).toBeLessThan(600);
});
