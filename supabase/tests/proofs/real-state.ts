import type { ModelTransaction } from './model-order.ts';
import type { ShopModel } from './shop-model.ts';
import type { ShopReality } from './shop-reality.ts';

/** All that the model also knows, in its words. */
export async function realState({ sql, productIds, orders }: ShopReality): Promise<object> {
  const [row] = await sql<{ products: object[] | null; orders: object[] | null }[]>`select
    (select jsonb_agg(jsonb_build_object(
      'stock', p.stock, 'held', private.held_quantity(p.id), 'price', p.price,
      'available', case when p.is_active then (select s.stock from public.shop_products s where s.id = p.id) end
    ) order by array_position(${[...productIds]}::uuid[], p.id))
    from public.products p where p.id = any(${[...productIds]}::uuid[])) as products,
    (select jsonb_agg(jsonb_build_object(
      'state', o.status,
      'nextStep', private.payment_step(o.id),
      'isHeld', exists (select from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
      'transactions', (select jsonb_agg(jsonb_build_object(
        'state', t.status,
        'answers', (select coalesce(sum(a.times), 0) from private.gateway_answers a where a.transaction_id = t.id),
        'isSettled', private.settled_on(t.id) is not null,
        'isBeingAsked', t.asking_until is not null,
        'tasks', (select coalesce(jsonb_agg(w.words order by w.words), '[]') from (
          select case when k.closed_at is null then 'open ' else 'closed ' end || k.kind as words
          from public.owner_tasks k where k.transaction_id = t.id) w)
      ) order by t.created_at) from public.transactions t where t.order_id = o.id)
    ) order by array_position(${orders.map((order) => order.id)}::uuid[], o.id))
    from public.orders o where o.id = any(${orders.map((order) => order.id)}::uuid[])) as orders`;
  return { products: row?.products ?? [], orders: row?.orders ?? [] };
}

/** What `realState` must say if the model is right. */
export function expectedState(model: ShopModel): object {
  const reply = ({ tasks }: ModelTransaction) =>
    tasks.map(({ isOpen, kind }) => `${isOpen ? 'open' : 'closed'} ${kind}`).sort();
  return {
    products: model.products.map(({ stock, price, isActive }, product) => ({
      stock,
      price,
      held: model.held(product),
      available: isActive ? stock - model.held(product) : null,
    })),
    orders: model.orders.map((order) => ({
      state: order.state,
      nextStep: model.nextStep(order),
      isHeld: model.isHeld(order),
      transactions: order.transactions.map((transaction) => ({
        state: transaction.state,
        answers: transaction.answers,
        isSettled: transaction.isSettled,
        isBeingAsked: transaction.isBeingAsked,
        tasks: reply(transaction),
      })),
    })),
  };
}
