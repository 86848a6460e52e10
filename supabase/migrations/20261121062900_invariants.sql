-- What must always be true of money and stock, as a query that returns no row, and its nightly check.
-- Who reads: the tests after every step that touches money, operators, and admins. Who writes: the nightly check, when it has run.
set check_function_bodies = off;

create view private.invariants as
select 'stock differs from its movements' as broken, p.id::text as subject,
  p.stock || ' in stock, ' || coalesce(m.total, 0) || ' by its movements' as detail
from public.products p
left join (select product_id, sum(change) as total from private.stock_movements group by product_id) m on m.product_id = p.id
where p.stock <> coalesce(m.total, 0)
union all
select 'more is held than there is', p.id::text, p.stock || ' in stock, ' || h.held || ' held'
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
-- Until staff change the order.
select 'an accepted quotation and its order differ', o.id::text, o.total_amount || ' against ' || private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0)
from private.quotations q join public.orders o on o.id = q.order_id
where o.total_amount <> private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0)
  and not exists (select 1 from private.order_changes c where c.order_id = o.id)
union all
select 'paid without money', o.id::text, o.status
from public.orders o
left join (
  -- Partial payments that the owner accepted, and one payment of the rest; the owner may also have accepted another sum as all of it.
  select t.order_id, count(*) filter (where t.status = 'completed') as times, sum(t.bank_amount_cents) as cents,
    bool_or(k.outcome = 'accepted') as is_accepted
  from public.transactions t left join public.owner_tasks k on k.transaction_id = t.id and k.outcome in ('accepted', 'rest_due')
  where t.status = 'completed' or k.outcome = 'rest_due' group by t.order_id
) t on t.order_id = o.id
-- What is paid too much since it was changed was given back, or is a task.
left join (select r.order_id, sum(r.overpaid_cents) as cents from private.standing_refunds r group by r.order_id) b on b.order_id = o.id
left join (
  select k.order_id, sum(k.amount_cents) as cents from public.owner_tasks k where k.kind = 'overpaid' and k.closed_at is null group by k.order_id
) u on u.order_id = o.id
where o.status in ('paid', 'completed')
  -- Until the owner has collected it again.
  and not private.is_to_collect(o.id)
  and (t.times is distinct from 1 or not coalesce(t.is_accepted, false) and (
    t.cents - coalesce(b.cents, 0) - coalesce(u.cents, 0) is distinct from o.total_amount::bigint * 100
  ))
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
from (select * from public.owner_tasks where outcome = 'refunded' and kind <> 'overpaid') k
full join (select * from private.standing_refunds where task_id is not null) r on r.task_id = k.id
where k.amount_cents is distinct from r.amount_cents or k.transaction_id is distinct from r.transaction_id
union all
select distinct 'pieces sold are not the pieces paid for', o.id::text, o.status
from (
  -- Refunded pieces came back, or did not; of a cancelled order all but these are back.
  select w.order_id, w.product_id, w.quantity
  from (
    select i.order_id, i.product_id, case p.status
      when 'cancelled' then coalesce(r.refunded - r.back, 0) else i.quantity - coalesce(r.back, 0) end as quantity
    from public.order_items i join public.orders p on p.id = i.order_id left join private.refunded_pieces r on r.order_item_id = i.id
    where p.status in ('paid', 'completed') or r.refunded > 0
  ) w where w.quantity <> 0
) i
full join (
  select order_id, product_id, -sum(change) as quantity from private.stock_movements where order_id is not null group by order_id, product_id having sum(change) <> 0
) m on m.order_id = i.order_id and m.product_id = i.product_id
join public.orders o on o.id = coalesce(i.order_id, m.order_id)
where i.quantity is distinct from m.quantity
union all
select 'an order that is not being paid holds pieces', h.order_id::text, o.status
from private.stock_holds h join public.orders o on o.id = h.order_id
where o.status not in ('pending', 'failed') and h.expires_at > now()
union all
select distinct 'more is sent than was ordered', i.order_id::text, p.packed || ' of ' || i.quantity
from private.pieces_in_shipments p join public.order_items i on i.id = p.order_item_id
where p.packed > i.quantity or p.order_id <> i.order_id
union all
-- The owner may complete an order without shipments; one with them is completed when all of it has left.
select distinct 'completed before all of it has left', o.id::text, o.status
from public.orders o join private.shipments s on s.order_id = o.id and s.status <> 'taken_back'
where o.status = 'completed' and private.is_partly_shipped(o.id)
union all
-- An order that is cancelled after its money was given back may have been delivered and returned.
select distinct 'sent without a payment or a reason', o.id::text, o.status
from private.shipments s join public.orders o on o.id = s.order_id
where s.status in ('sent', 'delivered') and s.reason is null and o.status in ('pending', 'failed')
union all
select 'more pieces were refunded than ordered', i.order_id::text, r.refunded || ' of ' || i.quantity
from private.refunded_pieces r join public.order_items i on i.id = r.order_item_id where r.refunded > i.quantity
union all
select 'money in question without a task', t.id::text, t.status
from public.transactions t
where t.status = 'review' and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id)
union all
select 'settled without an approval', t.id::text, t.status
from public.statement_lines l join public.transactions t on t.id = l.transaction_id
where t.status not in ('completed', 'review', 'reversed')
union all
select 'a payment and its statement disagree', t.id::text, coalesce(t.settled_on::text, 'not settled')
from public.transactions t full join (select * from public.statement_lines where transaction_id is not null) l on l.transaction_id = t.id
where t.settled_on is distinct from l.day
union all
select 'a statement does not add up', s.id::text, s.settled || ' settled, ' || s.lines - s.known || ' lines of its own, ' || count(l.id) || ' stored'
from public.bank_statements s left join public.statement_lines l on l.statement_id = s.id
group by s.id, s.lines, s.known, s.settled
having s.lines - s.known <> count(l.id)
  or s.settled <> count(l.id) filter (where l.transaction_id is not null and l.verdict = 'settled')
