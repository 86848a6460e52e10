-- What must always be true of money and stock, as a query that returns no row.
-- Who reads: the tests after every step that touches money, operators, and admins through public.broken_invariants(true).

create function private.broken_rules(
  p_orders uuid[] default null, p_products uuid[] default null, p_statements uuid[] default null, p_days daterange default null
) returns table (broken text, subject text, detail text)
-- Definer: nobody may read the ledgers. Planned for the arguments of each call: what is null drops out of the conditions.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
begin
  return query
  with orders as not materialized (
    select * from public.orders where p_orders is null or id = any (p_orders)
  ), order_items as not materialized (
    select * from public.order_items where p_orders is null or order_id = any (p_orders)
  ), transactions as not materialized (
    select * from public.transactions where p_orders is null or order_id = any (p_orders)
  ), owner_tasks as not materialized (
    select * from public.owner_tasks where p_orders is null or order_id = any (p_orders)
  ), standing_refunds as not materialized (
    select * from private.standing_refunds where p_orders is null or order_id = any (p_orders)
  ), movements_of_orders as not materialized (
    select * from private.stock_movements where order_id is not null and (p_orders is null or order_id = any (p_orders))
  ), statement_lines as not materialized (
    select * from public.statement_lines
    where transaction_id is not null and (p_orders is null or transaction_id = any (array(select id from transactions)))
  ), products as not materialized (
    select * from public.products where p_products is null or id = any (p_products)
  ), movements_of_products as not materialized (
    select * from private.stock_movements where p_products is null or product_id = any (p_products)
  ), bank_statements as not materialized (
    select * from public.bank_statements where p_statements is null or id = any (p_statements)
  )
  select 'stock differs from its movements' as broken, p.id::text as subject,
    p.stock || ' on the shelf, ' || coalesce(m.total, 0) || ' by its movements' as detail
  from products p
  left join (select product_id, sum(change) as total from movements_of_products group by product_id) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
  union all
  select 'more is held than there is', p.id::text, p.stock || ' on the shelf, ' || h.held || ' held'
  from (
    select product_id, sum(quantity) as held from private.stock_holds where expires_at > now() group by product_id
  ) h join products p on p.id = h.product_id
  where h.held > p.stock
  union all
  select 'total is not the sum of the items and the delivery', o.id::text,
    o.total_amount || ' against ' || coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
  from orders o
  left join (select order_id, sum(quantity::bigint * price) as total from order_items group by order_id) i on i.order_id = o.id
  where o.total_amount <> coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
  union all
  select 'paid without money', o.id::text, o.status
  from orders o
  left join (
    -- Parts that the owner accepted, and one payment of the rest; the owner may also have accepted another sum as all of it.
    select t.order_id, count(*) filter (where t.status = 'completed') as times, sum(t.bank_amount_cents) as cents,
      bool_or(k.outcome = 'accepted') as is_accepted
    from transactions t left join owner_tasks k on k.transaction_id = t.id and k.outcome in ('accepted', 'rest_due')
    where t.status = 'completed' or k.outcome = 'rest_due' group by t.order_id
  ) t on t.order_id = o.id
  where o.status in ('paid', 'completed')
    and (t.times is distinct from 1 or (t.cents is distinct from o.total_amount::bigint * 100 and not coalesce(t.is_accepted, false)))
  union all
  select 'money without a paid order', t.id::text, o.status
  from transactions t join orders o on o.id = t.order_id
  where t.status = 'completed' and o.status not in ('paid', 'completed')
    and not (o.status = 'cancelled' and (select m.accepted_cents = 0 from private.money_of_order(o.id) m))
    -- Less was given back than the owner had written down when the order was cancelled.
    and not (o.status = 'cancelled' and exists (select 1 from public.refunds r where r.transaction_id = t.id and r.corrects is not null))
  union all
  select 'more was given back than received', r.transaction_id::text, sum(r.amount_cents)::text
  from standing_refunds r join transactions t on t.id = r.transaction_id
  group by r.transaction_id, t.bank_amount_cents
  having sum(r.amount_cents) > coalesce(t.bank_amount_cents, 0) + (
    select coalesce(sum(k.amount_cents), 0) from owner_tasks k where k.transaction_id = r.transaction_id and k.bank_index is not null
  )
  union all
  select 'a task and its refund disagree', coalesce(k.transaction_id, r.transaction_id)::text, coalesce(k.outcome, 'no task') || ', refund of ' || coalesce(r.amount_cents::text, 'nothing')
  from (select * from owner_tasks where outcome = 'refunded') k
  full join (select * from standing_refunds where task_id is not null) r on r.task_id = k.id
  where k.amount_cents is distinct from r.amount_cents or k.transaction_id is distinct from r.transaction_id
  union all
  select distinct 'pieces sold are not the pieces paid for', o.id::text, o.status
  from (
    select i.order_id, i.product_id, i.quantity from order_items i join orders p on p.id = i.order_id
    where p.status in ('paid', 'completed')
  ) i
  full join (
    select order_id, product_id, -sum(change) as quantity from movements_of_orders group by order_id, product_id having sum(change) <> 0
  ) m on m.order_id = i.order_id and m.product_id = i.product_id
  join orders o on o.id = coalesce(i.order_id, m.order_id)
  where i.quantity is distinct from m.quantity
  union all
  select 'an order that is not being paid holds pieces', h.order_id::text, o.status
  from private.stock_holds h join orders o on o.id = h.order_id
  where o.status <> 'pending' and h.expires_at > now()
  union all
  select 'money in question without a task', t.id::text, t.status
  from transactions t
  where t.status = 'review' and not exists (select 1 from owner_tasks k where k.transaction_id = t.id)
  union all
  select 'settled without an approval', t.id::text, t.status
  from statement_lines l join transactions t on t.id = l.transaction_id
  where t.status not in ('completed', 'review')
  union all
  select 'a payment and its statement disagree', t.id::text, coalesce(t.settled_on::text, 'not settled')
  from transactions t full join (select * from statement_lines where transaction_id is not null) l on l.transaction_id = t.id
  where t.settled_on is distinct from l.day
  union all
  select 'a statement does not add up', s.id::text, s.settled || ' settled, ' || s.lines - s.known || ' lines of its own, ' || count(l.id) || ' stored'
  from bank_statements s left join public.statement_lines l on l.statement_id = s.id
  group by s.id, s.lines, s.known, s.settled
  having s.lines - s.known <> count(l.id)
    or s.settled <> count(l.id) filter (where l.transaction_id is not null and l.verdict = 'settled')
  union all
  select 'decided without the bank''s answer', t.id::text, t.status
  from transactions t
  where t.status in ('completed', 'failed', 'review')
    and not exists (
      select 1 from private.gateway_answers a
      where a.id = t.answer_id and a.transaction_id = t.id and a.verdict <> 'undecided' and (a.verdict = 'refused') = (t.status = 'failed')
        and (t.status <> 'completed' or a.answer ->> 'transactionIndex' = t.transaction_id)
    )
  union all
  select 'a paid order without its message', o.id::text, o.status
  from orders o
  -- The messages to a person who was erased went with them.
  where o.status in ('paid', 'completed') and o.erased_at is null
    and not exists (select 1 from private.messages m where m.order_id = o.id and m.kind = 'order_paid')
  union all
  select 'a kept sum is not what is counted', w.figure || ' of ' || w.day, w.kept || ' kept, ' || w.counted || ' counted'
  from private.wrong_sums(p_days) w;
end;
$$;

comment on function private.broken_rules is
  'One row for everything about money or stock that is wrong with these orders, products, statements and days of kept sums (whole months): '
  'null is all of them, ''{}'' and ''empty'' none. Each rule is written here alone.';
grant execute on function private.broken_rules to service_role;

create view private.invariants as
  select r.broken, r.subject, r.detail from private.broken_rules() r;
comment on view private.invariants is 'One row for everything about money or stock that is wrong; always empty.';
grant select on private.invariants to service_role;
