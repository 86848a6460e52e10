-- What the owner must do about money that does not fit an order, until it is closed with a reason.
-- Who reads: admins. Who writes: settlement and reconciliation; admins close a task through public.close_owner_task().
set check_function_bodies = off;

create table public.owner_tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'late_money', 'second_charge', 'wrong_amount', 'wrong_reference', 'wrong_trace', 'reused_index', 'money_after_refusal',
    'undecided'
  )),
  order_id uuid not null references public.orders (id) on delete restrict,
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  amount_cents bigint check (amount_cents >= 0),
  bank_index text check (char_length(bank_index) between 1 and 100),
  title text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid references public.users (id) on delete set null,
  closing_reason text check (closing_reason ~ '\S' and char_length(closing_reason) <= 1000),
  outcome text check (outcome in ('accepted', 'rest_due', 'refunded', 'nothing_received', 'decided')),
  unique nulls not distinct (transaction_id, kind, bank_index),
  check ((closed_at is null) = (closing_reason is null)),
  check ((closed_at is null) = (outcome is null))
);

comment on table public.owner_tasks is 'Money that does not fit an order: one row per transaction and kind, and for each further charge, open until the owner closes it with a reason.';
comment on column public.owner_tasks.outcome is 'What became of the money: accepted as the payment, a part with the rest still to be paid, refunded, never received; decided: the bank decided by itself.';
comment on column public.owner_tasks.bank_index is 'The bank''s index of a charge beyond the one that its transaction was decided by; null for that one.';
comment on column public.owner_tasks.amount_cents is 'What the bank says it approved, in cents; null when it said nothing certain.';

create index owner_tasks_open on public.owner_tasks (created_at) where closed_at is null;
create index owner_tasks_closed on public.owner_tasks (closed_at desc, created_at) where closed_at is not null;
create index owner_tasks_by_day on public.owner_tasks (created_at);
create index owner_tasks_by_order on public.owner_tasks (order_id);
create index owner_tasks_parts on public.owner_tasks (order_id) where outcome = 'rest_due';
create index owner_tasks_by_closer on public.owner_tasks (closed_by);

alter table public.owner_tasks enable row level security;
grant select on public.owner_tasks to authenticated;
grant select, insert on public.owner_tasks to service_role;
grant update (closed_at, closed_by, closing_reason, outcome) on public.owner_tasks to service_role;

create policy "Admins read what money asks of them" on public.owner_tasks
  for select to authenticated
  using ((select private.is_admin()));

create function private.task_title(p_kind text, p_order_id uuid, p_cents bigint) returns text
language sql stable set search_path = '' as $$
  select case p_kind
      when 'late_money' then 'Refund ' || sum_of || ', ' || order_of || ': the money came when the pieces were gone'
      when 'second_charge' then 'Refund ' || sum_of || ', ' || order_of || case
        when is_paid then ': it was already paid' else ': the card was charged more than once' end
      when 'wrong_amount' then 'Look at ' || order_of || ': the bank approved ' || sum_of || ', not the total'
      when 'wrong_reference' then 'Look at ' || order_of || ': the bank approved ' || sum_of || ' under another reference'
      when 'wrong_trace' then 'Look at ' || order_of || ': asked about its payment, the bank approved another one'
      when 'reused_index' then 'Look at ' || order_of || ': the bank names a transaction that belongs to another order'
      when 'money_after_refusal' then 'Refund ' || sum_of || ', ' || order_of || ': the bank refused the card and approved the payment later'
      when 'undecided' then 'Ask the bank about ' || order_of || ': undecided for 72 hours'
    end
  from (select
    exists (select 1 from public.orders o where o.id = p_order_id and o.status in ('paid', 'completed')) as is_paid,
    'order #IC-' || upper(right(p_order_id::text, 8)) as order_of,
    'KES ' || trim(to_char(coalesce(p_cents, 0) / 100, '999,999,999,990'))
      || case when coalesce(p_cents, 0) % 100 = 0 then '' else '.' || lpad((p_cents % 100)::text, 2, '0') end as sum_of
  ) words;
$$;

grant execute on function private.task_title to service_role;

create function private.close_undecided_task(transaction public.transactions) returns void
language plpgsql set search_path = '' as $$
begin
  update public.owner_tasks k set
    closed_at = now(),
    outcome = 'decided',
    closing_reason = case transaction.status
      when 'completed' then 'Closed by itself: the bank has approved the payment, and the order is paid.'
      when 'review' then 'Closed by itself: the bank has approved money, which is a task of its own.'
      else 'Closed by itself: the bank has refused the payment.'
    end
  where k.transaction_id = transaction.id and k.kind = 'undecided' and k.closed_at is null;
end;
$$;

comment on function private.close_undecided_task is
  'Closes the undecided task of a transaction that the bank has decided; closed_by stays empty.';
grant execute on function private.close_undecided_task to service_role;

create function private.open_task(p_kind text, transaction public.transactions, p_cents bigint, p_bank_index text default null) returns void
language sql set search_path = '' as $$
  insert into public.owner_tasks (kind, order_id, transaction_id, amount_cents, bank_index, title)
  values (p_kind, transaction.order_id, transaction.id, p_cents, p_bank_index, private.task_title(p_kind, transaction.order_id, p_cents))
  on conflict (transaction_id, kind, bank_index) do nothing;
$$;

comment on function private.open_task is
  'A task for the owner, once per transaction and kind, or per further charge (p_bank_index): what was closed is not opened again, and nothing that comes later is lost.';
grant execute on function private.open_task to service_role;

