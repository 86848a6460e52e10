import { describe, expect, it } from 'vitest';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const { site, gateway } = stackUnderTest().addresses;

const approvedCard = '4242424242424242';
const deniedCard = '2121212121212121';
const undecidedCard = '5454545454545454';

async function newOrder(price = 5000) {
  const visitor = new Visitor();
  const product = await newProduct(sql, { price });
  const { body } = await visitor.placeOrder([{ productId: product.id, quantity: 1, price }]);
  return { visitor, product, order: body.order, payment: body.payment };
}

const statusOf = async (orderId: string) =>
  (await sql<{ status: string }[]>`select status from public.orders where id = ${orderId}`)[0]?.status;

describe('coming back from the bank', () => {
  it('an approved card leads to the success page of a paid order, and the ledgers agree to the cent', async () => {
    const { order, payment, visitor, product } = await newOrder(1_850_000);
    const target = await comeBack(await payAtTheBank(payment, approvedCard));
    expect(target.origin + target.pathname).toBe(`${site}/payment/success`);
    expect(target.searchParams.get('Ecom_ConsumerOrderID')).toBe(payment.fields.Ecom_ConsumerOrderID);
    expect(target.searchParams.get('order')).toBe(order.id);
    expect((await visitor.orderOf(order.id)).status).toBe('paid');

    const { transactions } = (await (await fetch(`${gateway}/ledger`)).json()) as {
      transactions: Record<string, unknown>[];
    };
    const line = transactions.find((transaction) => transaction.trace === payment.fields.Lite_Merchant_Trace);
    const [transaction] =
      await sql`select amount, status, transaction_id, response_data as answer from public.transactions where order_id = ${order.id}`;
    expect(transaction).toMatchObject({
      amount: 1_850_000,
      status: 'completed',
      transaction_id: target.searchParams.get('TransactionIndex'),
    });
    expect(JSON.stringify(line)).toContain('185000000');
    expect(transaction?.answer).toMatchObject({
      amountCents: '185000000',
      cardNumber: '4242........4242',
    });
    expect(JSON.stringify(transaction?.answer)).not.toMatch(/4242424242424242|12\/?31/);
    const [shelf] = await sql`select stock from public.products where id = ${product.id}`;
    expect(shelf?.stock).toBe(9);
  });

  it('a denied card leads to the failed page of an order that is not paid', async () => {
    const { order, payment } = await newOrder();
    const target = await comeBack(await payAtTheBank(payment, deniedCard));
    expect(target.pathname).toBe('/payment/failed');
    expect(target.searchParams.get('ErrorCode')).toMatch(/^[345]$/);
    expect(target.searchParams.get('ErrorMessage')).toBeTruthy();
    expect(await statusOf(order.id)).toBe('failed');
  });

  it('an undecided card leads to the try-later page and leaves the order pending', async () => {
    const { order, payment } = await newOrder();
    const target = await comeBack(await payAtTheBank(payment, undecidedCard));
    expect(target.pathname).toBe('/payment/try-later');
    expect(await statusOf(order.id)).toBe('pending');
  });

  it('the same return twice, to whatever address, tells the same truth', async () => {
    const { order, payment } = await newOrder();
    const form = await payAtTheBank(payment, approvedCard);
    const again = { ...form, action: form.action.replace('/success', '/failed') };
    const targets = await Promise.all([comeBack(form), comeBack(form), comeBack(again)]);
    expect(targets.map((target) => target.pathname)).toEqual(Array(3).fill('/payment/success'));
    expect(await statusOf(order.id)).toBe('paid');
  });

  it('a forged success of a denied card stays failed', async () => {
    const { order, payment } = await newOrder();
    const form = await payAtTheBank(payment, deniedCard);
    const forged = {
      action: form.action.replace('/failed', '/success'),
      fields: { ...form.fields, LITE_PAYMENT_CARD_STATUS: '0' },
    };
    expect((await comeBack(forged)).pathname).toBe('/payment/failed');
    expect(await statusOf(order.id)).toBe('failed');
  });

  it('a forged success before any card was shown decides nothing', async () => {
    const { order, payment } = await newOrder();
    const target = await comeBack({
      action: `${site}/payment/success`,
      fields: {
        LITE_MERCHANT_TRACE: payment.fields.Lite_Merchant_Trace ?? '',
        LITE_PAYMENT_CARD_STATUS: '0',
        LITE_TRANSACTIONINDEX: 'X',
      },
    });
    expect(target.pathname).toBe('/payment/try-later');
    expect(await statusOf(order.id)).toBe('pending');
  });

  it('a forged failure of a paid order stays paid', async () => {
    const { order, payment } = await newOrder();
    await comeBack(await payAtTheBank(payment, approvedCard));
    const target = await comeBack({
      action: `${site}/payment/failed`,
      fields: {
        LITE_MERCHANT_TRACE: payment.fields.Lite_Merchant_Trace ?? '',
        LITE_PAYMENT_CARD_STATUS: '4',
      },
    });
    expect(target.pathname).toBe('/payment/success');
    expect(await statusOf(order.id)).toBe('paid');
  });

  it.each([
    ['no trace', {}],
    ['an invalid trace', { LITE_MERCHANT_TRACE: "' or 1=1" }],
    ['a trace of nobody', { LITE_MERCHANT_TRACE: 'c'.repeat(64) }],
  ])('a return with %s ends on the error page', async (_, fields) => {
    const target = await comeBack({
      action: `${site}/payment/success`,
      fields: fields as Record<string, string>,
    });
    expect(target.pathname).toBe('/payment/error');
  });

  it('an amount altered on the way to the bank is not a payment', async () => {
    const { order, payment } = await newOrder();
    const cheap = {
      ...payment,
      fields: { ...payment.fields, Lite_Order_Amount: '100', Lite_Order_LineItems_Amount_1: '100' },
    };
    await payAtTheBank(cheap, approvedCard).then(comeBack, () => null);
    expect(await statusOf(order.id)).not.toBe('paid');
  });

  it('a return whose body is too large is undecided, whichever part refuses it', async () => {
    for (const x of ['x'.repeat(70_000), 'x'.repeat(200_000)]) {
      const target = await comeBack({ action: `${site}/payment/success?order=o-1`, fields: { x } });
      expect(target.href).toBe(`${site}/payment/try-later?order=o-1`);
    }
  });

  const emptyBodies: [string, BodyInit, string | undefined][] = [
    ['nothing', '', undefined],
    ['a form with an empty trace', 'LITE_MERCHANT_TRACE=', 'application/x-www-form-urlencoded'],
    ['parts', '--b\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
    ['JSON', '{}', 'application/json'],
  ];
  it.each(emptyBodies)(
    'with %s in the body, the order in the address is asked about at the bank',
    async (_, body, type) => {
      const { order, payment, visitor } = await newOrder();
      await payAtTheBank(payment, approvedCard);
      for (const page of ['error', 'success']) {
        const response = await fetch(`${site}/payment/${page}?order=${order.id}`, {
          method: 'POST',
          redirect: 'manual',
          body,
          headers: type === undefined ? {} : { 'content-type': type },
        });
        expect(response.headers.get('location')).toBe(`${site}/payment/success?order=${order.id}`);
      }
      expect((await visitor.orderOf(order.id)).status).toBe('paid');
    },
  );

  it('with an empty body, an order whose card was refused fails, and one without a card is undecided', async () => {
    const { order, payment } = await newOrder();
    const action = `${site}/payment/success?order=${order.id}`;
    expect((await comeBack({ action, fields: {} })).pathname).toBe('/payment/try-later');
    await payAtTheBank(payment, deniedCard);
    await sql`update private.gateway_answers set last_at = now() - interval '11 seconds'
      where transaction_id in (select id from public.transactions where order_id = ${order.id})`;
    expect((await comeBack({ action, fields: {} })).pathname).toBe('/payment/failed');
    expect(await statusOf(order.id)).toBe('failed');
  });

  it('while the database is busy, a return by trace or by order says that it is undecided', async () => {
    const { order, payment } = await newOrder();
    const form = await payAtTheBank(payment, approvedCard);
    const action = `${site}/payment/error?order=${order.id}`;
    const targets = await sql.begin(async (t) => {
      await t`select 1 from public.transactions where order_id = ${order.id} for update`;
      return Promise.all([comeBack(form), comeBack({ action, fields: {} })]);
    });
    for (const target of targets) expect(target.href).toBe(`${site}/payment/try-later?order=${order.id}`);
    // Their queries were given up, and hold the lease until it ends.
    await sql`update public.transactions set asking_until = now() where order_id = ${order.id}`;
    expect((await comeBack({ action, fields: {} })).pathname).toBe('/payment/success');
  });

  it('a plain visit of the page is the site’s own', async () => {
    const response = await fetch(`${site}/payment/success`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
  });
});
