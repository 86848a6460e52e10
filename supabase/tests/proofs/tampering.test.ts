import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { orderRequest } from '../shop-cast.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import {
  addresses,
  buy,
  ledgerOf,
  openScene,
  requestOf,
  type Scene,
  secretWords,
  sidOf,
} from './tampering-scene.ts';

/*
 * Somebody who knows this shop's every line tries to pay less, to be paid for, or to read what is not theirs, through
 * the shop's own API. Whatever it answers, what stands in the database afterwards says whether it worked.
 */
const sql = openTestDatabase();
let scene: Scene;
const card = '4242424242424242';

beforeAll(async () => {
  // What other tests left undecided would be settled by the stack's timer while we compare.
  await sql`update public.transactions set next_ask_at = 'infinity' where status <> 'completed'`;
  scene = await openScene(sql);
});
checkRulesAfterEach(sql);

const linkKey = (key = '') => ({ 'x-order-key': key });

type Trick = (scene: Scene) => Promise<Answer | Answer[] | void>;

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

/** Orders one dear thing, bent. */
const order =
  (
    bend: (request: ReturnType<typeof orderRequest>) => unknown,
    headers: Record<string, string> = {},
  ): Trick =>
  ({ dear, thief }) => {
    const request = orderRequest([{ productId: dear.id, quantity: 1, price: dear.price }]);
    return thief.visitor.post('/api/orders', bend(request), { ...keyed(), ...headers });
  };
const orderLine = (over: object, total?: number): Trick =>
  order(({ orderData, items }) => ({
    orderData: { ...orderData, ...(total === undefined ? {} : { totalAmount: total }) },
    items: items.map((item) => ({ ...item, ...over })),
  }));
const orderData = (over: object): Trick =>
  order(({ orderData, items }) => ({ orderData: { ...orderData, ...over }, items }));

