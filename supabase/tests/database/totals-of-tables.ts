import { as, type Character, type Sql } from '../shop-cast.ts';

export type TotalsFilter = { min?: number; max?: number; hasTask?: true; orderId?: string };

/** The totals of the dashboard's tables under a filter, and the same counted row by row. */
export async function shownAndCounted(
  sql: Sql,
  admin: Character,
  status: { order: string; transaction: string } | null,
  days: { from: string; to: string },
  { min, max, hasTask, orderId }: TotalsFilter,
) {
  const common = { ...days, ...(min && { min }), ...(max && { max }) };
  const ofOrders = { ...common, ...(hasTask && { hasTask }), ...(status && { status: status.order }) };
  const ofTransactions = {
    ...common,
    ...(orderId && { orderId }),
    ...(status && { status: status.transaction }),
  };
  return as(sql, admin, async (t) => {
    const [row] = await t<{ shown: unknown; counted: unknown }[]>`
      with payments as (
        -- What a buyer withholds is in no list of money received.
        select from public.transactions where payment_method not in ('withheld_vat', 'withheld_tax')
      ), days as (
        select ${days.from}::date::timestamp at time zone 'Africa/Nairobi' as begins,
          (${days.to}::date + 1)::timestamp at time zone 'Africa/Nairobi' as ends
      ), asked as (
        select ${min ?? 0}::integer as min, ${max ?? 2_000_000_000}::integer as max, ${status?.order ?? null}::text as order_status,
          ${status?.transaction ?? null}::text as transaction_status, ${orderId ?? null}::uuid as order_id
      )
      select jsonb_build_object(
        'orders', (select cardinality(f.ids) from private.find_orders(${t.json(ofOrders)}, 'createdAt', true, 1000000) f),
        'transactions', (select cardinality(f.ids) from private.find_transactions(${t.json(ofTransactions)}, 1000000) f),
        'allOrders', (select cardinality(f.ids) from private.find_orders('{"status": null}', 'createdAt', true, 1000000) f),
        'allTransactions', public.list_transactions() -> 'total',
        'blank', (select cardinality(f.ids) from private.find_transactions('{"text": " "}', 1000000) f),
        'people', public.list_users() -> 'total'
      ) as shown, jsonb_build_object(
        'orders', (select count(*) from public.orders o, days, asked a
          where o.created_at >= begins and o.created_at < ends and o.total_amount between a.min and a.max
            and (a.order_status is null or o.status = a.order_status)
            and (${hasTask ?? false}::boolean is false
              or exists (select from public.owner_tasks k where k.order_id = o.id and k.closed_at is null))),
        'transactions', (select count(*) from public.transactions r, days, asked a
          where r.created_at >= begins and r.created_at < ends and r.amount between a.min and a.max
            and r.payment_method not in ('withheld_vat', 'withheld_tax')
            and (a.transaction_status is null or r.status = a.transaction_status)
            and (a.order_id is null or r.order_id = a.order_id)),
        'allOrders', (select count(*) from public.orders),
        'allTransactions', (select count(*) from payments),
        'blank', (select count(*) from payments),
        'people', (select count(*) from public.users)
      ) as counted`;
    return row;
  });
}
