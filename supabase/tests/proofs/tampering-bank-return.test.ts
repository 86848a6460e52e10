import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, comeBack, payAtTheBank } from '../api-visitor.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { addresses, buy, tamperingScene, traceOf, type Trick } from './tampering-scene.ts';

/*
 * Somebody who knows this shop's every line tries to have an order taken for paid,
 * through the shop's own API. Whatever it answers, what stands in the database afterwards says whether it worked.
 */
const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { scene, expectNoEffect } = tamperingScene(sql);

const card = '4242424242424242';
const returnPost = async (outcome: string, fields: Record<string, string>): Promise<Answer> => {
  const response = await fetch(`${addresses.site}/payment/${outcome}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  const text = `${response.headers.get('location')} ${await response.text()}`;
  return { status: response.status, body: text, headers: response.headers };
};
const approval = (trace: string) => ({
  LITE_MERCHANT_TRACE: trace,
  LITE_PAYMENT_CARD_STATUS: '0',
  LITE_TRANSACTIONINDEX: 'TX-1',
  LITE_ORDER_AMOUNT: '90000000',
});

describe('the bank’s return proves nothing:', () => {
  const tricks: [string, Trick][] = [
    [
      'an approval of another’s order',
      (s) => returnPost('success', approval(traceOf(s.victim))).then(withoutBody),
    ],
    ['an approval of my own', (s) => returnPost('success', approval(traceOf(s.thief)))],
    [
      'an approval as another’s order',
      (s) => returnPost(`success?order=${s.victim.order.id}`, approval(traceOf(s.thief))),
    ],
    [
      'a refusal of another’s order',
      (s) =>
        returnPost('failed', { LITE_MERCHANT_TRACE: traceOf(s.victim), LITE_PAYMENT_CARD_STATUS: '4' }).then(
          withoutBody,
        ),
    ],
    [
      'two traces in one post',
      (s) => returnPost('success', { lite_merchant_trace: traceOf(s.thief), ...approval(traceOf(s.victim)) }),
    ],
    ['a trace that is a piece of SQL', () => returnPost('success', approval("' or status = 'pending' --"))],
    [
      'an address that is opened',
      async (s) => {
        const answer = await fetch(
          `${addresses.site}/payment/success?order=${s.thief.order.id}&LITE_PAYMENT_CARD_STATUS=0&LITE_MERCHANT_TRACE=${traceOf(s.thief)}`,
        );
        await answer.body?.cancel();
      },
    ],
    [
      'a return past the edge proxy',
      async (s) => {
        for (const secret of ['', 'guess']) {
          const answer = await fetch(`${addresses.supabase}/functions/v1/payment-return/success`, {
            method: 'POST',
            headers: { 'x-shop-secret': secret, 'x-shop-origin': addresses.site },
            body: new URLSearchParams(approval(traceOf(s.thief))),
          });
          expect(answer.status).toBe(403);
        }
      },
    ],
  ];
  it.each(tricks)('%s', (_, trick) => expectNoEffect(trick));

  /** Sends an expensive new order of the thief to the bank with an altered form; it must not become paid. */
  const expectUnpaidWith = async (
    alter: (dear: Record<string, string>, cheap: Record<string, string>) => Record<string, string>,
  ) => {
    const dear = await buy(
      scene.thief.visitor,
      [{ productId: scene.dear.id, quantity: 1, price: scene.dear.price }],
      'thief',
    );
    const cheap = await buy(
      scene.thief.visitor,
      [{ productId: scene.cheap.id, quantity: 1, price: scene.cheap.price }],
      'thief',
    );
    const fields = { ...dear.payment.fields, ...alter(dear.payment.fields, cheap.payment.fields) };
    await payAtTheBank({ ...dear.payment, fields }, card).then(comeBack, () => null);
    for (const { order } of [dear, cheap])
      await scene.thief.visitor.post(`/api/orders/${order.id}/check`, {});
    const rows = await sql<{ status: string; paid: boolean }[]>`select o.status, exists (
        select from public.transactions t where t.order_id = o.id and t.status = 'completed') as paid
      from public.orders o where o.id = ${dear.order.id}`;
    expect(rows).toEqual([{ status: expect.stringMatching(/^(pending|failed)$/) as string, paid: false }]);
  };
  const money = (f: Record<string, string>) => ({
    Lite_Order_Amount: f.Lite_Order_Amount ?? '',
    Lite_Order_LineItems_Amount_1: f.Lite_Order_LineItems_Amount_1 ?? '',
  });
  it.each<[string, Parameters<typeof expectUnpaidWith>[0]]>([
    ['one cent', () => money({ Lite_Order_Amount: '1', Lite_Order_LineItems_Amount_1: '1' })],
    ['the amount of a cheap order', (_, cheap) => money(cheap)],
    [
      'the amount and the token of a cheap order',
      (_, cheap) => ({ ...money(cheap), Lite_Transaction_Token: cheap.Lite_Transaction_Token ?? '' }),
    ],
    [
      'amount, token and reference of a cheap order',
      (dear, cheap) => ({ ...cheap, Lite_Merchant_Trace: dear.Lite_Merchant_Trace ?? '' }),
    ],
    ['another currency', () => ({ Lite_Currency_AlphaCode: 'UGX' })],
    ['another reference', () => ({ Ecom_ConsumerOrderID: 'DON-1', MerchantReference: 'DON-1' })],
    ['another trace', () => ({ Lite_Merchant_Trace: 'e'.repeat(64) })],
    ['another merchant', () => ({ Lite_Merchant_ApplicationId: `{${randomUUID().toUpperCase()}}` })],
  ])('a form altered before the bank sees it: %s', async (_, alter) => expectUnpaidWith(alter));

  it('a return that paid one order does not pay the next', async () => {
    const { visitor } = scene.thief;
    const first = await buy(
      visitor,
      [{ productId: scene.cheap.id, quantity: 1, price: scene.cheap.price }],
      'thief',
    );
    const form = await payAtTheBank(first.payment, card);
    await comeBack(form);
    expect((await visitor.orderOf(first.order.id)).status).toBe('paid');
    const second = await buy(
      visitor,
      [{ productId: scene.cheap.id, quantity: 1, price: scene.cheap.price }],
      'thief',
    );
    await expectNoEffect(async () => {
      for (const fields of [form.fields, { ...form.fields, LITE_MERCHANT_TRACE: traceOf(second) }]) {
        await comeBack({ action: form.action.replace(first.order.id, second.order.id), fields });
      }
    });
    expect((await visitor.orderOf(second.order.id)).status).toBe('pending');
  });
});

/** For whom has shown the link or the trace, the answer may speak of the order. */
const withoutBody = (answer: Answer): Answer => ({ ...answer, body: null });
