import {
  approved,
  type CartLine,
  newProduct,
  place,
  type Placed,
  bankDecides,
  type Sql,
} from './shop-cast.ts';

/** An order that was placed and paid at some other moment, with everything that the bank said then. */
export async function paidAt(sql: Sql, moment: string, items: CartLine[]): Promise<Placed> {
  const placed = await place(sql, items);
  await bankDecides(sql, placed.transaction.trace, approved(placed));
  await moveTo(sql, placed.order.id, moment);
  return placed;
}

/** One piece of a product nobody else uses. Price in KES. */
export async function soldAt(sql: Sql, moment: string, price: number): Promise<Placed> {
  const product = await newProduct(sql, { price, stock: 5000 });
  return paidAt(sql, moment, [{ productId: product.id, quantity: 1, price }]);
}

/** Puts an order and its transactions to another moment, as if the clock had stood there. */
export async function moveTo(sql: Sql, orderId: string, moment: string): Promise<void> {
  await sql.begin(async (transaction) => {
    // The bank's answers are append-only unless triggers are disabled.
    await transaction`set local session_replication_role = replica`;
    await transaction`update public.orders set created_at = ${moment}, updated_at = ${moment} where id = ${orderId}`;
    await transaction`update public.transactions set created_at = ${moment}, decided_at = case when decided_at is not null
      then ${moment}::timestamptz end where order_id = ${orderId}`;
    await transaction`update private.gateway_answers set at = ${moment} where transaction_id in
      (select id from public.transactions where order_id = ${orderId})`;
    await transaction`update public.owner_tasks set created_at = ${moment} where order_id = ${orderId}`;
    await transaction`update private.stock_movements set at = ${moment} where order_id = ${orderId}`;
    await transaction`update private.shares set at = ${moment} where order_id = ${orderId}`;
    await transaction`update private.sold_lines set sold_at = ${moment} where order_id = ${orderId}`;
  });
}
