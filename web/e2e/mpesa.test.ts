import { expect, test } from 'vitest';
import { accountNumber } from '../../supabase/functions/_shared/contract/mpesa.ts';
import { reconcile } from '../../supabase/tests/bank-faults.ts';
import { mpesaPhone } from '../../supabase/tests/mpesa-phone.ts';
import { newProduct, place } from '../../supabase/tests/shop-cast.ts';
import { buyer, fillInDetails, openCheckout } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { approvedCard, signIn } from './shop-states.ts';
import { otherStep, takeOtherStep } from './order-steps.ts';

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

test('above what M-Pesa takes at a time two requests pay it, and the checkout says so', async () => {
  const number = newNumber();
  const page = await atCheckout(300_000, number);
  await page.getByText('KES 50,000 is left to pay after it.').first().waitFor();
  await page.getByRole('button', { name: 'pay via Card' }).waitFor();
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.waitForURL('**/order-confirmation/**');
  const orderId = orderIn(page.url());
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await safaricom.answer(asSafaricom(number), '1234');
  await mayAskAgain(orderId);
  await page.getByText('to pay KES 50,000.').waitFor();
  await page.getByRole('button', { name: 'Send the Request' }).click();
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await safaricom.answer(asSafaricom(number), '1234');
  await mayAskAgain(orderId);
  await page.getByText('Your payment is received').first().waitFor();
  expect(await paymentsOf(orderId)).toEqual([
    ['mpesa', 250_000],
    ['mpesa', 50_000],
  ]);
});

const paymentsOf = async (orderId: string) =>
  (
    await db()<{ method: string; kes: number }[]>`
      select payment_method as method, bank_amount_cents::integer / 100 as kes from public.transactions
      where order_id = ${orderId} and status = 'completed' order by created_at`
  ).map(({ method, kes }) => [method, kes]);

test('on a phone a part is paid to the paybill, and the rest by card', async () => {
  const number = newNumber();
  const page = await atCheckout(5000, number);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.waitForURL('**/order-confirmation/**');
  const orderId = orderIn(page.url());
  await page.getByRole('heading', { name: 'Look at your phone' }).waitFor();
  await safaricom.answer(asSafaricom(number), '1111');
  await mayAskAgain(orderId);
  await page.getByText('There was not enough money').first().waitFor();
  await safaricom.payToPaybill(accountNumber(orderId), 2000, asSafaricom(number));
  await reconcile();
  await page.reload();
  await page.getByText('A part of this order is paid').first().waitFor();
  await page.getByRole('button', { name: 'Pay by Card' }).click();
  await payOnBankPage(page, approvedCard);
  await page.waitForURL('**/payment/success?**');
  expect(await paymentsOf(orderId)).toEqual([
    ['mpesa', 2000],
    ['card', 3000],
  ]);
  const [order] = await db()`select status from public.orders where id = ${orderId}`;
  expect(order).toEqual({ status: 'paid' });
});

/** An order of KES 5,000, and its page in the dashboard. */
async function atDesk(number: string) {
  const product = await newProduct(db(), { price: 5000 });
  const { order } = await place(db(), [{ productId: product.id, quantity: 1, price: 5000 }], {
    details: { customerPhone: `+${asSafaricom(number)}` },
  });
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  return { page, orderId: order.id };
}

test('staff send a request to another phone of the buyer; it is paid when Safaricom says so', async () => {
  const [ordered, other] = [newNumber(), newNumber()];
  const { page, orderId } = await atDesk(ordered);
  await safaricom.misbehave({ callback: 'lost', confirmation: 'lost' }, asSafaricom(other));
  await takeOtherStep(page, 'Send an M-Pesa Prompt');
  const dialog = page.getByRole('dialog', { name: 'Send an M-Pesa prompt' });
  const field = dialog.getByLabel('M-Pesa Phone');
  expect((await field.inputValue()).replaceAll(' ', '')).toBe(ordered);
  await field.fill('020 123 4567');
  await dialog.getByRole('button', { name: 'Send the Request' }).click();
  await dialog.getByText('Enter a Safaricom number').waitFor();
  await field.fill(other);
  await dialog.getByRole('button', { name: 'Send the Request' }).dblclick();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Not decided yet.').waitFor();
  expect(await (await otherStep(page, 'Send an M-Pesa Prompt')).count()).toBe(0);
  const { prompts } = await safaricom.ledger();
  expect(prompts.filter((one) => one.phone === asSafaricom(other))).toHaveLength(1);
  await safaricom.answer(asSafaricom(other), '1234');
  await page.getByRole('button', { name: 'Ask Safaricom Now' }).click();
  await page.getByText(/^Request to .*: Paid\.$/).waitFor();
  expect(await paymentsOf(orderId)).toEqual([['mpesa', 5000]]);
});

