import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import type { PieceFate } from '../../functions/_shared/contract/refunds.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import { approved, available, type Placed, bankDecides } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { checkRulesAfterEach, openTestDatabase } from '../test-database.ts';
import { refundScene, today } from './refund-scene.ts';

const sql = openTestDatabase();
checkRulesAfterEach(sql);
const { newOrder } = paymentScene(sql, 5);
const { owner, transactionOf, advance, correct } = refundScene(sql);

/** A paid order of three pieces for KES 3,000, of five on the shelf. */
async function paidOrder() {
  const { placed, product } = await newOrder({ quantity: 3 });
  await bankDecides(sql, placed.transaction.trace, approved(placed));
  const [item] = (await detailsOf(placed)).order.items;
  const transactionId = await transactionOf(placed.transaction.trace);
  return { ...placed, product, itemId: item?.id ?? '', transactionId };
}
type Paid = Awaited<ReturnType<typeof paidOrder>>;

const detailsOf = ({ order }: Pick<Placed, 'order'>) =>
  answerTo<OrderDetails>(sql, owner, 'public.order_details($1)', order.id);
const refund = (
  { transactionId, itemId }: Paid,
  lines: { quantity: number; fate: PieceFate }[],
  { id = randomUUID(), cents = 100_000, cancels = false, day = today } = {},
) =>
  answerTo<Order>(
    sql,
    owner,
    `public.record_refund($1, $2, $3, $4, $5, 'Not as described', true, $6, $7)`,
    id,
    transactionId,
    cents,
    day,
    `FT ${id}`,
    lines.map((line) => ({ itemId, ...line })),
    cancels,
  );
const movementsOf = async ({ product }: Paid) =>
  (
    await sql<{ text: string }[]>`
      select reason || ' ' || change as text from private.stock_movements where product_id = ${product.id} order by id`
  ).map(({ text }) => text);

it('pieces that are restocked are on the shelf again, damaged ones are written off, kept ones stay away', async () => {
  const paid = await paidOrder();
  await refund(paid, [{ quantity: 1, fate: 'restocked' }]);
  expect(await available(sql, paid.product.id)).toBe(3);
  await refund(paid, [{ quantity: 1, fate: 'damaged' }]);
  await refund(paid, [{ quantity: 1, fate: 'kept' }]);
  expect(await available(sql, paid.product.id)).toBe(3);
  expect(await movementsOf(paid)).toEqual(['opening 5', 'sale -3', 'return 1', 'return 1', 'damaged -1']);
  const { refundablePieces, timeline } = await detailsOf(paid);
  expect(refundablePieces).toEqual({ [paid.itemId]: 0 });
  // What is damaged was put back nowhere.
  expect(timeline.filter(({ kind }) => kind === 'stock_returned')).toHaveLength(1);
});

it('a piece is refunded once, also by two people at once and sent twice', async () => {
  const paid = await paidOrder();
  const id = randomUUID();
  await refund(paid, [{ quantity: 2, fate: 'restocked' }], { id });
  await refund(paid, [{ quantity: 2, fate: 'restocked' }], { id });
  expect(await available(sql, paid.product.id)).toBe(4);
  const both = [1, 2].map(() =>
    refusalCode(refund(paid, [{ quantity: 1, fate: 'restocked' }], { cents: 50_000 })),
  );
  expect((await Promise.all(both)).toSorted()).toEqual(['done', 'pieces_refunded']);
  expect((await detailsOf(paid)).order.payment.refundedCents).toBe(150_000);
});

it('lines that are none are refused, and no money is written down', async () => {
  const paid = await paidOrder();
  const other = await paidOrder();
  for (const line of [
    { quantity: 0, fate: 'restocked' },
    { quantity: 1, fate: 'eaten' },
    { quantity: 1, fate: 'kept', itemId: other.itemId },
    { quantity: 1, fate: 'kept', itemId: 'none' },
  ] as { quantity: number; fate: PieceFate }[]) {
    expect(await refusalCode(refund(paid, [line]))).toBe('invalid_request');
  }
  expect((await detailsOf(paid)).order.payment.refundedCents).toBe(0);
});

it('what had not left the shop is not to be sent any more', async () => {
  const paid = await paidOrder();
  await refund(paid, [{ quantity: 1, fate: 'restocked' }]);
  expect((await detailsOf(paid)).shipping.toShip).toEqual({ [paid.itemId]: 2 });
  await answerTo(
    sql,
    owner,
    `public.record_shipment($1, $2, $3, $4, 'delivered')`,
    randomUUID(),
    paid.order.id,
    [{ itemId: paid.itemId, quantity: 2, serials: [] }],
    { [paid.itemId]: 2 },
  );
  expect((await detailsOf(paid)).order.status).toBe('completed');
  // A piece that was sent comes back: nothing is to be sent again.
  await refund(paid, [{ quantity: 1, fate: 'restocked' }]);
  const { shipping, order } = await detailsOf(paid);
  expect(shipping.toShip).toEqual({ [paid.itemId]: 0 });
  expect(order.items).toMatchObject([{ quantity: 3, cameBack: 1, notSent: 1 }]);
});

