-- Debts: who owes the shop for goods that left, since when, and their statements of account; reminders.
-- Who calls: staff with their own token, each function asks for its permission; the scheduler reminds.
set check_function_bodies = off;

create view private.debts as
select d.*, width_bucket(d.late, array[1, 31, 61, 91]) as age,
  case when d.is_reminded then
    concat(d.order_id, ' ', d.owed_by) || (array[' 0', ' 7', ' 21'])[width_bucket(d.late, array[0, 7, 21, 30])]
  end as reminder
from (
  select
    o.id as order_id, private.customer_key(o) as customer, s.cents, w.day as owed_by,
    private.nairobi_day(now()) - w.day as late, e.expected as expected_cents, e.cents as dunned_cents,
    -- Not who has said that it was paid, as long as that is not proven.
    e.cents > private.announced_cents(o.id) and o.reminders_stopped_at is null and private.may_pay(o) = 'pay'
      as is_reminded
  from private.books b join public.orders o on o.id = b.order_id
  cross join lateral (select private.owed_cents(o.id) as cents offset 0) s
  -- Here alone is subtracted what is due and comes without being asked for, such as a withheld tax.
  cross join lateral (
    select x.expected, case when private.asked_for(s.cents - x.expected) > 0 then s.cents - x.expected else 0 end
      as cents
    from (select least(private.expected_cents(o.id), s.cents) as expected offset 0) x
    offset 0
  ) e
  cross join lateral (
    -- Of an order that was completed without a parcel, the day of its sale.
    select coalesce(private.owed_by(o), private.nairobi_day(min(l.sold_at))) as day
    from private.sold_lines l where l.order_id = o.id
  ) w
  -- First what most unpaid orders are not.
  where b.due_kes > 0 and case when o.status in ('paid', 'completed') or private.has_left(o.id)
    then o.status <> 'cancelled' and (private.state_of_order(o)).is_owed end
    and private.asked_for(s.cents) > 0
) d;

comment on view private.debts is
  'The orders of which goods left for which money is asked, and how many cents for these. late: days after the day by '
  'which it was to be paid; age: 0 not late, 1 up to 30 days, 2 60, 3 90, 4 more; expected_cents: what of it is '
  'expected to be withheld; dunned_cents: what its buyer is reminded of; reminder: the subject of the one that is '
  'right now, on the day, from the 7th and from the 21st day after it; null when it is no such day, or they were '
  'stopped.';

create function private.debt_of_order(p_order_id uuid) returns private.debts
-- Definer: a mail says it.
language plpgsql stable security definer set search_path = '' as $$
declare
  debt private.debts;
begin
  select * into debt from private.debts d where d.order_id = p_order_id;
  return debt;
end;
$$;

create function public.list_debtors(p_limit integer default 50, p_after jsonb default null) returns jsonb
-- Definer: row-level security would be checked for every order that is counted.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('payments.read');
  return (
    with sums as materialized (
      select d.customer, d.age, sum(d.dunned_cents) as cents, sum(d.cents - d.dunned_cents) as expected,
        min(d.order_id::text) as id,
        min(d.owed_by) filter (where d.dunned_cents > 0) as since
      from private.debts d group by grouping sets ((d.customer, d.age), (d.age))
    ), customers as (
      select min(s.id) as id, min(s.since) as since, s.customer is null as is_total,
        jsonb_build_object('cents', sum(s.cents), 'ages', jsonb_object_agg(s.age, s.cents)) as owed,
        sum(s.expected) as expected
      from sums s group by s.customer
    )
    select jsonb_build_object(
      'after', f.after,
      'total', (select c.owed || jsonb_build_object('expectedCents', c.expected) from customers c where c.is_total),
      'rows', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', o.id, 'name', coalesce(o.company_name, o.customer_name), 'owed', c.owed,
          'since', c.since, 'expectedCents', c.expected
        ) order by p.place), '[]')
        from unnest(f.ids) with ordinality p (id, place)
        join customers c on c.id = p.id and not c.is_total join public.orders o on o.id = p.id::uuid
      )
    )
    from private.page_of_ids(
      'select min(r.order_id::text) as id, sum(r.dunned_cents) as place from private.debts r group by r.customer', true,
      least(p_limit, 100), p_after
    ) f
  );
