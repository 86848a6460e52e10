import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Order, PlaceOrderReply } from '../../functions/_shared/contract/orders.ts';
import { beforeAll, expect } from 'vitest';
import { type Answer, Visitor } from '../api-visitor.ts';
import { platform } from '../platform-call.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { type CartLine, newProduct, orderRequest, type Sql } from '../shop-cast.ts';

/** Words that stand in the victims' data and nowhere else: an answer that shows them has leaked. */
export const secretWords = {
  person: `nyota-${randomUUID().slice(0, 8)}`,
  hiddenProduct: `hidden-${randomUUID()}`,
};

export type Bought = { visitor: Visitor; order: Order; payment: PlaceOrderReply['payment']; key: string };
type Member = {
  visitor: Visitor;
  email: string;
  password: string;
  userId: string;
  accessToken: string;
};

/** Who is robbed, who robs, and what there is to take. */
export type Scene = {
  cheap: { id: string; price: number };
  dear: { id: string; price: number };
  hidden: { id: string; price: number };
  /** A guest with an unpaid order for the dear thing. */
  victim: Bought;
  /** A customer with an account and an order in it. */
  member: Member & { order: Order };
  /** A guest with an unpaid order for the cheap thing. */
  thief: Bought;
  /** A customer of the ordinary kind who wants more. */
  insider: Member;
};

const { addresses, keys, dataFolder } = stackUnderTest();
export { addresses, keys };

/** A try at what is not one's own; what it was answered, if anything. */
export type Trick = (scene: Scene) => Promise<Answer | Answer[] | void>;

/** Sets the scene before the first test of a file, and judges what is tried in it. Called once, at the top. */
export function tamperingScene(sql: Sql) {
  const scene = {} as Scene;
  beforeAll(async () => {
    // What other tests left undecided would be settled by the stack's timer while we compare.
    await sql`update public.transactions set next_ask_at = 'infinity' where status <> 'completed'`;
    Object.assign(scene, await openScene(sql));
  });

  /** Afterwards everything is as before, and no answer shows what is another's. */
  async function expectNothingTaken<T>(trick: (scene: Scene) => Promise<T>): Promise<T> {
    const before = await ledgerOf(sql, scene);
    const answers = await trick(scene);
    expect(await ledgerOf(sql, scene)).toEqual(before);
    const said = JSON.stringify(answers) ?? '';
    expect(said).not.toContain(secretWords.person);
    expect(said).not.toContain(secretWords.hiddenProduct);
    return answers;
  }

  return {
    scene,
    expectNothingTaken,
    /** The same for many tries, each of them made again and judged alone when one of them has taken something. */
    expectNothingTakenByAny: async <T>(
      tries: readonly T[],
      trick: (one: T) => Promise<unknown>,
    ): Promise<void> => {
      try {
        await expectNothingTaken(async () => {
          const answers: unknown[] = [];
          for (const one of tries) answers.push(await trick(one));
          return answers;
        });
      } catch (error) {
        for (const one of tries) await expectNothingTaken(() => trick(one));
        throw error;
      }
    },
    /** The same, and no reply is a server error. */
    expectNoEffect: async (trick: Trick): Promise<void> => {
      const answers = [(await expectNothingTaken(trick)) ?? []].flat();
      for (const { status } of answers) expect(status).toBeLessThan(500);
    },
  };
}

async function openScene(sql: Sql): Promise<Scene> {
  // What other files have left waiting for pieces gets those that are there now, not with the next minute's run.
  await sql`select public.give_out_pieces()`;
  const cheap = await newProduct(sql, { price: 50, stock: 500, name: 'A cheap cable' });
  const dear = await newProduct(sql, { price: 900_000, stock: 500, name: 'A dear instrument' });
  const hidden = await newProduct(sql, { isActive: false, name: secretWords.hiddenProduct });
  const member = await joinShop(`${secretWords.person}-member@example.com`);
  const insider = await joinShop(`insider-${randomUUID().slice(0, 8)}@example.com`);
  await sql`insert into public.carts (user_id, items) select ${member.userId},
    jsonb_build_array(jsonb_build_object('productId', ${dear.id}::text, 'quantity', 1))`;
  const placed = await buy(member.visitor, [{ productId: dear.id, quantity: 1, price: dear.price }]);
  return {
    cheap,
    dear,
    hidden,
    victim: await buy(new Visitor(), [{ productId: dear.id, quantity: 1, price: dear.price }]),
    member: { ...member, order: placed.order },
    thief: await buy(new Visitor(), [{ productId: cheap.id, quantity: 1, price: cheap.price }], 'thief'),
    insider,
  };
}

