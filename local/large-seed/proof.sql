-- Every sentence that is not true of what was written: none, or nothing is kept.

select broken || ': ' || count(*) as sentence from private.invariants group by broken
union all
select 'an item of no order or no product: ' || count(*)
from public.order_items i
where not exists (select 1 from public.orders o where o.id = i.order_id) or not exists (select 1 from public.products p where p.id = i.product_id)
having count(*) > 0
union all
select 'an order of nobody who has an account: ' || count(*)
from public.orders o where o.user_id is not null and not exists (select 1 from public.users u where u.id = o.user_id) having count(*) > 0
union all
select 'an account that nobody signed up for: ' || count(*)
from public.users u where not exists (select 1 from auth.users a where a.id = u.id) having count(*) > 0
union all
select 'an order without any transaction: ' || count(*)
-- What a seller has made is paid by what staff record, or later by its link.
from public.orders o where o.placed_by is null and not exists (select 1 from public.transactions t where t.order_id = o.id) having count(*) > 0
union all
select 'a transaction of no order: ' || count(*)
from public.transactions t where t.order_id is not null and not exists (select 1 from public.orders o where o.id = t.order_id) having count(*) > 0
union all
select 'an entry in the book of no order: ' || count(*)
from (
  select s.order_id from private.shares s union all select r.order_id from private.reductions r union all select l.order_id from private.sold_lines l
) b where not exists (select 1 from public.orders o where o.id = b.order_id) having count(*) > 0
union all
select 'money of no payment, or given back under no refund: ' || count(*)
from private.shares s
where not exists (select 1 from public.transactions t where t.id = s.transaction_id)
  or s.refund_id is not null and not exists (select 1 from public.refunds r where r.id = s.refund_id and r.transaction_id = s.transaction_id)
having count(*) > 0
union all
select 'something happens later than now: ' || count(*)
-- The shop may be in use: what happened since the filling began is later than now(), and true.
from public.history h where h.at > clock_timestamp() having count(*) > 0;
