import { type ModelTransaction, overpaidOf } from './model-order.ts';
import type { ShopModel } from './shop-model.ts';
import type { ShopReality } from './shop-reality.ts';

/** All that the model also knows, in its words. */
export async function realState({ sql, productIds, orders }: ShopReality): Promise<object> {
  const [row] = await sql<{ products: object[] | null; orders: object[] | null; sales: object }[]>`select
    (select jsonb_agg(jsonb_build_object(
      'stock', p.stock, 'held', private.held_quantity(p.id), 'price', p.price,
      'available', case when p.is_active then (select s.stock from public.shop_products s where s.id = p.id) end
    ) order by array_position(${[...productIds]}::uuid[], p.id))
    from public.products p where p.id = any(${[...productIds]}::uuid[])) as products,
    (select jsonb_agg(jsonb_build_object(
      'state', o.status, 'total', o.total_amount, 'overpaid', private.overpaid_cents(o.id),
      'nextStep', private.next_payment_step(o.id),
      'parcels', (select coalesce(jsonb_agg(jsonb_build_array(s.status, l.quantity) order by s.created_at), '[]')
        from private.shipments s join private.shipment_lines l on l.shipment_id = s.id where s.order_id = o.id),
      'isHeld', exists (select from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
      'transactions', (select jsonb_agg(jsonb_build_object(
        'state', t.status,
        'answers', (select coalesce(sum(a.times), 0) from private.gateway_answers a where a.transaction_id = t.id),
        'isSettled', t.settled_on is not null,
        'isBeingAsked', t.asking_until is not null,
        'tasks', (select coalesce(jsonb_agg(w.words order by w.words), '[]') from (
          select case when k.closed_at is null then 'open ' else 'closed ' end || k.kind as words
          from public.owner_tasks k where k.transaction_id = t.id) w)
      ) order by t.created_at) from public.transactions t where t.order_id = o.id and t.payment_method = 'card'),
      'recorded', (select coalesce(jsonb_agg(jsonb_build_object('state', t.status,
        'tasks', (select coalesce(jsonb_agg(w.words order by w.words), '[]') from (
          select case when k.closed_at is null then 'open ' else 'closed ' end || k.kind as words
          from public.owner_tasks k where k.transaction_id = t.id) w)
      ) order by t.created_at), '[]') from public.transactions t where t.order_id = o.id and t.payment_method <> 'card')
    ) order by array_position(${orders.map((order) => order.id)}::uuid[], o.id))
    from public.orders o where o.id = any(${orders.map((order) => order.id)}::uuid[])) as orders,
    (select jsonb_build_object('grossCents', coalesce(sum(s.gross_cents), 0), 'refundedCents', coalesce(sum(s.refunded_cents), 0),
      'ordersPaid', count(*) filter (where s.pays_order))
    from private.sales s where s.order_id = any(${orders.map((order) => order.id)}::uuid[])) as sales`;
  return { products: row?.products ?? [], orders: row?.orders ?? [], sales: row?.sales ?? {} };
}

/** What `realState` must say if the model is right. */
export function expectedState(model: ShopModel): object {
  const reply = ({ tasks }: ModelTransaction) =>
    tasks.map(({ isOpen, kind }) => `${isOpen ? 'open' : 'closed'} ${kind}`).sort();
  return {
    sales: model.sales(),
    products: model.products.map(({ stock, price, isActive }, product) => ({
      stock,
      price,
      held: model.held(product),
      available: isActive ? stock - model.held(product) : null,
    })),
    orders: model.orders.map((order) => ({
      state: order.state,
      total: order.total,
      overpaid: overpaidOf(order),
      nextStep: model.nextStep(order),
      isHeld: model.isHeld(order),
      parcels: order.parcels.map(({ state, quantity }) => [state, quantity]),
      transactions: order.transactions.map((transaction) => ({
        state: transaction.state,
        answers: transaction.answers,
        isSettled: transaction.isSettled,
        isBeingAsked: transaction.isBeingAsked,
        tasks: reply(transaction),
      })),
      recorded: order.recorded.map((payment) => ({ state: payment.state, tasks: reply(payment) })),
    })),
  };
}