end;
$$;

comment on function public.list_debtors is
  'DebtorPage: whoever owes, named by one of their orders, who owes most first; 100 at most, and what all owe. PT403.';

create function private.entries_of_orders(p_order_ids uuid[])
returns table (
  day date, place integer, at timestamptz, id text, order_id uuid, kind text, reference text, method text, cents bigint,
  due_day date, purchase_order text
)
language sql stable set search_path = '' as $$
  select (p.content ->> 'day')::date, 1, p.issued_at, to_char(p.id, 'FM000000000000'), p.order_id, p.kind,
    private.paper_number(p), null, case p.kind when 'invoice' then p.gross_cents else -p.gross_cents end,
    case p.kind when 'invoice' then (p.content -> 'terms' ->> 'dueDay')::date end,
    p.content -> 'buyer' -> 'company' ->> 'purchaseOrder'
  from private.papers p where p.order_id = any (p_order_ids)
  union all
  select private.nairobi_day(now()), 1, now(), u.order_id::text, u.order_id, 'sent', null, null,
    sum((l ->> 'grossCents')::bigint)::bigint, case when o.terms_days is not null then private.owed_by(o) end,
    o.purchase_order
  from private.unissued_papers u join public.orders o on o.id = u.order_id
  cross join lateral jsonb_array_elements(private.uninvoiced_lines(u.order_id)) l
  where u.order_id = any (p_order_ids) group by u.order_id, o.id
  union all
  -- What was given from one order to another is no payment of its own.
  select private.nairobi_day(t.decided_at), 2, min(s.at), min(s.id)::text, s.order_id, 'payment', t.reference,
    t.payment_method, -sum(s.cents)::bigint, null, null
  from private.counting_shares s join public.transactions t on t.id = s.transaction_id
  where s.order_id = any (p_order_ids) and s.refund_id is null
  group by s.order_id, t.id having sum(s.cents) <> 0
  union all
  select r.day, 2, s.at, s.id::text, s.order_id, case r.cause when 'payment' then 'refund' else r.cause end,
    coalesce(r.bank_reference, t.reference), coalesce(r.other_method, t.payment_method), -s.cents, null, null
  from private.counting_shares s join public.transactions t on t.id = s.transaction_id
  join public.refunds r on r.id = s.refund_id
  where s.order_id = any (p_order_ids)
  union all
  select private.nairobi_day(r.created_at), 3, r.created_at, r.id::text, r.order_id, r.cause, null, null, -r.cents,
    null, null
  from private.reductions r where r.order_id = any (p_order_ids) and not r.has_credit_note;
$$;

comment on function private.entries_of_orders is
  'What a statement of account lists, in cents that are owed: papers, what was sold and has its invoice tonight, '
  'shares of payments and of what went back, and reductions that have no credit note.';

create function public.customer_statement(p_order_id uuid, p_from date, p_to date) returns jsonb
-- Definer: papers, shares and reductions are read by no role.
language plpgsql stable security definer set search_path = '' as $$
declare
  o public.orders;
  key constant text := (select private.customer_key(x) from public.orders x where x.id = p_order_id);
  mine constant uuid[] := array(select m.id from private.orders_of_customer(key) m);
