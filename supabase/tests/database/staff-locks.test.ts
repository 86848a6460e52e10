import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerTo } from '../payment-scene.ts';
import { refusalOf } from '../sql-refusals.ts';
import { openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
const { owner, paidOrder } = refundScene(sql);

it('what staff do waits three seconds for an order that somebody has locked, then writes nothing', async () => {
  const { order, transactionId } = await paidOrder();
  const ask = (call: string, ...values: unknown[]) => refusalOf(answerTo(sql, owner, call, ...values));
  const refusals = await sql.begin(async (t) => {
    await t`select 1 from public.orders where id = ${order.id} for update`;
    return Promise.all([
      ask(`public.record_payment($1, $2, 'cash', 'R-1', 100, $3)`, randomUUID(), order.id, today),
      ask(`public.record_shipment($1, $2, '[]', '{}', 'packed')`, randomUUID(), order.id),
      ask(`public.record_refund($1, $2, 100, $3, 'FT', 'Broken')`, randomUUID(), transactionId, today),
    ]);
  });
  expect(refusals.map((refusal) => refusal?.code)).toEqual(['55P03', '55P03', '55P03']);
});

it('no function of staff waits for a locked order without an end', async () => {
  const endless = await sql<{ name: string }[]>`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
      and p.prosrc ~ 'public\\.orders' and p.prosrc ~ 'for update' and not coalesce(p.proconfig::text ~ 'lock_timeout', false)
    order by 1`;
  expect(endless.map(({ name }) => name)).toEqual([]);
});