test('what was announced counts when a person records its code, once', async () => {
  const number = newNumber();
  const { page, orderId } = await atDesk(number);
  await safaricom.misbehave({ pull: 'empty' });
  const receipt = await safaricom.payToPaybill(accountNumber(orderId), 5000, asSafaricom(number));
  const announced = page.getByText('KES 5,000 announced by M-Pesa, not proven yet');
  await expect
    .poll(() => db()`select 1 from private.paybill_payments where receipt = ${receipt}`)
    .toHaveLength(1);
  await page.reload();
  await announced.waitFor();
  await page.getByRole('button', { name: 'Record a Payment' }).click();
  const dialog = page.getByRole('dialog', { name: 'Record a payment' });
  await dialog.getByLabel('M-Pesa code').fill(receipt.toLowerCase());
  await dialog.getByRole('button', { name: 'Record Payment' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await announced.waitFor({ state: 'hidden' });
  expect(await paymentsOf(orderId)).toEqual([['mpesa', 5000]]);
  // The list, which comes each minute, proves the same payment.
  await safaricom.behave();
  await reconcile();
  expect(await paymentsOf(orderId)).toEqual([['mpesa', 5000]]);
  const [row] = await db()`select evidence from private.paybill_payments where receipt = ${receipt}`;
  expect(row).toEqual({ evidence: 'pull' });
});

test('on a phone 300,000 comes in two payments to the paybill: the list proves one, a statement the other', async () => {
  const number = newNumber();
  const page = await atCheckout(300_000, number);
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.getByLabel('Card number').waitFor();
  const [order] = await db()<{ id: string }[]>`
    select id from public.orders where customer_phone = ${`+${asSafaricom(number)}`}`;
  if (!order) throw new Error('No order');
  await page.goto(`/order-confirmation/${order.id}`);
  await safaricom.misbehave({ pull: 'empty' });
  const pay = () => safaricom.payToPaybill(accountNumber(order.id), 150_000, asSafaricom(number));
  const isTold = (receipt: string) =>
    expect
      .poll(() => db()`select 1 from private.paybill_payments where receipt = ${receipt}`)
      .toHaveLength(1);
  await isTold(await pay());
  await page.reload();
  await page.getByText('are checking').first().waitFor();
  await safaricom.behave();
  await reconcile();
  await page.reload();
  await page.getByText('A part of this order is paid').first().waitFor();

  await safaricom.misbehave({ pull: 'empty' });
  const receipt = await pay();
  await isTold(receipt);
  const desk = await openShop();
  await signIn(desk.page, 'admin');
  await desk.page.goto('/admin/transactions/settlement');
  const chooser = desk.page.waitForEvent('filechooser');
  await desk.page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  const [now = ''] = new Date(Date.now() + 3 * 3_600_000).toISOString().split('.');
  const lines = [
    'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Reason Type,A/C No.',
    `${receipt},${now.replace('T', ' ')},Pay Bill,Completed,"150,000.00",,"150,000.00",Pay Bill,${accountNumber(order.id)}`,
  ];
  await (
    await chooser
  ).setFiles({
    name: `${receipt}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await desk.page.getByRole('button', { name: 'Import Statement' }).click();
  await expect
    .poll(() => db()`select 1 from public.statement_lines where bank_index = ${receipt}`)
    .toHaveLength(1);
  await safaricom.behave();
  await page.reload();
  await page.getByText(receipt).first().waitFor();
  expect(await paymentsOf(order.id)).toEqual([
    ['mpesa', 150_000],
    ['mpesa', 150_000],
  ]);
  const [row] = await db()`select status from public.orders where id = ${order.id}`;
  expect(row).toEqual({ status: 'paid' });
});