union all
select 'decided without the bank''s answer', t.id::text, t.status
from public.transactions t
where t.status in ('completed', 'failed', 'review') and t.payment_method = 'card'
  and not exists (
    select 1 from private.gateway_answers a
    where a.transaction_id = t.id and case when a.verdict <> 'undecided' then a.answer - 'trace' end = t.response_data
      and (a.verdict = 'refused') = (t.status = 'failed')
      and (t.status <> 'completed' or a.answer ->> 'transactionIndex' = t.transaction_id)
  )
union all
select distinct 'a special price that no seller agreed on', o.id::text, i.price || ' in place of ' || i.list_price
from public.order_items i join public.orders o on o.id = i.order_id
where i.list_price is not null and o.placed_by is null and not exists (select 1 from private.order_changes c where c.order_id = o.id)
  -- What the shop quoted stands, whatever it costs by then.
  and not exists (select 1 from private.quotations q where q.order_id = o.id)
union all
select 'paid too much for an order that is not paid', o.id::text, k.amount_cents || ' cents'
from public.owner_tasks k join public.orders o on o.id = k.order_id
where k.kind = 'overpaid' and k.closed_at is null and (
  o.status not in ('paid', 'completed') or k.amount_cents > (select m.accepted_cents from private.money_of_order(o.id) m)
)
union all
select 'a paid order without its message', o.id::text, o.status
from public.orders o
-- The messages to a person who was erased went with them.
where o.status in ('paid', 'completed') and o.erased_at is null
  and not exists (select 1 from private.messages m where m.order_id = o.id and m.kind = 'order_paid');

comment on view private.invariants is 'One row for everything about money or stock that is wrong; always empty.';
grant select on private.invariants to service_role;

create table private.invariant_check (
  is_only_row boolean primary key default true check (is_only_row),
  at timestamptz not null default now(),
  broken integer not null default 0,
  rows jsonb not null default '[]'
);

comment on table private.invariant_check is 'What the last check of private.invariants found: how many rows, and the first 20. A new shop has nothing to check.';

grant select on private.invariant_check to service_role;

insert into private.invariant_check default values;

create function private.record_invariant_check() returns private.invariant_check
-- It compares whole tables; in memory that takes half the time.
language plpgsql set search_path = '' set work_mem = '128MB' as $$
declare
  found jsonb;
  result private.invariant_check;
begin
  select coalesce(jsonb_agg(to_jsonb(i) order by i.broken, i.subject), '[]') into found from private.invariants i;
  update private.invariant_check c
  set at = now(), broken = jsonb_array_length(found), rows = jsonb_path_query_array(found, '$[0 to 19]')
  where c.is_only_row returning * into result;
  return result;
end;
$$;

create function private.check_invariants_at_night() returns void
language plpgsql set search_path = '' as $$
begin
  if (private.record_invariant_check()).broken > 0 then
    perform private.queue_message('owner_broken_rules', private.nairobi_day(now())::text);
  end if;
end;
$$;

comment on function private.check_invariants_at_night is 'For the scheduler alone, in a transaction of its own: the owner gets a mail for each night that found something.';

create function private.invariant_check_as_json(c private.invariant_check) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('count', c.broken, 'rows', c.rows, 'checkedAt', private.iso_time(c.at));
$$;

create function public.broken_invariants() returns jsonb
-- Definer: admins may not read the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('statements');
  select private.invariant_check_as_json(c) from private.invariant_check c;
$$;

comment on function public.broken_invariants is 'The contract''s BrokenInvariants: what the last check found. PT403.';

create function public.check_invariants() returns jsonb
-- Definer: admins may not read the ledgers behind the rules. Every order is read: in a very large shop that takes longer than the
-- eight seconds that the Data API allows.
language sql security definer set search_path = '' set statement_timeout = '30s' as $$
  select private.require_permission('statements');
  select private.invariant_check_as_json(private.record_invariant_check());
$$;

comment on function public.check_invariants is 'Checks every order, product and payment now. Returns the contract''s BrokenInvariants. PT403.';
grant execute on function public.broken_invariants, public.check_invariants to authenticated;
