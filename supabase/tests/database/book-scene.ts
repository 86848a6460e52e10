import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OrderDetails } from '../../functions/_shared/contract/admin-orders.ts';
import type { TransactionRow } from '../../functions/_shared/contract/admin-transactions.ts';
import { addDays } from '../../functions/_shared/contract/calendar-days.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import { answerTo, paymentScene } from '../payment-scene.ts';
import type { Character, Placed, Sql } from '../shop-cast.ts';
import { refundScene, today } from './refund-scene.ts';

export type OrderOf = Pick<Placed, 'order'>;
export type Share = { orderId: string; cents: number };
export const ago = (days: number) => addDays(today, -days);

/** Orders of KES 2,000 for two pieces, of five on the shelf, and what their book says. Called once, at the top of a file. */
export function bookScene(sql: Sql) {
  const { newOrder: placeOrder, payAgain } = paymentScene(sql, 5);
  const refunds = refundScene(sql);
  const { owner, detailsOf } = refunds;

  const newOrder = async (options: Parameters<typeof placeOrder>[0] = {}) => {
    const { placed, ...others } = await placeOrder(options);
    return { ...others, ...placed };
  };
  /** Staff write down KES for one order. Returns the id of the payment. */
  const record = async ({ order }: OrderOf, amount: number, { method = 'transfer', day = today } = {}) => {
    const id = randomUUID();
    const entry = [id, order.id, method, id.slice(-10), amount, day];
    await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6)', ...entry);
    return id;
  };
  const paidOrder = async (how: Parameters<typeof record>[2] = {}) => {
    const placed = await newOrder();
    return { ...placed, payment: await record(placed, 2000, how) };
  };
  /** The same for several orders, or none. */
  const recordFor = async (shares: Share[], amount: number) => {
    const id = randomUUID();
    const entry = [id, null, 'transfer', id.slice(-10), amount, today, shares];
    expect(
      await answerTo(sql, owner, 'public.record_payment($1, $2, $3, $4, $5, $6, $7::jsonb)', ...entry),
    ).toBeNull();
    return id;
  };
  const share = (paymentId: string, shares: Share[], who: Character = owner, id = randomUUID()) =>
    answerTo<TransactionRow>(sql, who, 'public.share_payment($1, $2, $3::jsonb)', id, paymentId, shares);
  const of = ({ order }: OrderOf, cents: number): Share => ({ orderId: order.id, cents });
  const reverse = (paymentId: string, cause: string) =>
    answerTo<Order | null>(
      sql,
      owner,
      `public.reverse_payment($1, 'It does not stand', $2)`,
      paymentId,
      cause,
    );
  const reduce = (
    { order }: OrderOf,
    cause: string,
    cents: number,
    { id = randomUUID(), reason = 'Agreed by phone', lines = [] as object[] } = {},
    who: Character = owner,
  ) =>
    answerTo<Order>(
      sql,
      who,
      'public.reduce_order($1, $2, $3, $4, $5, $6::jsonb)',
      id,
      order.id,
      cause,
      cents,
      reason,
      lines,
    );
  const comesBack = (refundId: string, cents: number, id = randomUUID()) =>
    answerTo<TransactionRow>(
      sql,
      owner,
      `public.record_refund_back($1, $2, $3, $4, $5, 'The bank decided for us')`,
      id,
      refundId,
      cents,
      today,
      `BACK-${id}`,
    );
  const sendAll = async (placed: OrderOf) => {
    const { order, shipping } = await detailsOf(placed);
    const lines = order.items.map(({ id, quantity }) => ({ itemId: id, quantity, serials: [] }));
    const entry = [randomUUID(), order.id, lines, shipping.toShip, randomUUID().slice(0, 20)];
    await answerTo(sql, owner, `public.record_shipment($1, $2, $3, $4, 'sent', 'G4S', $5)`, ...entry);
  };
  /** A parcel of pieces of one product leaves; returns its id. */
  const send = async (placed: OrderOf, productId: string, quantity = 1, reason: string | null = null) => {
    const { order, shipping } = await detailsOf(placed);
    const itemId = order.items.find((item) => item.productId === productId)?.id;
    const id = randomUUID();
    const entry = [
      id,
      order.id,
      [{ itemId, quantity, serials: [] }],
      shipping.toShip,
      id.slice(0, 20),
      reason,
    ];
    await answerTo(
      sql,
      owner,
      `public.record_shipment($1, $2, $3, $4, 'sent', 'G4S', $5, null, $6)`,
      ...entry,
    );
    return id;
  };
  const takeBack = (parcelId: string) =>
    answerTo(sql, owner, `public.advance_shipment($1, 'taken_back')`, parcelId);
  const changeTo = async (
    placed: OrderOf,
    items: { productId: string; quantity: number; price: number }[],
    deliveryPrice: number | null = null,
  ) => {
    const { version, lines: _, ...changing } = (await detailsOf(placed)).changing;
    const orderData = { ...changing, deliveryPrice: deliveryPrice ?? changing.deliveryPrice };
    const request = [randomUUID(), placed.order.id, version, { items, orderData }];
    await answerTo(sql, owner, 'public.change_order($1, $2, $3, $4, false, false)', ...request);
  };

  /** Charged, reduced, received, given back and due, in cents. */
  const bookOf = async ({ order }: OrderOf) => {
    const [book] = await sql<Record<'charged' | 'reduced' | 'received' | 'given_back' | 'due', string>[]>`
      select charged, reduced, received, given_back, due from private.books where order_id = ${order.id}`;
    return book && [book.charged, book.reduced, book.received, book.given_back, book.due].map(Number);
  };
  const stateOf = async (placed: OrderOf) => {
    const { order } = await detailsOf(placed);
    return [order.status, order.word, order.payment.dueAmount, order.payment.overpaidCents];
  };
  const statusOf = async (paymentId: string) =>
    (await sql<{ status: string }[]>`select status from public.transactions where id = ${paymentId}`)[0]
      ?.status;
  const reductionsOf = async ({ order }: OrderOf) =>
    (
      await sql<{ cause: string; cents: number }[]>`
        select cause, cents::integer as cents from private.reductions where order_id = ${order.id} order by created_at, id`
    ).map(({ cause, cents }) => [cause, cents]);
  /** Day, pieces and orders of each line that was sold, or is not after all. */
  const soldOf = async ({ order }: OrderOf) =>
    (
      await sql<{ day: string; quantity: number; orders: number }[]>`
        select private.nairobi_day(sold_at)::text as day, quantity, orders from private.sold_lines
        where order_id = ${order.id} order by id`
    ).map(({ day, quantity, orders }) => [day, quantity, orders]);
  /** Of each movement of a payment: the order, what came and what went, in cents. */
  const moneyOf = async (paymentId: string) =>
    (
      await sql<{ orderId: string | null; gross: number; refunded: number }[]>`
        select order_id as "orderId", gross_cents::integer as gross, refunded_cents::integer as refunded from private.money
        where transaction_id = ${paymentId} order by gross_cents desc, refunded_cents, order_id`
    ).map(({ orderId, gross, refunded }) => [orderId, gross, refunded]);
  const refundsOf = async (paymentId: string) =>
    (
      await sql<{ id: string; cause: string; cents: number }[]>`
        select id, cause, amount_cents::integer as cents from public.refunds where transaction_id = ${paymentId} order by created_at, id`
    ).map(({ id, ...others }) => ({ id, ...others }));
  const openTasks = async (placed: OrderOf) =>
    (await detailsOf(placed)).tasks.map(({ kind, amountCents }) => [kind, amountCents]);
  /** Those that were sent or will be. */
  const mailsOf = async ({ order }: OrderOf, kind: string) =>
    (
      await sql`select 1 from private.messages
        where order_id = ${order.id} and kind = ${kind} and channel = 'email' and state <> 'skipped'`
    ).length;
  const itemOf = ({ order }: OrderDetails) => order.items[0]?.id ?? '';

  return {
    ...refunds,
    payAgain,
    newOrder,
    record,
    paidOrder,
    recordFor,
    share,
    of,
    reverse,
    reduce,
    comesBack,
    sendAll,
    send,
    takeBack,
    changeTo,
    bookOf,
    stateOf,
    statusOf,
    reductionsOf,
    soldOf,
    moneyOf,
    refundsOf,
    openTasks,
    mailsOf,
    itemOf,
  };
}
