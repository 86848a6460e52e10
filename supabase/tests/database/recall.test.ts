import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { PageOfRows } from '../../functions/_shared/contract/admin.ts';
import type { PiecesAtBuyer } from '../../functions/_shared/contract/admin-customers.ts';
import { answerTo } from '../payment-scene.ts';
import { as, type Character, newPerson, refundToday } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase } from '../test-database.ts';
import { shipmentScene } from './shipment-scene.ts';

const sql = openTestDatabase();
const { owner, newOrder, pay, pack, move, detailsOf } = shipmentScene(sql);

const list = (filter: object, who: Character = owner, limit = 50, after: unknown = null) =>
  answerTo<PageOfRows<PiecesAtBuyer>>(
    sql,
    who,
    'public.list_pieces_at_buyers($1::text::jsonb, $2, $3::text::jsonb)',
    JSON.stringify(filter),
    limit,
    JSON.stringify(after),
  );
/** The product of which three were ordered. */
const productOf = async ({ three }: { three: string }) => {
  const [row] = await sql<
    { id: string }[]
  >`select product_id as id from public.order_items where id = ${three}`;
  return row?.id ?? '';
};
const piecesOf = async (order: { three: string }) =>
  (await list({ product: await productOf(order) })).rows.map(({ pieces }) => pieces);
const sent = () => ({ status: 'sent', carrier: 'G4S', waybill: `W-${randomUUID().slice(0, 20)}` });
const paidOrder = async () => {
  const placed = await newOrder();
  await pay(placed);
  return placed;
};
let refunds = 0;
const giveBack = (
  order: { order: { id: string }; three: string },
  quantity: number,
  fate: string,
  serials: string[] = [],
) => {
  const { day, bankReference } = refundToday();
  refunds += 1;
  const lines = JSON.stringify([{ itemId: order.three, quantity, fate, serials }]);
  return as(
    sql,
    owner,
    (
      t,
    ) => t`select public.record_refund(${randomUUID()}, t.id, ${1000 + refunds}, ${day}, ${bankReference}, 'Broken', true, ${lines}::text::jsonb)
      from public.transactions t where t.order_id = ${order.order.id}`,
  );
};
const advance = ({ order }: { order: { id: string } }, status: string) =>
  answerTo(sql, owner, 'public.advance_order($1, $2)', order.id, status);

it('who has pieces that left the shop is listed with phone, mail, order and serial numbers', async () => {
  const order = await paidOrder();
  expect(await piecesOf(order)).toEqual([]);
  const serials = [`RC ${randomUUID().slice(0, 8)}-1`, `RC ${randomUUID().slice(0, 8)}-2`];
  const packed = await pack(order, { lines: [{ itemId: order.three, quantity: 2, serials }] });
  // Packed, it is still here.
  expect(await piecesOf(order)).toEqual([]);
  await move(packed.id, 'sent', sent());
  const product = await productOf(order);
  const { rows, after } = await list({ product });
  const [known] = await sql`select * from public.orders where id = ${order.order.id}`;
  expect(after).toBeNull();
  expect(rows).toEqual([
    {
      id: order.three,
      orderId: order.order.id,
      orderedAt: expect.any(String) as string,
      productName: 'Test instrument',
      pieces: 2,
      serials: serials.toSorted(),
      customerName: known?.customer_name as string,
      company: null,
      phone: known?.customer_phone as string,
      email: known?.customer_email as string,
    },
  ]);
  expect(rows[0]?.phone).toBeTruthy();
  // The rest.
  await pack(order, { lines: [{ itemId: order.three, quantity: 1 }], ...sent() });
  expect(await piecesOf(order)).toEqual([3]);
});

it('what came back, was taken back or never left does not count; what the buyer kept does', async () => {
  const part = await paidOrder();
  // Before anything left.
  await giveBack(part, 1, 'restocked');
  const parcel = await pack(part, { lines: [{ itemId: part.three, quantity: 2 }], ...sent() });
  expect(await piecesOf(part)).toEqual([2]);
  await giveBack(part, 1, 'damaged');
  expect(await piecesOf(part)).toEqual([1]);
  expect(await refusalCode(move(parcel.id, 'taken_back'))).toBe('pieces_returned');

  const taken = await paidOrder();
  const { id } = await pack(taken, { lines: [{ itemId: taken.three, quantity: 3 }], ...sent() });
  await move(id, 'taken_back');
  expect(await piecesOf(taken)).toEqual([]);

  const kept = await paidOrder();
  await pack(kept, { lines: [{ itemId: kept.three, quantity: 3 }], ...sent() });
  await giveBack(kept, 3, 'kept');
  expect(await piecesOf(kept)).toEqual([3]);
});

