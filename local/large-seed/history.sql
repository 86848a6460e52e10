-- The history as its triggers would have written it, had all of this happened by itself; in the order of time.

insert into public.history (at, actor_id, actor_role, table_name, row_id, operation, before, after)
select at, actor_id, actor_role, table_name, row_id, case when after is null then 'insert' else 'update' end, before, after
from (
  select p.created_at as at, null::uuid as actor_id, 'supabase_auth_admin' as actor_role, 'users' as table_name, p.id as row_id,
    null::jsonb as before, null::jsonb as after, 1 as place
  from people p
  union all
  select g.created_at, owner.id, 'authenticated', 'products', g.id, null, null, 1
  from goods g cross join owner
  union all
  select g.priced_at, owner.id, 'authenticated', 'products', g.id,
    jsonb_build_object('price', g.price_before), jsonb_build_object('price', g.price), 2
  from goods g cross join owner where g.price_before <> g.price
  union all
  select s.created_at, o.user_id, 'service_role', 'orders', o.id, null, null, 2
  from sales s join public.orders o on o.id = s.id
  union all
  select s.created_at, null, 'service_role', 'order_items', i.id, null, null, 3
  from sales s join public.order_items i on i.order_id = s.id
  union all
  select t.created_at, null, 'service_role', 'transactions', t.id, null, null, 4
  from tries t
  union all
  select s.at, null, 'service_role', 'products', s.product_id,
    jsonb_build_object('stock', s.stock_left + s.quantity), jsonb_build_object('stock', s.stock_left), 6
  from (
    select s.*, o.quantity - sum(s.quantity) over (partition by s.product_id order by s.at, s.order_id) as stock_left
    from sold s join opened o on o.product_id = s.product_id
  ) s
  union all
  select t.decided_at, null, 'service_role', 'transactions', t.id, '{"status": "pending"}',
    jsonb_build_object('status', t.status), 6
  from tries t where t.status <> 'pending'
  union all
  select t.decided_at, null, 'service_role', 'orders', t.order_id, '{"status": "pending"}', '{"status": "paid"}', 7
  from tries t where t.place = 2
  union all
  select o.updated_at, owner.id, 'authenticated', 'orders', o.id, '{"status": "paid"}', '{"status": "completed"}', 8
  from sales s join public.orders o on o.id = s.id cross join owner where s.status = 'completed'
  union all
  select o.updated_at, owner.id, case when s.status = 'failed' then 'service_role' else 'authenticated' end, 'orders', o.id,
    '{"status": "pending"}', jsonb_build_object('status', s.status), 8
  from sales s join public.orders o on o.id = s.id cross join owner where s.status in ('failed', 'cancelled')
  union all
  select k.created_at, null, 'service_role', 'owner_tasks', k.id, null, null, 7
  from tries t join public.owner_tasks k on k.transaction_id = t.id
  union all
  select k.closed_at, k.closed_by, 'authenticated', 'owner_tasks', k.id,
    '{"closed_at": null, "closed_by": null, "closing_reason": null, "outcome": null}',
    jsonb_build_object('closed_at', k.closed_at, 'closed_by', k.closed_by, 'closing_reason', k.closing_reason, 'outcome', k.outcome), 8
  from tries t join public.owner_tasks k on k.transaction_id = t.id where k.closed_at is not null
  union all
  select o.updated_at, owner.id, 'authenticated', 'reductions', pg_temp.id_of('reduction', s.n), null, null, 9
  from sales s join public.orders o on o.id = s.id cross join owner where s.status = 'cancelled'
  union all
  select g.closed_at, g.closed_by, 'authenticated', 'refunds', g.id, null, null, 9
  from given_back g
) entries
order by at, place;