/** Places an honest order; the name of the buyer is a secret word unless another is given. */
export async function buy(visitor: Visitor, items: CartLine[], name = secretWords.person): Promise<Bought> {
  const key = randomUUID();
  const { status, body } = await visitor.post<PlaceOrderReply>('/api/orders', requestOf(items, name), {
    'idempotency-key': key,
  });
  if (status !== 201) throw new Error(`The honest order was answered ${status}: ${JSON.stringify(body)}`);
  return { visitor, order: body.order, payment: body.payment, key };
}

export function requestOf(items: CartLine[], name: string) {
  const request = orderRequest(items);
  // Each time to another address: the same request again is the same order.
  const customer = {
    customerName: name,
    customerEmail: `${name}@example.com`,
    customerAddress: `Milimani, house ${randomUUID()}`,
  };
  return { ...request, orderData: { ...request.orderData, ...customer } };
}

async function joinShop(email: string): Promise<Member> {
  const visitor = new Visitor();
  const password = 'maji-na-mawe';
  const { body } = await visitor.post<{ user: { id: string } }>('/api/auth/register', {
    name: email.split('@')[0],
    email,
    phone: '0712 345 678',
    address: 'Oginga Odinga Street, Kisumu',
    password,
  });
  const { body: session } = await platform<{ access_token: string }>(
    'POST',
    '/auth/v1/token?grant_type=password',
    { body: { email, password } },
  );
  return { visitor, email, password, userId: body.user.id, accessToken: session.access_token };
}

/** A token of one's own making. */
export function forgedToken(claims: object, algorithm: 'none' | 'HS256', secret = ''): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const inTwoHours = Math.floor(Date.now() / 1000) + 7200;
  const unsigned = `${part({ alg: algorithm, typ: 'JWT' })}.${part({ exp: inTwoHours, aud: 'authenticated', ...claims })}`;
  return algorithm === 'none'
    ? `${unsigned}.`
    : `${unsigned}.${createHmac('sha256', secret).update(unsigned).digest('base64url')}`;
}

export const sidOf = (visitor: Visitor) =>
  createHash('sha256')
    .update(visitor.cookie.split('=')[1] ?? '')
    .digest('hex');

/** The secret under which the bank is told of a payment. */
export const traceOf = ({ payment }: Pick<Bought, 'payment'>) => payment.fields.Lite_Merchant_Trace ?? '';

/**
 * Everything that a tamperer would want to change, as one word per table. Of M-Pesa the orders of the scene: receipts and
 * payments of other tests come by the list that the stack asks for each minute.
 */
async function ledgerOf(
  sql: Sql,
  { victim, member, insider, thief }: Scene,
): Promise<Record<string, unknown>> {
  const [ledger] = await sql`select
    (select md5(string_agg(x::text, ';' order by id)) from public.orders x) as orders,
    (select md5(string_agg(x::text, ';' order by id)) from public.order_items x) as order_items,
    (select md5(string_agg(concat_ws(',', id, order_id, transaction_id, amount, status, trace, reference), ';' order by id))
      from public.transactions where payment_method <> 'mpesa'
        or order_id in (${victim.order.id}, ${member.order.id}, ${thief.order.id})) as transactions,
    (select md5(string_agg(concat_ws(',', id, name, price, stock, is_active), ';' order by id)) from public.products) as products,
    (select md5(string_agg(x::text, ';' order by id)) from public.users x) as users,
    (select md5(string_agg(x::text, ';' order by user_id)) from public.carts x where user_id <> ${insider.userId}) as carts,
    (select md5(string_agg(x::text, ';' order by x.id))
      from public.owner_tasks x left join public.transactions t on t.id = x.transaction_id
      where t.payment_method is distinct from 'mpesa'
        or x.order_id in (${victim.order.id}, ${member.order.id}, ${thief.order.id})) as tasks,
    (select md5(string_agg(x::text, ';' order by order_id, product_id)) from private.stock_holds x) as holds,
    (select md5(string_agg(x::text, ';' order by id)) from private.stock_movements x) as movements,
    (select md5(string_agg(x::text, ';' order by key)) from private.idempotency_keys x) as keys,
    (select md5(string_agg(x::text, ';' order by sid, order_id)) from private.session_orders x) as session_orders,
    (select md5(string_agg(sid || sess, ';' order by sid)) from private.sessions
      where sid in (${sidOf(victim.visitor)}, ${sidOf(member.visitor)})) as sessions,
    (select md5(string_agg(concat_ws(',', id, email, encrypted_password, raw_app_meta_data), ';' order by id)) from auth.users) as accounts,
    (select md5(string_agg(x::text, ';' order by id)) from storage.buckets x) as buckets,
    (select md5(string_agg(x::text, ';' order by id)) from storage.objects x) as objects`;
  return { ...ledger, files: readdirSync(join(dataFolder, 'storage'), { recursive: true }).sort() };
}
