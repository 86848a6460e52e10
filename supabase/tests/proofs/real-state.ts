import { askedFor, dueOf, laterOf, mayPay, overpaidOf, sum, totalOf, worthOf } from './model-order.ts';
import { announcedOf } from './model-mpesa.ts';
import type { ShopModel } from './shop-model.ts';
import type { ShopReality } from './shop-reality.ts';

/** All that the model also knows, in its words. */
export async function realState({ sql, productIds, orders, owner, receipts }: ShopReality): Promise<object> {
  const ids = orders.map((order) => order.id);
  const [row] = await sql<
    { products: object[]; orders: object[]; recorded: string[]; sales: object }[]
  >`select
    (select coalesce(jsonb_agg(jsonb_build_object(
      'stock', p.stock, 'held', private.held_quantity(p.id), 'price', p.price,
      'available', case when p.is_active then greatest(p.stock - private.held_quantity(p.id), 0) end
    ) order by array_position(${[...productIds]}::uuid[], p.id)), '[]')
    from public.products p where p.id = any(${[...productIds]}::uuid[])) as products,
    (select coalesce(jsonb_agg(jsonb_build_object(
      'state', o.status, 'total', o.total_amount, 'due', (private.book_of_order(o.id)).due,
      'asked', private.amount_due(o.id), 'later', (private.book_of_order(o.id)).later, 'overpaid', private.overpaid_cents(o.id),
      'mayPay', private.may_pay(o),
      'sold', (select coalesce(sum(l.quantity * l.price * 100), 0) from private.sold_lines l where l.order_id = o.id),
      'invoiced', (select coalesce(sum(i.gross_left), 0) from private.invoices_in_force i where i.order_id = o.id),
      'unissued', (select u.problem from private.unissued_papers u where u.order_id = o.id),
      'parcels', (select coalesce(jsonb_agg(jsonb_build_array(s.status, l.quantity) order by s.created_at), '[]')
        from private.shipments s join private.shipment_lines l on l.shipment_id = s.id where s.order_id = o.id),
      'held', (select coalesce(sum(h.quantity), 0) from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
      'awaited', (select sum(i.awaited) from public.order_items i where i.order_id = o.id),
      'openTasks', (select coalesce(jsonb_agg(distinct k.kind order by k.kind), '[]') from public.owner_tasks k
        where k.order_id = o.id and k.closed_at is null),
      'transactions', (select jsonb_agg(jsonb_build_object(
        'state', t.status,
        'answers', (select coalesce(sum(a.times), 0) from private.gateway_answers a where a.transaction_id = t.id),
        'isSettled', t.settled_on is not null,
        'isBeingAsked', t.asking_until is not null,
        'receipt', array_position(${receipts}::text[], case when t.phone is not null then t.transaction_id end)
      ) order by t.created_at) from public.transactions t where t.order_id = o.id and t.source = 'asked'),
      'further', (select coalesce(jsonb_agg(t.status order by t.status), '[]') from public.transactions t where t.order_id = o.id and t.source = 'told' and t.payment_method = 'card'),
      'announced', private.announced_cents(o.id)
    ) order by array_position(${ids}::uuid[], o.id)), '[]')
    from public.orders o where o.id = any(${ids}::uuid[])) as orders,
    (select coalesce(jsonb_agg(t.status order by array_position(${owner.recorded}::uuid[], t.id)), '[]')
    from public.transactions t where t.id = any(${owner.recorded}::uuid[])) as recorded,
    (select jsonb_build_object('grossCents', coalesce(sum(m.gross_cents), 0), 'refundedCents', coalesce(sum(m.refunded_cents), 0),
      'ordersPaid', (select coalesce(sum(l.orders), 0)
    from private.sold_lines l where l.order_id = any(${ids}::uuid[])))
    from private.money m join public.transactions t on t.id = m.transaction_id
    where t.order_id = any(${ids}::uuid[]) or t.id = any(${owner.recorded}::uuid[])) as sales`;
  return { ...row };
}

/** What `realState` must say if the model is right. */
export function expectedState(model: ShopModel): object {
  return {
    sales: model.sales(),
    recorded: model.recorded.map(({ state }) => state),
    products: model.products.map(({ stock, price, isActive }, product) => ({
      stock,
      price,
      held: model.held(product),
      available: isActive ? stock - model.held(product) : null,
    })),
    orders: model.orders.map((order) => ({
      state: order.state,
      total: totalOf(order),
      due: dueOf(order),
      asked: askedFor(order),
      later: laterOf(order),
      overpaid: overpaidOf(order),
      mayPay: mayPay(order),
      sold: worthOf(order.sold),
      invoiced: order.papers.left,
      unissued: null,
      held: sum([...model.liveOf(order).values()].map(({ pieces }) => pieces)),
      awaited: sum(order.awaited.values()),
      parcels: order.parcels.map(({ state, quantity }) => [state, quantity]),
      openTasks: [...new Set(order.tasks.filter((task) => task.isOpen).map(({ kind }) => kind))].sort(),
      transactions: order.transactions.map(
        ({ state, answers, isSettled, isBeingAsked, prompt, receipt }) => ({
          state,
          answers,
          isSettled,
          isBeingAsked,
          receipt: prompt && receipt ? model.receipts.indexOf(receipt) + 1 || null : null,
        }),
      ),
      announced: announcedOf(model.receipts, order),
      further: order.transactions.flatMap((t) => [...t.further.values()].map(({ state }) => state)).sort(),
    })),
  };
}
