import { expect, test } from 'vitest';
import { accountNumber } from '../../supabase/functions/_shared/contract/mpesa.ts';
import { reconcile } from '../../supabase/tests/bank-faults.ts';
import { mpesaPhone } from '../../supabase/tests/mpesa-phone.ts';
import { newProduct } from '../../supabase/tests/shop-cast.ts';
import { buyer, fillInDetails, openCheckout } from './buyer.ts';
import { openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';

const safaricom = mpesaPhone();
let buyers = 0;
/** A phone that no other journey asks. */
const newNumber = () => `0711${String(100_000 + (Date.now() % 800_000) + (buyers += 1)).slice(-6)}`;
const asSafaricom = (number: string) => `254${number.slice(1)}`;

/** To the checkout with one product of this price, on a phone. */
async function atCheckout(price: number, number: string) {
  const product = await newProduct(db(), { price });
  const { page } = await openShop({ viewport: phone });
  await page.goto(`/product/${product.slug}`);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await openCheckout(page);
  await fillInDetails(page, { ...buyer, 'Phone Number': number });
  return page;
}
/** The ten seconds between two questions about an order are over. */
const mayAskAgain = (orderId: string) =>
  db()`update public.transactions set asked_at = null where order_id = ${orderId}`;
const orderIn = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';

test('on a phone a request is paid: first the PIN is wrong, then it is right', async () => {
  const number = newNumber();
  const page = await atCheckout(5000, number);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.waitForURL('**/order-confirmation/**');
  const orderId = orderIn(page.url());
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await safaricom.answer(asSafaricom(number), '0000');
  await mayAskAgain(orderId);
  await page.getByText('The PIN was wrong.').first().waitFor();
  await page.getByRole('button', { name: 'Send the Request' }).click();
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await safaricom.answer(asSafaricom(number), '1234');
  await mayAskAgain(orderId);
  const receipt = (await safaricom.promptOn(asSafaricom(number)))?.receipt ?? '';
  await page.getByText(receipt).first().waitFor();
  const [order] = await db()`select status from public.orders where id = ${orderId}`;
  expect(order).toEqual({ status: 'paid' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('a request that is ignored is followed by the paybill, with a badly typed number', async () => {
  const number = newNumber();
  const page = await atCheckout(5000, number);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.waitForURL('**/order-confirmation/**');
  const orderId = orderIn(page.url());
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  // Three minutes later nothing blocks another way.
  await db()`update public.transactions set created_at = created_at - interval '4 minutes', asked_at = null
    where order_id = ${orderId}`;
  await page.getByText('You may pay in another way now').first().waitFor();
  await safaricom.payToPaybill(
    `ic ${accountNumber(orderId).slice(2).toLowerCase()}`,
    5000,
    asSafaricom(number),
  );
  await page.reload();
  await page.getByText('are checking').first().waitFor();
  await reconcile();
  await page.reload();
  const [row] = await db()<{ code: string }[]>`select transaction_id as code from public.transactions
    where order_id = ${orderId} and status = 'completed'`;
  await page
    .getByText(row?.code ?? 'no receipt')
    .first()
    .waitFor();
});

test('above what M-Pesa takes at a time the checkout says so, and the card is there', async () => {
  const page = await atCheckout(300_000, newNumber());
  await page.getByText('M-Pesa takes at most KES 250,000 at a time').first().waitFor();
  expect(await page.getByRole('button', { name: 'Pay with M-Pesa' }).count()).toBe(0);
  await page.getByRole('button', { name: 'pay via Card' }).waitFor();
});
