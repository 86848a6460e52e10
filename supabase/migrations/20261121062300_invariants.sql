-- What must always be true of money and stock, as a query that returns no row.
-- Who reads: the tests after every step that touches money, operators, and admins through public.broken_invariants().

create view private.invariants as
  select 'stock differs from its movements' as broken, p.id::text as subject,
    p.stock || ' on the shelf, ' || coalesce(m.total, 0) || ' by its movements' as detail
  from public.products p
  left join (select product_id, sum(change) as total from private.stock_movements group by product_id) m on m.product_id = p.id
  where p.stock <> coalesce(m.total, 0)
  union all
  select 'more is held than there is', p.id::text, p.stock || ' on the shelf, ' || h.held || ' held'
  from (
    select product_id, sum(quantity) as held from private.stock_holds where expires_at > now() group by product_id
  ) h join public.products p on p.id = h.product_id
  where h.held > p.stock
  union all
  select 'total is not the sum of the items and the delivery', o.id::text,
    o.total_amount || ' against ' || coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
  from public.orders o
  left join (select order_id, sum(quantity::bigint * price) as total from public.order_items group by order_id) i on i.order_id = o.id
  where o.total_amount <> coalesce(i.total, 0) + coalesce(o.delivery_price, 0)
  union all
  select 'paid without money', o.id::text, o.status
  from public.orders o
  left join (
    -- Parts that the owner accepted, and one payment of the rest; the owner may also have accepted another sum as all of it.
    select t.order_id, count(*) filter (where t.status = 'completed') as times, sum(t.bank_amount_cents) as cents,
      bool_or(k.outcome = 'accepted') as is_accepted
    from public.transactions t left join public.owner_tasks k on k.transaction_id = t.id and k.outcome in ('accepted', 'rest_due')
    where t.status = 'completed' or k.outcome = 'rest_due' group by t.order_id
  ) t on t.order_id = o.id
  where o.status in ('paid', 'completed')
    and (t.times is distinct from 1 or (t.cents is distinct from o.total_amount::bigint * 100 and not coalesce(t.is_accepted, false)))
  union all
  select 'money without a paid order', t.id::text, o.status
  from public.transactions t join public.orders o on o.id = t.order_id
  where t.status = 'completed' and o.status not in ('paid', 'completed')
    and not (o.status = 'cancelled' and (select m.accepted_cents = 0 from private.money_of_order(o.id) m))
    -- Less was given back than the owner had written down when the order was cancelled.
    and not (o.status = 'cancelled' and exists (select 1 from public.refunds r where r.transaction_id = t.id and r.corrects is not null))
  union all
  select 'more was given back than received', r.transaction_id::text, sum(r.amount_cents)::text
  from private.standing_refunds r join public.transactions t on t.id = r.transaction_id
  group by r.transaction_id, t.bank_amount_cents
  having sum(r.amount_cents) > coalesce(t.bank_amount_cents, 0) + (
    select coalesce(sum(k.amount_cents), 0) from public.owner_tasks k where k.transaction_id = r.transaction_id and k.bank_index is not null
  )
  union all
  select 'a task and its refund disagree', coalesce(k.transaction_id, r.transaction_id)::text, coalesce(k.outcome, 'no task') || ', refund of ' || coalesce(r.amount_cents::text, 'nothing')
  from (select * from public.owner_tasks where outcome = 'refunded') k
  full join (select * from private.standing_refunds where task_id is not null) r on r.task_id = k.id
  where k.amount_cents is distinct from r.amount_cents or k.transaction_id is distinct from r.transaction_id
  union all
  select distinct 'pieces sold are not the pieces paid for', o.id::text, o.status
  from (
    select i.order_id, i.product_id, i.quantity from public.order_items i join public.orders p on p.id = i.order_id
    where p.status in ('paid', 'completed')
  ) i
  full join (
    select order_id, product_id, -sum(change) as quantity from private.stock_movements
    where order_id is not null group by order_id, product_id having sum(change) <> 0
  ) m on m.order_id = i.order_id and m.product_id = i.product_id
  join public.orders o on o.id = coalesce(i.order_id, m.order_id)
  where i.quantity is distinct from m.quantity
  union all
  select 'an order that is not being paid holds pieces', h.order_id::text, o.status
  from private.stock_holds h join public.orders o on o.id = h.order_id
  where o.status <> 'pending' and h.expires_at > now()
  union all
  select 'money in question without a task', t.id::text, t.status
  from public.transactions t
  where t.status = 'review' and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id)
  union all
  select 'settled without an approval', t.id::text, t.status
  from public.statement_lines l join public.transactions t on t.id = l.transaction_id
  where t.status not in ('completed', 'review')
  union all
  select 'a payment and its statement disagree', t.id::text, coalesce(t.settled_on::text, 'not settled')
  from public.transactions t full join (select * from public.statement_lines where transaction_id is not null) l on l.transaction_id = t.id
  where t.settled_on is distinct from l.day
  union all
  select 'a statement does not add up', s.id::text, s.settled || ' settled, ' || s.lines - s.known || ' lines of its own, ' || count(l.id) || ' stored'
  from public.bank_statements s left join public.statement_lines l on l.statement_id = s.id
  group by s.id
  having s.lines - s.known <> count(l.id)
    or s.settled <> count(l.id) filter (where l.transaction_id is not null and l.verdict = 'settled')
  union all
  select 'decided without the bank''s answer', t.id::text, t.status
  from public.transactions t
  where t.status in ('completed', 'failed', 'review')
    and not exists (select 1 from private.gateway_answers a where a.transaction_id = t.id and a.verdict <> 'undecided')
  union all
  select 'a paid order without its message', o.id::text, o.status
  from public.orders o
  -- The messages to a person who was erased went with them.
  where o.status in ('paid', 'completed') and o.erased_at is null
    and not exists (select 1 from private.messages m where m.order_id = o.id and m.kind = 'order_paid')
  union all
  select 'a kept sum is not what is counted', w.figure || ' of ' || w.day, w.kept || ' kept, ' || w.counted || ' counted'
  from private.wrong_sums w;
comment on view private.invariants is 'One row for everything about money or stock that is wrong; always empty.';
grant select on private.invariants to service_role;

create function private.broken_invariants() returns jsonb
-- Definer: nobody may read the ledgers behind the view; this shows what is wrong in words.
-- It compares whole tables; in memory that takes half the time.
language sql stable security definer set search_path = '' set work_mem = '128MB' as $$
  select private.require_admin();
  with broken as materialized (select * from private.invariants)
  select jsonb_build_object(
    'count', (select count(*) from broken),
    'rows', (
      select coalesce(jsonb_agg(jsonb_build_object('broken', b.broken, 'subject', b.subject, 'detail', b.detail)), '[]')
      from (select * from broken order by broken, subject limit 20) b
    )
  );
$$;

grant execute on function private.broken_invariants to authenticated;

create function public.broken_invariants() returns jsonb
-- It reads every order: in a very large shop longer than the eight seconds that the Data API allows.
language sql stable set search_path = '' set statement_timeout = '30s' as $$
  select private.broken_invariants();
$$;

comment on function public.broken_invariants is '{count, rows: {broken, subject, detail}[]}, the first 20 of private.invariants. PT403.';
grant execute on function public.broken_invariants to authenticated;
