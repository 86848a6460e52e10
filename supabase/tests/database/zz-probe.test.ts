import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { answerTo, paymentScene } from '../payment-scene.ts';
import { openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';
const sql = openTestDatabase();
const { owner } = refundScene(sql);
const { newOrder } = paymentScene(sql, 5);
it('probe', async () => {
  const { placed } = await newOrder();
  const rec = (shares: unknown, id = randomUUID(), code = id.slice(-10)) =>
    answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)', ...[id, null, 'transfer', code, 2000, today, shares]).then((x) => ['ok', x], (e) => [e.code, e.message]);
  const id = randomUUID();
  console.warn(JSON.stringify([
    await rec([{ orderId: 'x', cents: 1 }]),
    await rec(['x']),
    await rec([{ orderId: placed.order.id, cents: 'x' }]),
    await rec([], id),
    await rec([{ orderId: placed.order.id, cents: 100 }], id),
    await rec({}),
    await answerTo(sql, owner, 'public.share_payment($1, $2::jsonb)', id, [{ orderId: 'x' }]).catch((e) => [e.code, e.message]),
    await answerTo(sql, owner, 'public.share_payment($1, $2::jsonb)', id, null).catch((e) => [e.code, e.message]),
  ]));
  expect(1).toBe(1);
});
