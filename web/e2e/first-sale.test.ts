import { describe, expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { bothWidths } from './widths.ts';

type LedgerLine = { trace: string; amountInCents?: number };

async function ledgerOf(orderId: string) {
  const [row] = await db()<
    {
      status: string;
      total: number;
      transaction: string;
      amount: number;
      trace: string;
      index: string | null;
    }[]
  >`
    select o.status, o.total_amount as total, t.status as transaction, t.amount, t.trace, t.transaction_id as index
    from public.orders o join public.transactions t on t.order_id = o.id where o.id = ${orderId}`;
  if (!row) throw new Error(`No order ${orderId}`);
  return row;
}

async function ledgerLine(gateway: string, trace: string): Promise<LedgerLine> {
  const { transactions } = (await (await fetch(`${gateway}/ledger`)).json()) as {
    transactions: LedgerLine[];
  };
  const line = transactions.find((transaction) => transaction.trace === trace);
  if (!line) throw new Error('The bank knows nothing of this transaction.');
  return line;
}

describe.each(bothWidths)('on %s', (_, viewport) => {
  test('a guest buys two different products with a card, from the home page to My Orders', async () => {
    const { page, site, stack } = await openShop({ viewport });
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse Equipment' }).first().click();
    await page.waitForURL('**/category/instruments');
    const meter = await putIntoCart(page, 'pqwt');
    const converter = await putIntoCart(page, 'converters');
    await openCheckout(page);
    await fillInDetails(page);
    await goToTheBank(page, stack.addresses.gateway);
    await payOnBankPage(page, '4242424242424242');

    await page.waitForURL(`${site}/payment/success?**`);
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
    const returned = new URL(page.url()).searchParams;
    const orderId = returned.get('order') ?? '';
    expect(await page.locator('body').innerText()).toContain(returned.get('Ecom_ConsumerOrderID'));

    const truth = await ledgerOf(orderId);
    expect(truth).toMatchObject({
      status: 'paid',
      transaction: 'completed',
      amount: truth.total,
      index: returned.get('TransactionIndex'),
    });
    const line = await ledgerLine(stack.addresses.gateway, truth.trace);
    expect(JSON.stringify(line)).toContain(String(truth.total * 100));

    await page.goto(`/order-confirmation/${orderId}`);
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(await page.locator('body').innerText()).toContain(`#IC-${orderId.slice(-8).toUpperCase()}`);

    await page.goto('/orders');
    await page
      .getByText(`#${orderId.slice(-8).toUpperCase()}`)
      .first()
      .waitFor();
    const list = await page.locator('main').innerText();
    expect(list).toContain(meter);
    expect(list).toContain(converter);

    // The cart is empty, in the badge and in the drawer.
    await page.getByRole('button', { name: /cart/i }).first().click();
    await page.getByText('Your cart is empty').first().waitFor();
  });
});

test('a declined card ends on the failed page, and the order is not paid', async () => {
  const { page, site, stack } = await openShop();
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  await fillInDetails(page);
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '2121212121212121');

  await page.waitForURL(`${site}/payment/failed?**`);
  await page.getByRole('heading', { name: 'Payment Failed' }).waitFor();
  const returned = new URL(page.url()).searchParams;
  expect(returned.get('ErrorCode')).toMatch(/^[345]$/);
  // The bank's message is shown once the order is known.
  await expect.poll(() => page.locator('main').innerText()).toContain(returned.get('ErrorMessage'));
  expect(await ledgerOf(returned.get('order') ?? '')).toMatchObject({
    status: 'failed',
    transaction: 'failed',
    index: null,
  });
});

test('a double click on pay is one order', async () => {
  const { page, stack } = await openShop({ viewport: phone });
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  const email = `double-${Date.now()}@example.com`;
  await fillInDetails(page);
  await page.getByLabel('Email Address', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'pay via Card' }).dblclick();
  await page.waitForURL((url) => url.href.startsWith(stack.addresses.gateway));
  const orders = await db()`select id from public.orders where customer_email = ${email}`;
  expect(orders).toHaveLength(1);
});

test('typed details survive an error, a reload and the way to the bank and back', async () => {
  const { page, site, stack } = await openShop({ viewport: phone });
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.getByText('Missing Information').first().waitFor();
  expect(await page.getByText('Please fill in all required fields').count()).toBeGreaterThanOrEqual(5);
  await fillInDetails(page);
  await page.reload();
  const address = page.getByLabel('Delivery Address', { exact: true });
  expect(await address.inputValue()).toBe('Oginga Odinga Street, Kisumu');
  await goToTheBank(page, stack.addresses.gateway);
  await page.goto(`${site}/checkout`);
  await page.getByRole('button', { name: 'Change the Order' }).click();
  expect(await address.inputValue()).toBe('Oginga Odinga Street, Kisumu');
});