const returnPost = async (outcome: string, fields: Record<string, string>): Promise<Answer> => {
  const response = await fetch(`${addresses.site}/payment/${outcome}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  const text = `${response.headers.get('location')} ${await response.text()}`;
  return { status: response.status, body: text, headers: response.headers };
};
const traceOf = ({ payment }: { payment: Scene['victim']['payment'] }) =>
  payment.fields.Lite_Merchant_Trace ?? '';
const approval = (trace: string) => ({
  LITE_MERCHANT_TRACE: trace,
  LITE_PAYMENT_CARD_STATUS: '0',
  LITE_TRANSACTIONINDEX: 'TX-1',
  LITE_ORDER_AMOUNT: '90000000',
});

const withCookie =
  (cookie: string, path: (scene: Scene) => string): Trick =>
  async (scene) => {
    const forger = new Visitor();
    forger.cookie = cookie;
    return forger.get(path(scene));
  };
const victimsOrder = ({ victim }: Scene) => `/api/orders/${victim.order.id}`;

describe('an order that is bent on its way changes nothing:', () => {
  const tricks: [string, Trick][] = [
    ['a price of one shilling', orderLine({ price: 1 })],
    ['a price and a total of one shilling', orderLine({ price: 1 }, 1)],
    ['a price of half a shilling', orderLine({ price: 0.5 }, 1)],
    ['a price of nothing', orderLine({ price: 0 }, 0)],
    ['a price below nothing', orderLine({ price: -900_000 })],
    ['a price that is not a number', orderLine({ price: 'free' })],
    ['a price of null', orderLine({ price: null })],
    ['no price', orderLine({ price: undefined }, 1)],
    ['a total of one shilling', orderLine({}, 1)],
    ['a total below nothing', orderLine({}, -1)],
    ['a total as a list', orderData({ totalAmount: [900_000] })],
    ['a total with an exponent too large', orderData({ totalAmount: 1e300 })],
    ['no pieces', orderLine({ quantity: 0 })],
    ['a thousandth of a piece', orderLine({ quantity: 0.001 }, 900)],
    ['pieces as text', orderLine({ quantity: '1' })],
    ['pieces beyond a whole number of the database', orderLine({ quantity: 2 ** 31 })],
    [
      'pieces below nothing on a second line',
      order(({ orderData, items: [item] }) => ({
        orderData: { ...orderData, totalAmount: 900_000 },
        items: [
          { ...item, quantity: 2 },
          { ...item, quantity: -1 },
        ],
      })),
    ],
    [
      'more pieces than there are, on two lines',
      order(({ orderData, items: [item] }) => ({
        orderData: { ...orderData, totalAmount: 540_000_000 },
        items: [
          { ...item, quantity: 300 },
          { ...item, quantity: 300 },
        ],
      })),
    ],
    ['the status paid', orderData({ status: 'paid' })],
    ['the status completed, in a list', orderData({ status: ['completed'] })],
    ['a product as a piece of SQL', orderLine({ productId: "x'; update products set price = 1; --" })],
    [
      'an archived product',
      ({ hidden, thief }) =>
        thief.visitor.post(
          '/api/orders',
          orderRequest([{ productId: hidden.id, quantity: 1, price: hidden.price }]),
          keyed(),
        ),
    ],
    ['the key of another visitor with another cart', (s) => order((r) => r, keyed(s.victim.key))(s)],
    [
      'the key and the very cart of another visitor, from an account',
      ({ insider, victim, dear }) =>
        insider.visitor.post(
          '/api/orders',
          requestOf([{ productId: dear.id, quantity: 1, price: dear.price }], secretWords.person),
          keyed(victim.key),
        ),
    ],
    ['a key that is a piece of SQL', order((request) => request, keyed("' or '1'='1"))],
    ['a form in place of JSON', order((r) => JSON.stringify(r), { 'content-type': 'text/plain' })],
    ['another site’s page', order((request) => request, { origin: 'https://evil.example' })],
    [
      'another site’s page that claims to be the shop',
      order((request) => request, {
        origin: 'https://evil.example',
        'x-shop-origin': 'https://evil.example',
      }),
    ],
    ['a page that says where it comes from', order((r) => r, { 'sec-fetch-site': 'cross-site' })],
  ];
  it.each(tricks)('%s', (_, trick) => expectNothingTaken(trick));
});

describe('another’s order stays another’s:', () => {
  const tricks: [string, Trick][] = [
    ['read by its id', (s) => s.thief.visitor.get(victimsOrder(s))],
    ['read by its id, from an account', (s) => s.insider.visitor.get(`/api/orders/${s.member.order.id}`)],
    ['checked', (s) => s.thief.visitor.post(`${victimsOrder(s)}/check`, {})],
    ['paid again', (s) => s.thief.visitor.post(`${victimsOrder(s)}/payment`, {})],
    [
      'cancelled with its link',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/cancel`, {}, linkKey(s.victim.order.linkKey)),
    ],
    [
      'given a new link with its link',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/link`, {}, linkKey(s.victim.order.linkKey)),
    ],
    [
      'with the link key of my own',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.thief.order.linkKey)),
    ],
    [
      'with a link key cut short',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.victim.order.linkKey?.slice(0, 42))),
    ],
    [
      'with the link key of another version',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(s.victim.order.linkKey?.replace('1.', '2.'))),
    ],
    [
      'with two link keys',
      (s) =>
        s.thief.visitor.get(victimsOrder(s), linkKey(`${s.thief.order.linkKey}, ${s.victim.order.linkKey}`)),
    ],
    [
      'with its link key in the address',
      (s) => s.thief.visitor.get(`${victimsOrder(s)}?key=${s.victim.order.linkKey}`),
    ],
    [
      'with its trace for a link key',
      (s) => s.thief.visitor.get(victimsOrder(s), linkKey(traceOf(s.victim))),
    ],
    [
      'claimed with my own contact',
      (s) => s.thief.visitor.post(`${victimsOrder(s)}/claim`, { contact: 'thief@example.com' }),
    ],
    [
      'under my own address',
      (s) => s.thief.visitor.get(`/api/orders/${s.thief.order.id}/../${s.victim.order.id}`),
    ],
    [
      'listed by a parameter',
      (s) =>
        s.thief.visitor.get(
          `/api/orders?userId=${s.member.userId}&sid=${sidOf(s.victim.visitor)}&user_id=neq.0`,
        ),
    ],
    [
      'written by PUT, PATCH and DELETE',
      (s) =>
        Promise.all(
          ['PUT', 'PATCH', 'DELETE'].map((m) => s.thief.visitor.call(m, victimsOrder(s), { status: 'paid' })),
        ),
    ],
    [
      'my own, written as paid',
      (s) =>
        Promise.all(
          ['PUT', 'PATCH', 'POST'].map((m) =>
            s.thief.visitor.call(m, `/api/orders/${s.thief.order.id}`, { status: 'paid' }),
          ),
        ),
    ],
    [
      'my own, by a method in a header',
      (s) =>
        s.thief.visitor.post(
          `/api/orders/${s.thief.order.id}/check`,
          { status: 'paid', _method: 'PATCH' },
          { 'x-http-method-override': 'PATCH', 'x-method-override': 'DELETE' },
        ),
    ],
    ['by a cookie of letters', withCookie(`sid=${'A'.repeat(43)}`, victimsOrder)],
    [
      'by the hash that the database keeps',
      (s) => withCookie(`sid=${sidOf(s.victim.visitor)}`, victimsOrder)(s),
    ],
    ['by a cookie that is a piece of SQL', withCookie("sid=' or sid is not null --", victimsOrder)],
    [
      'by the victim’s cookie under another name',
      (s) => withCookie(s.victim.visitor.cookie.replace('sid', '__Host-sid'), victimsOrder)(s),
    ],
    [
      'by my cookie and the victim’s hash',
      (s) => withCookie(`${s.thief.visitor.cookie}; sid=${sidOf(s.victim.visitor)}`, victimsOrder)(s),
    ],
    [
      'by headers of the edge proxy',
      (s) =>
        s.thief.visitor.call('GET', victimsOrder(s), undefined, {
          'x-shop-secret': 'x',
          'x-shop-cookie': s.victim.visitor.cookie,
          'x-shop-client-address': '127.0.0.1',
          'x-shop-user': s.member.userId,
          'x-forwarded-user': s.member.userId,
        }),
    ],
    [
      'by a token of the Data API',
      (s) =>
        new Visitor().call('GET', victimsOrder(s), undefined, {
          authorization: `Bearer ${s.insider.accessToken}`,
        }),
    ],
  ];
  it.each(tricks)('%s', (_, trick) => expectNothingTaken(trick));
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
  it.each(tricks)('%s', (_, trick) => expectNothingTaken(trick));

  /** A fresh dear order of the thief, sent to the bank with a bent form; it must not become paid. */
  const payBent = async (
    bend: (dear: Record<string, string>, cheap: Record<string, string>) => Record<string, string>,
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
    const fields = { ...dear.payment.fields, ...bend(dear.payment.fields, cheap.payment.fields) };
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
  it.each<[string, Parameters<typeof payBent>[0]]>([
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
  ])('a form bent before the bank sees it: %s', async (_, bend) => payBent(bend));

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
    await expectNothingTaken(async () => {
      for (const fields of [form.fields, { ...form.fields, LITE_MERCHANT_TRACE: traceOf(second) }]) {
        await comeBack({ action: form.action.replace(first.order.id, second.order.id), fields });
      }
    });
    expect((await visitor.orderOf(second.order.id)).status).toBe('pending');
  });
});

describe('what is sent besides is not taken:', () => {
  it.each<[string, (body: string) => string]>([
    [
      'owner, role, trace, status and rights',
      (body) =>
        body.replace(
          '{"orderData":{',
          `{"userId":"${scene.member.userId}","role":"admin","p_hold_minutes":999999,"transaction":{"trace":"x","amount":1},"status":"paid","orderData":{"userId":"${scene.member.userId}","user_id":"${scene.member.userId}","id":"${scene.victim.order.id}","createdAt":"2000-01-01","discount":100,"currency":"UGX",`,
        ),
    ],
    [
      'a prototype',
      (body) =>
        body.replace(
          '{"orderData":{',
          '{"__proto__":{"isAdmin":true,"totalAmount":1},"constructor":{"prototype":{"price":1}},"orderData":{"__proto__":{"totalAmount":1,"status":"paid"},',
        ),
    ],
    ['a first price before the true one', (body) => body.replace('"price":', '"price":1,"price":')],
  ])('%s', async (_, bend) => {
    const body = bend(
      JSON.stringify(
        requestOf([{ productId: scene.dear.id, quantity: 1, price: scene.dear.price }], 'thief'),
      ),
    );
    const key = randomUUID();
    const answer = await scene.thief.visitor.post('/api/orders', body, keyed(key));
    expect(answer.status).toBe(201);
    const rows =
      await sql`select o.user_id, o.total_amount, o.status, t.amount, t.trace ~ '^[0-9a-f]{64}$' as "isTrace",
        o.created_at > now() - interval '1 minute' as "isNow", o.id <> ${scene.victim.order.id} as "isNew",
        (select max(h.expires_at) < now() + interval '31 minutes' from private.stock_holds h where h.order_id = o.id) as "holdEnds",
        (select min(i.price) from public.order_items i where i.order_id = o.id) as price
      from private.idempotency_keys k join public.orders o on o.id = (k.reply -> 'order' ->> 'id')::uuid
      join public.transactions t on t.order_id = o.id where k.key = ${key}`;
    const { price } = scene.dear;
    expect(rows).toEqual([
      {
        user_id: null,
        total_amount: price,
        status: 'pending',
        amount: price,
        isTrace: true,
        isNow: true,
        isNew: true,
        holdEnds: true,
        price,
      },
    ]);
    // Nobody else's request has been changed by it.
    const again = await new Visitor().post('/api/orders', { orderData: {}, items: [] }, keyed());
    expect(again.status).toBe(400);
  });

  it('a role, when registering', async () => {
    const email = `climber-${randomUUID().slice(0, 8)}@example.com`;
    const answer = await new Visitor().post('/api/auth/register', {
      name: 'Climber',
      email,
      phone: '0712 345 678',
      address: 'Milimani, Kisumu',
      password: 'maji-na-mawe',
      role: 'admin',
      isAdmin: true,
      app_metadata: { role: 'admin' },
      data: { role: 'admin' },
      id: scene.member.userId,
    });
    expect(answer).toMatchObject({ status: 201, body: { user: { role: 'customer' } } });
    const rows =
      await sql`select role, id = ${scene.member.userId} as "isMember" from public.users where email = ${email}`;
    expect(rows).toEqual([{ role: 'customer', isMember: false }]);
  });
});

describe('the catalogue shows what is on sale:', () => {
  const paths: [string, (scene: Scene) => string][] = [
    ['the id of an archived product', (s) => `/api/products/${s.hidden.id}`],
    ['a filter in a slug', (s) => `/api/products/${encodeURIComponent(`x,id.eq.${s.hidden.id}`)}`],
    [
      'a filter in a category',
      () => `/api/products/category/${encodeURIComponent('fridges),or(is_active.eq.false')}`,
    ],
    [
      'an operator in a category',
      () => `/api/products/category/${encodeURIComponent('neq.solar&is_active=eq.false')}`,
    ],
    ['SQL in a category', () => `/api/products/category/${encodeURIComponent("' or is_active = false --")}`],
    [
      'a filter in the query',
      () => '/api/products?is_active=eq.false&select=*&or=(is_active.is.false)&isActive=false&schema=private',
    ],
    ['another table', () => `/api/products/${encodeURIComponent('../orders?select=*')}`],
  ];
  it.each(paths)('%s', (_, path) => expectNothingTaken((s) => s.thief.visitor.get(path(s))));
});

/** Afterwards everything is as before, no answer shows what is another's, and nothing fell over. */
async function expectNothingTaken(trick: Trick): Promise<void> {
  const before = await ledgerOf(sql, scene);
  const answers = [(await trick(scene)) ?? []].flat();
  expect(await ledgerOf(sql, scene)).toEqual(before);
  for (const { status, body } of answers) {
    expect(status).toBeLessThan(500);
    expect(JSON.stringify(body)).not.toContain(secretWords.person);
    expect(JSON.stringify(body)).not.toContain(secretWords.hiddenProduct);
  }
}

/** For whom has shown the link or the trace, the answer may speak of the order. */
const withoutBody = (answer: Answer): Answer => ({ ...answer, body: null });