create function private.amount_due(p_order_id uuid) returns integer
-- Definer: a buyer may know what is left to pay, and not read tasks.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select o.total_amount - (coalesce((
      select sum(k.amount_cents) from public.owner_tasks k where k.order_id = o.id and k.outcome = 'rest_due'
    ), 0) / 100)::integer
    from public.orders o where o.id = p_order_id
  );
end;
$$;

comment on function private.amount_due is 'KES: the total of an order, less the parts that the owner has accepted.';
grant execute on function private.amount_due to authenticated, service_role;

create function private.task_outcomes(k public.owner_tasks) returns text[]
language sql stable set search_path = '' as $$
  select case
    when k.kind in ('undecided', 'wrong_trace', 'reused_index') or k.amount_cents is null then array['nothing_received']
    -- It never pays the order: the charge before it does, or did.
    when k.bank_index is not null then array['refunded']
    when o.status in ('pending', 'failed') and t.status = 'review' then
      -- A part leaves a rest in whole shillings.
      case when k.amount_cents > 0 and k.amount_cents % 100 = 0 and k.amount_cents < private.amount_due(o.id)::bigint * 100
        then array['accepted', 'rest_due', 'refunded'] else array['accepted', 'refunded'] end
    else array['refunded']
  end
  from public.orders o, public.transactions t where o.id = k.order_id and t.id = k.transaction_id;
$$;

comment on function private.task_outcomes is 'How this task can end now.';
grant execute on function private.task_outcomes to authenticated;

create function private.task_as_json(k public.owner_tasks) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', k.id, 'kind', k.kind, 'title', k.title, 'orderId', k.order_id, 'transactionId', k.transaction_id,
    'amountCents', k.amount_cents, 'createdAt', private.iso_time(k.created_at),
    'closedAt', private.iso_time(k.closed_at), 'closedBy', k.closed_by,
    'closedByName', (select u.name from public.users u where u.id = k.closed_by), 'closingReason', k.closing_reason,
    'outcome', k.outcome, 'outcomes', case when k.closed_at is null then private.task_outcomes(k) else '{}' end
  );
$$;

grant execute on function private.task_as_json to authenticated;

create function public.list_owner_tasks(p_limit integer default 500, p_offset integer default 0) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.task_as_json(k) order by k.closed_at desc nulls first, k.created_at), '[]')
    from (select * from public.owner_tasks order by closed_at desc nulls first, created_at limit least(p_limit, 500) offset p_offset) k
  );
end;
$$;

comment on function public.list_owner_tasks is 'Open tasks first, the longest open on top, then the closed ones, newest first: OwnerTask[]. PT403.';
grant execute on function public.list_owner_tasks to authenticated;
create function private.accept_payment(task public.owner_tasks) returns void
language plpgsql set search_path = '' as $$
declare
  shortages jsonb;
begin
  if not private.take_order_from_stock(task.order_id) then
    shortages := private.stock_shortages(task.order_id);
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = shortages::text;
  end if;
  update public.transactions t set status = 'completed', transaction_id = private.deciding_answer(t.answer_id) ->> 'transactionIndex'
  where t.id = task.transaction_id;
  update public.orders o set status = 'paid' where o.id = task.order_id;
end;
$$;

comment on function private.accept_payment is 'The money in question pays the order, whatever its amount or reference. PT409 out_of_stock (detail: LineProblem[]).';

create function private.refund_task(task public.owner_tasks, p_refund jsonb, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.check_refund_day((p_refund ->> 'day')::date, task.transaction_id);
  if coalesce(p_refund ->> 'bankReference', '') !~ '\S' then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'the reference of the bank';
  end if;
  insert into public.refunds (order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason)
  values (task.order_id, task.transaction_id, task.id, task.amount_cents, (p_refund ->> 'day')::date, p_refund ->> 'bankReference', p_reason);
end;
$$;

comment on function private.refund_task is 'Records that the money of a task was given back, all of it. p_refund: {day, bankReference}. PT400.';

create function public.close_owner_task(p_task_id uuid, p_outcome text, p_reason text, p_refund jsonb default null) returns jsonb
-- Definer: admins may end a task once, and not edit it otherwise.
language plpgsql security definer set search_path = '' as $$
declare
  task public.owner_tasks;
begin
  perform private.require_admin();
  -- The order first, then the task: everybody locks in this order.
  perform 1 from public.orders o
  where o.id = (select k.order_id from public.owner_tasks k where k.id = p_task_id) for update;
  select * into task from public.owner_tasks k where k.id = p_task_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- Closed already: the first end stands.
  if task.closed_at is not null then
    return private.task_as_json(task);
  end if;
  if p_outcome is null or not p_outcome = any (private.task_outcomes(task)) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = task.kind || ' cannot end as ' || coalesce(p_outcome, 'nothing');
  end if;
  if p_outcome = 'accepted' then
    perform private.accept_payment(task);
  elsif p_outcome = 'refunded' then
    perform private.refund_task(task, p_refund, p_reason);
  end if;
  update public.owner_tasks k set closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason, outcome = p_outcome
  where k.id = p_task_id returning * into task;
  return private.task_as_json(task);
end;
$$;

comment on function public.close_owner_task is
  'Ends a task with what became of the money, one of its outcomes, and a reason; the first end stands. refunded takes p_refund: {day, bankReference}. '
  'Returns OwnerTask. PT400 without them, refund_day_wrong; PT403; PT404; PT409 transition_refused, out_of_stock (detail: LineProblem[]).';
grant execute on function public.close_owner_task to authenticated;