it('of pieces that come back their serial numbers are not with the buyer any more', async () => {
  const order = await paidOrder();
  const serials = [1, 2, 3].map((n) => `BK ${randomUUID().slice(0, 8)}-${n}`).toSorted();
  const [first = '', second = '', third = ''] = serials;
  await pack(order, { lines: [{ itemId: order.three, quantity: 3, serials }], ...sent() });
  const other = await paidOrder();
  const foreign = `BK ${randomUUID()}`;
  await pack(other, { lines: [{ itemId: other.three, quantity: 1, serials: [foreign] }], ...sent() });
  for (const wrong of [[first, second], ['BK unknown'], [foreign]])
    expect(await refusalCode(giveBack(order, 1, 'damaged', wrong)), String(wrong)).toBe('invalid_request');
  await giveBack(order, 1, 'damaged', [second]);
  const [row] = (await list({ product: await productOf(order) })).rows;
  expect(row).toMatchObject({ pieces: 2, serials: [first, third] });
  expect((await detailsOf(order)).serialsAtBuyer).toEqual({ [order.three]: [first, third] });
  expect((await list({ serials: second })).rows).toEqual([]);
  // What has come back does not come back again, and what the buyer kept is there.
  expect(await refusalCode(giveBack(order, 1, 'restocked', [second]))).toBe('invalid_request');
  expect(await refusalCode(giveBack(order, 1, 'kept', [first]))).toBe('invalid_request');
  await giveBack(order, 1, 'kept');
  expect((await list({ product: await productOf(order) })).rows).toMatchObject([
    { pieces: 2, serials: [first, third] },
  ]);
});

it('an order that was completed without a parcel counts by its lines, and one that left unpaid by its parcels', async () => {
  const whole = await paidOrder();
  await advance(whole, 'completed');
  expect(await piecesOf(whole)).toEqual([3]);
  await giveBack(whole, 2, 'restocked');
  expect(await piecesOf(whole)).toEqual([1]);

  await sql`update private.settings set ships_unpaid = true`;
  const unpaid = await newOrder();
  await pack(unpaid, { lines: [{ itemId: unpaid.three, quantity: 1 }], ...sent(), reason: 'A school' });
  await sql`update private.settings set ships_unpaid = false`;
  expect(await piecesOf(unpaid)).toEqual([1]);
});

it('serial numbers are found however they are spaced, several at once, whole or by how they begin', async () => {
  const mark = randomUUID().slice(0, 8);
  const order = await paidOrder();
  const serials = [`SN ${mark} 01`, `SN ${mark} 02`];
  const packed = await pack(order, {
    lines: [
      { itemId: order.three, quantity: 2, serials },
      { itemId: order.two, quantity: 1, serials: [`SN ${mark} 03`] },
    ],
    ...sent(),
  });
  const found = async (text: string) =>
    (await list({ serials: text })).rows.flatMap((row) => row.serials.map((one) => one.slice(-2))).toSorted();
  expect(await found(`sn${mark}01`)).toEqual(['01']);
  expect(await found(`SN ${mark} 01`)).toEqual(['01']);
  expect(await found(`sn-${mark}-03, SN${mark}02\nSN${mark}99`)).toEqual(['02', '03']);
  expect(await found(`SN${mark}`)).toEqual(['01', '02', '03']);
  expect(await found(`${mark}02`)).toEqual([]);
  const { rows } = await list({ serials: `SN${mark}`, product: await productOf(order) });
  expect(rows.map(({ serials: of }) => of)).toEqual([serials]);
  await move(packed.id, 'taken_back');
  expect(await found(`SN${mark}`)).toEqual([]);
});

it('is for those who may see buyers, asks for something, and is read in pages', async () => {
  const product = await productOf(await paidOrder());
  for (const role of ['sales', 'accounts', 'admin'] as const)
    expect(await list({ product }, await newPerson(sql, role, role))).toEqual({ rows: [], after: null });
  for (const role of ['warehouse', 'customer'] as const)
    expect(await refusalCode(newPerson(sql, role, role).then((who) => list({ product }, who)))).toBe(
      'forbidden',
    );
  for (const filter of [{}, { serials: ' , ' }, { serials: '%_' }])
    expect(await refusalCode(list(filter))).toBe('invalid_request');
  const serials = Array.from({ length: 3 }, () => `PG${randomUUID()}`);
  for (const serial of serials) {
    const order = await paidOrder();
    await pack(order, { lines: [{ itemId: order.three, quantity: 1, serials: [serial] }], ...sent() });
  }
  const first = await list({ serials: serials.join(' ') }, owner, 2);
  const second = await list({ serials: serials.join(' ') }, owner, 2, first.after);
  const read = [...first.rows, ...second.rows].flatMap((row) => row.serials);
  expect(read).toEqual(serials.toReversed());
  expect(second.after).toBeNull();
});