it('pieces are refunded when it is clear which: unpacked, or all of the line sent, and what came back is not sent again', async () => {
  const paid = await paidOrder();
  const ship = (id: string, quantity: number, left: number, status: string) =>
    answerTo(
      sql,
      owner,
      `public.record_shipment($1, $2, $3, $4, $5, 'G4S', $6)`,
      id,
      paid.order.id,
      [{ itemId: paid.itemId, quantity, serials: [] }],
      { [paid.itemId]: left },
      status,
      id.slice(0, 20),
    );
  const move = (id: string, status: string) =>
    answerTo(sql, owner, 'public.advance_shipment($1, $2)', id, status);
  const one = [{ quantity: 1, fate: 'restocked' as const }];
  const [first, again, second] = [randomUUID(), randomUUID(), randomUUID()];
  await ship(first, 3, 3, 'packed');
  expect(await refusalCode(refund(paid, one))).toBe('pieces_packed');
  await move(first, 'taken_back');
  await ship(again, 2, 3, 'sent');
  expect(await refusalCode(refund(paid, one))).toBe('pieces_split');
  expect((await detailsOf(paid)).order.payment.refundedCents).toBe(0);
  await ship(second, 1, 1, 'sent');
  await refund(paid, one);
  expect(await refusalCode(move(second, 'taken_back'))).toBe('pieces_returned');
  expect(await advance(paid, 'paid')).toBe('pieces_returned');
  expect((await detailsOf(paid)).shipping.toShip).toEqual({ [paid.itemId]: 0 });
});

it('a refund with which pieces came back is corrected in its amount, and not to nothing', async () => {
  const paid = await paidOrder();
  const id = randomUUID();
  await refund(paid, [{ quantity: 1, fate: 'restocked' }], { id });
  expect(await refusalCode(correct({ refundId: id, cents: 0 }))).toBe('refund_has_pieces');
  await correct({ refundId: id, cents: 90_000 });
  expect((await detailsOf(paid)).order.payment.refundedCents).toBe(90_000);
});

it('a paid order is cancelled in one step with its refund, and its other pieces go back on sale once', async () => {
  const paid = await paidOrder();
  await refund(paid, [{ quantity: 1, fate: 'restocked' }]);
  // Not while any of its money is left.
  expect(await refusalCode(refund(paid, [], { cancels: true }))).toBe('refund_first');
  expect((await detailsOf(paid)).order.payment.refundedCents).toBe(100_000);
  expect(await refund(paid, [], { cents: 200_000, cancels: true })).toMatchObject({ status: 'cancelled' });
  expect(await available(sql, paid.product.id)).toBe(5);
  const named = await sql<{ name: string }[]>`
    select l ->> 'name' as name from private.papers p cross join jsonb_array_elements(p.content -> 'lines') l
    where p.order_id = ${paid.order.id} and p.kind = 'credit_note' and l ->> 'kind' = 'money'`;
  expect(named.map(({ name }) => name)).toEqual(['Credit']);
});

it('an order paid in two ways is cancelled with the refund of the second, as the first leaves it paid', async () => {
  const { placed, product } = await newOrder({ quantity: 3 });
  const payments = [];
  for (const [method, amount] of [
    ['transfer', 1000],
    ['cheque', 2000],
  ] as const) {
    const id = randomUUID();
    const entry = [id, placed.order.id, method, id.slice(-10), amount, today];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    payments.push({ ...placed, product, itemId: '', transactionId: id });
  }
  const [first, second] = payments as [Paid, Paid];
  const left = async () => (await detailsOf(placed)).refundable.map(({ transactionId }) => transactionId);
  expect((await left()).toSorted()).toEqual([first.transactionId, second.transactionId].toSorted());
  expect(await refund(first, [], { cents: 100_000 })).toMatchObject({
    status: 'paid',
    payment: { receivedCents: 200_000 },
  });
  expect(await left()).toEqual([second.transactionId]);
  expect(await refund(second, [], { cents: 200_000, cancels: true })).toMatchObject({ status: 'cancelled' });
  expect(await available(sql, product.id)).toBe(5);
});

it('of a completed order whose pieces were kept or damaged, only the others come back when it is cancelled', async () => {
  const paid = await paidOrder();
  await advance(paid, 'completed');
  await refund(paid, [{ quantity: 1, fate: 'kept' }]);
  await refund(paid, [{ quantity: 1, fate: 'damaged' }], { cents: 200_000, cancels: true });
  expect(await available(sql, paid.product.id)).toBe(3);
});

it('an unpaid order has no pieces to take back', async () => {
  const { placed } = await newOrder();
  const id = randomUUID();
  await answerTo(
    sql,
    owner,
    `public.record_payment($1, $2, 'cash', '', 500, $3)`,
    id,
    placed.order.id,
    today,
  );
  const [item] = (await detailsOf(placed)).order.items;
  const paid = { ...placed, transactionId: id, itemId: item?.id ?? '' } as Paid;
  expect(await refusalCode(refund(paid, [{ quantity: 1, fate: 'kept' }], { cents: 50_000 }))).toBe(
    'invalid_request',
  );
});
