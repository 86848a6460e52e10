import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { AccessToken } from '../../supabase/functions/_shared/contract/admin.ts';
import type { Order, PlaceOrderReply } from '../../supabase/functions/_shared/contract/orders.ts';
import { comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { as, type Character, guest } from '../../supabase/tests/shop-cast.ts';
import { projectDatabase } from '../deploy/project-database.ts';
import { demoAccounts } from '../stack/demo-accounts.ts';
import { openFaultyShop } from './faulty-shop.ts';
import { environmentOf } from './started-shop.ts';

/*
 * The rehearsal of an upgrade: the database gets the migration of the next release while the functions and pages of this
 * one are in use, as between the steps of a deployment, and as after one that was taken back.
 */
const shop = openFaultyShop();
const migration = {
  file: '20991231000000_next_migration.sql',
  text: readFileSync('local/tests/next-migration.sql', 'utf8'),
};

const invariants = () => shop.sql`select * from private.invariants`;

/** 500 orders of four years and all that belongs to them. */
const fill = () =>
  promisify(execFile)(
    process.execPath,
    [
      '--import',
      'tsx',
      'local/large-seed/seed-large.ts',
      '--products',
      '100',
      '--orders',
      '500',
      '--people',
      '100',
    ],
    { env: environmentOf(shop.location) },
  );

/** A SQL function, as a page of the dashboard calls it. */
async function call(name: string, args: object, token: string) {
  const answer = await fetch(`${shop.supabase}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: shop.secrets.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(args),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function signedInAdmin() {
  const { email, password } = demoAccounts[0] ?? {};
  const admin = new Visitor(shop.site);
  expect((await admin.post('/api/auth/login', { email, password })).status).toBe(200);
  const { body } = await admin.get<AccessToken>('/api/auth/token');
  return (name: string, args: object = {}) => call(name, args, body.token);
}

/** Guests who order without a pause until `end` is called, which waits for what they sent and returns those confirmed. */
function guests(count: number) {
  let isOver = false;
  const refused: unknown[] = [];
  const buying = Array.from({ length: count }, async () => {
    const confirmed = [];
    while (!isOver) {
      const buyer = shop.guest();
      const { status, body } = await buyer.placeOrder();
      if (status === 201) confirmed.push({ buyer, placed: body as PlaceOrderReply });
      else if (body.code !== 'shop_busy') refused.push([status, body]);
    }
    return confirmed;
  });
  return async () => {
    isOver = true;
    return { confirmed: (await Promise.all(buying)).flat(), refused };
  };
}

it('functions and pages of this release work on, and say the same, when the database has the migration of the next', async () => {
  await fill();
  await shop.sql`update public.products set stock = 100000 where is_active`;
  expect(await invariants()).toEqual([]);

  const admin = await signedInAdmin();
  const [{ id, adminId } = {}] = await shop.sql<{ id: string; adminId: string }[]>`
    select o.id, u.id as "adminId" from public.orders o, public.users u
    where o.status = 'completed' and u.email = ${demoAccounts[0]?.email ?? ''} order by o.created_at limit 1`;
  // Orders that nothing changes any more.
  const pages = async () => ({
    orders: await admin('list_order_page', { p_filter: { status: 'completed' }, p_limit: 500 }),
    order: await admin('order_details', { p_order_id: id }),
    table: await admin('export_orders', { p_filter: { status: 'completed' } }),
    transactions: await admin('list_transaction_page', { p_filter: { orderId: id } }),
  });
  const before = await pages();
  for (const { status } of Object.values(before)) expect(status).toBe(200);
  expect((before.orders.body.rows as unknown[]).length).toBeGreaterThan(100);
  // Begun before the migration, paid after it.
  const early = shop.guest();
  const { body: placed } = await early.placeOrder();
  // A page of the next release comes after its database: without it, its call is refused, and nothing else happens.
  expect(await admin('count_delivery_slots')).toMatchObject({ status: 404, body: { code: 'PGRST202' } });

  const end = guests(2);
  await projectDatabase(async <T>(text: string) => (await shop.sql.unsafe(text)) as unknown as T[]).apply(
    migration,
  );
  expect(await invariants()).toEqual([]);
  const { confirmed, refused } = await end();
  expect(refused).toEqual([]);

  expect(await pages()).toEqual(before);
  const late = shop.guest();
  const { status, body: placedLate } = await late.placeOrder();
  expect(status).toBe(201);
  for (const [{ visitor }, { order, payment }] of [
    [early, placed],
    [late, placedLate],
  ] as const) {
    await comeBack(await payAtTheBank(payment, '4242424242424242'));
    expect((await visitor.get<Order>(`/api/orders/${order.id}`)).body.status).toBe('paid');
  }
  expect(
    await admin('advance_order', {
      p_order_id: placed.order.id,
      p_status: 'completed',
      p_reason: 'Collected',
    }),
  ).toMatchObject({ status: 200 });
  for (const { buyer } of confirmed) expect(await buyer.countOrders()).toBe(1);

  const [{ orders = 0 } = {}] = await shop.sql<{ orders: number }[]>`
    select count(*)::integer as orders from public.orders`;
  expect(orders).toBeGreaterThanOrEqual(502 + confirmed.length);
  // The local Data API learns of a new function when it starts, so the next release's page is played in SQL.
  const counted = (who: Character) =>
    as(shop.sql, who, (t) => t`select public.count_delivery_slots() as slots`);
  expect(await counted({ role: 'authenticated', userId: adminId })).toEqual([{ slots: { any: orders } }]);
  await expect(counted(guest)).rejects.toThrow('permission denied');
  expect(await invariants()).toEqual([]);
}, 240_000);
