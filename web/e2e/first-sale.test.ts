import { describe, expect, test } from 'vitest';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { isNight } from '../../local/testing/night.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { db } from './shop-database.ts';
import { onPhone } from './widths.ts';

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

describe.each(onPhone)('on %s', (_, viewport) => {
  // By the machine's other name at night.
  test.each(isNight ? ['127.0.0.1', 'localhost'] : ['127.0.0.1'])(
    'a guest at %s buys two different products with a card, from the home page to My Orders',
    async (host) => {
      const site = stackUnderTest().addresses.site.replace('127.0.0.1', host);
      const expected = [new RegExp(`^asked for ${site}/`)];
      const { page, stack } = await openShop({ viewport, expected, context: { baseURL: site } });
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
      await page.getByText(orderStatusLabels.paid, { exact: true }).first().waitFor();
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
    },
  );
});