begin
  perform private.require_permission('payments.read');
  perform private.refuse_invalid((p_to between p_from and p_from + 800) is not true, 'no such period');
  select * into o from public.orders x where x.id = private.order_that_names(key, p_order_id);
  return (
    with all_entries as materialized (
      select * from private.entries_of_orders(mine)
    ), entries as (
      select e.*, sum(e.cents) over (order by e.day, e.place, e.at, e.id) as balance
      from all_entries e where e.day <= p_to
    ), ages as (
      select d.age, sum(d.dunned_cents) as cents, sum(d.cents) as due from private.debts d
      where d.order_id = any (mine) group by 1
    )
    select jsonb_build_object(
      'from', p_from, 'to', p_to, 'seller', p -> 'seller', 'buyer', p -> 'buyer',
      'openingCents', coalesce((select sum(e.cents) from entries e where e.day < p_from), 0),
      'closingCents', coalesce((select sum(e.cents) from entries e), 0),
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', e.place || ' ' || e.id, 'day', e.day, 'orderId', e.order_id, 'kind', e.kind, 'reference', e.reference,
          'method', e.method, 'cents', e.cents, 'balanceCents', e.balance, 'dueDay', e.due_day,
          'purchaseOrder', e.purchase_order
        ) order by e.day, e.place, e.at, e.id), '[]')
        from entries e where e.day >= p_from
      ),
      'owed', (
        select jsonb_build_object(
          'cents', coalesce(sum(a.cents), 0), 'ages', coalesce(jsonb_object_agg(a.age, a.cents), '{}')
        ) from ages a
      ),
      'expectedCents', (select coalesce(sum(a.due - a.cents), 0) from ages a),
      'advanceCents', a.cents_ahead, 'unsentCents', a.cents_behind, 'oldestDebt', coalesce((
        select d.order_id from private.debts d where d.order_id = any (mine) and d.dunned_cents > 0
        order by d.owed_by, d.order_id limit 1
      ), (
        select e.order_id from all_entries e group by 1 having sum(e.cents) >= 100 order by min(e.at), 1 limit 1
      ))
    )
    from private.paper_content(o, '[]', p_to) p cross join (
        select case when private.asked_for(x.cents) > 0 then x.cents else 0 end as cents_ahead,
          case when private.asked_for(-x.cents) > 0 then -x.cents else 0 end as cents_behind
        from (
          select coalesce((select sum(a.due) from ages a), 0)::bigint
            - coalesce((select sum(e.cents) from all_entries e), 0)::bigint as cents
        ) x
    ) a where o.id is not null
  );
end;
$$;

comment on function public.customer_statement is
  'The contract''s Statement of the buyer of an order, of days in Nairobi, both included; owed: today, '
  'without expectedCents, whose certificate is awaited; advanceCents: paid beyond both, for what has not left; '
  'unsentCents: invoiced, not paid, and not left. '
  'Null when there is no such order, or its buyer was erased. PT400; PT403.';

create function public.stop_reminders(p_order_id uuid, p_is_stopped boolean) returns boolean
-- Definer: no role writes the column.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
begin
  perform private.require_permission('payments.record');
  update public.orders o set reminders_stopped_at = case when p_is_stopped then now() end where o.id = p_order_id;
  perform private.refuse_missing(not found);
  return p_is_stopped;
end;
$$;

comment on function public.stop_reminders is
  'Whether the buyer of an order that is owed is reminded no more, or again. PT403, PT404.';
grant execute on function public.list_debtors, public.customer_statement, public.stop_reminders to authenticated;

create function private.remind_debtors() returns void
language plpgsql set search_path = '' as $$
declare
  -- Counted once: it asks much of each order.
  all_debts constant private.debts[] := array(select d from private.debts d);
begin
  perform private.queue_message('debt_reminder', d.reminder, d.order_id) from unnest(all_debts) d
  where d.reminder is not null;

  insert into public.owner_tasks as k (kind, order_id, at_opening)
  select 'debt', d.order_id,
    private.state_at_opening(d.order_id, d.cents) || jsonb_build_object('owedBy', d.owed_by)
  from unnest(all_debts) d where d.late >= 30 and d.dunned_cents > 0
  on conflict (order_id) where kind = 'debt' do update set
    at_opening = excluded.at_opening, closed_at = null, closing_reason = null, outcome = null
  -- What a person has looked at is not asked again.
  where k.closing_reason = 'nothing_owed';

  perform private.close_tasks(k.order_id, 'debt', 'nothing_owed') from public.owner_tasks k
  where k.kind = 'debt' and k.closed_at is null and not exists (
    select 1 from unnest(all_debts) d where d.order_id = k.order_id and d.late >= 30
  );
end;
$$;

comment on function private.remind_debtors is
  'Every morning: reminds the buyers of what is owed, each once for a day of private.debts.reminder, and opens a task '
  'from 30 days after the day by which it was to be paid; one whose terms were changed since is closed.';
