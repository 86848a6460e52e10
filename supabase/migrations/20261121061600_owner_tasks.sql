-- What the owner must do about money that does not fit an order, until it is closed with a reason.
-- Who reads: admins. Who writes: what follows from the book, settlement and reconciliation; admins close a task through
-- public.close_owner_task().
set check_function_bodies = off;

create table public.owner_tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'late_money', 'wrong_amount', 'wrong_reference', 'wrong_trace', 'reused_index', 'money_after_refusal', 'undecided',
    'payment_reversed', 'overpaid', 'debt'
  )),
  order_id uuid not null references public.orders (id) on delete restrict,
  transaction_id uuid references public.transactions (id) on delete restrict,
  at_opening jsonb not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  closed_by uuid references public.users (id) on delete set null,
  closing_reason text check (closing_reason ~ '\S' and char_length(closing_reason) <= 1000),
  outcome text check (
    outcome in ('accepted', 'partial_payment', 'refunded', 'nothing_received', 'looked_at', 'decided')
  ),
  unique (transaction_id, kind, order_id),
  check ((closed_at is null) = (closing_reason is null)),
  check ((closed_at is null) = (outcome is null)),
  check ((transaction_id is null) = (kind = 'debt'))
);

comment on table public.owner_tasks is
  'Questions about money, open until the owner answers with a reason, or they answer themselves. '
  'No sum is read from one.';
comment on column public.owner_tasks.at_opening is
  '{amountCentsAtOpening, isCancelled, hasPart, owedBy (of a debt), countsCents (of a payment that counts with another '
  'sum)}: what its title says. No sum is read from it.';
comment on column public.owner_tasks.outcome is
  'What became of it: accepted as all of what was due, or as a partial_payment of it, given back, never received or '
  'written off; a debt, or the sum of what counts, is looked_at; decided: it ended by itself.';

create unique index owner_tasks_overpaid on public.owner_tasks (order_id) where kind = 'overpaid';
create unique index owner_tasks_debt on public.owner_tasks (order_id) where kind = 'debt';
create index owner_tasks_open on public.owner_tasks (created_at, id) where closed_at is null;
create index owner_tasks_by_day on public.owner_tasks (created_at);
create index owner_tasks_by_order on public.owner_tasks (order_id);
create index owner_tasks_by_closer on public.owner_tasks (closed_by);

alter table public.owner_tasks enable row level security;
grant select on public.owner_tasks to authenticated;

create policy "Admins read what money asks of them" on public.owner_tasks
  for select to authenticated
  using ((select private.may('payments.read')));

create view private.open_money_tasks as
select k.created_at as since from public.owner_tasks k where k.closed_at is null
union all
select l.imported_at from private.open_lines l;

comment on view private.open_money_tasks is
  'What waits for the owner about money: open tasks, and lines of statements that wait for an answer.';

create function private.state_at_opening(p_order_id uuid, p_cents bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'amountCentsAtOpening', p_cents,
    'isCancelled', exists (select 1 from public.orders o where o.id = p_order_id and o.status = 'cancelled'),
    'hasPart', exists (select 1 from private.counting_shares s where s.order_id = p_order_id)
  );
$$;

create function private.task_in_short(k public.owner_tasks) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('kind', k.kind, 'orderId', k.order_id) || k.at_opening;
end;
$$;

comment on function private.task_in_short is 'The contract''s TaskInShort, of which its title is made.';

create function private.open_task(p_kind text, transaction public.transactions, p_order_id uuid, p_cents bigint)
returns void
-- Definer: no role may edit a task.
language sql security definer set search_path = '' as $$
  insert into public.owner_tasks as k (kind, order_id, transaction_id, at_opening)
  values (p_kind, p_order_id, transaction.id, private.state_at_opening(p_order_id, p_cents) || case
    when p_kind = 'wrong_amount' and transaction.payment_method <> 'card'
      then jsonb_build_object('countsCents', transaction.bank_amount_cents)
    else '{}'
  end)
  on conflict (transaction_id, kind, order_id) do update set
    at_opening = excluded.at_opening, closed_at = null, closed_by = null, closing_reason = null, outcome = null
  -- What a person has decided about one payment is not asked again; that money is gone again is.
  where k.kind = 'payment_reversed';
$$;

comment on function private.open_task is
  'A task for the owner, once per transaction, kind and order: what was closed is not opened again, but for money that '
  'is owed again after goods have left.';

create function private.close_tasks(p_order_id uuid, p_kind text, p_reason text, p_transaction_id uuid default null)
returns void
language plpgsql set search_path = '' as $$
begin
  update public.owner_tasks k set closed_at = now(), outcome = 'decided', closing_reason = p_reason
  where k.order_id = p_order_id and k.kind = p_kind and k.closed_at is null
    and (p_transaction_id is null or k.transaction_id = p_transaction_id);
end;
$$;

comment on function private.close_tasks is 'What is no question any more: closed_by stays empty. p_reason: TaskEnding.';

create function private.task_outcomes(k public.owner_tasks) returns text[]
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      -- What counts with another sum is taken back on the page of its order, or right as it is.
      when k.kind = 'debt' or k.at_opening ? 'countsCents' then array['looked_at']
      when k.kind in ('undecided', 'payment_reversed') or t.bank_amount_cents is null then array['nothing_received']
      when k.kind = 'overpaid' then array['refunded']
      when o.status not in ('pending', 'failed') then array['refunded']
      when private.asked_for(
        (private.book_of_order(o.id)).due_now - case when t.status = 'review' then t.bank_amount_cents else 0 end
      ) > 0
        then array['accepted', 'partial_payment', 'refunded']
      else array['accepted', 'refunded']
    end
    from public.orders o left join public.transactions t on t.id = k.transaction_id where o.id = k.order_id
  );
end;
$$;

comment on function private.task_outcomes is 'How this task can end now.';

create function private.task_cents(k public.owner_tasks) returns bigint
-- Definer: a mail to the buyer says it too.
language plpgsql stable security definer set search_path = '' as $$
begin
  return case k.kind
    when 'overpaid' then private.overpaid_cents(k.order_id)
    when 'payment_reversed' then (private.book_of_order(k.order_id)).due_now
    when 'debt' then (private.book_of_order(k.order_id)).due_now
    when 'late_money' then private.share_left(k.transaction_id, k.order_id)
    else (select t.bank_amount_cents from public.transactions t where t.id = k.transaction_id)
  end;
end;
$$;

comment on function private.task_cents is 'How much money a task is about now; null when that is not known.';

create function private.task_as_json(k public.owner_tasks) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.task_in_short(k) || jsonb_build_object(
    'id', k.id, 'transactionId', k.transaction_id,
    'method', (select t.payment_method from public.transactions t where t.id = k.transaction_id),
    'amountCents', private.task_cents(k), 'createdAt', private.iso_time(k.created_at),
    'closedByName', (select u.name from public.users u where u.id = k.closed_by), 'closingReason', k.closing_reason,
    'outcome', k.outcome, 'outcomes', case when k.closed_at is null then private.task_outcomes(k) else '{}' end
  );
end;
$$;

create function public.list_owner_tasks(p_limit integer default 20, p_after jsonb default null)
returns jsonb
-- Definer: no role but admin reads the tasks, whoever may see payments may.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('payments.read');
  select jsonb_build_object('after', f.after, 'rows', coalesce((
    select jsonb_agg(private.task_as_json(k) order by p.place)
    from unnest(f.ids) with ordinality p (id, place) join public.owner_tasks k on k.id = p.id::uuid
  ), '[]'))
  from private.page_of_ids(
    'select r.id, r.created_at as place from public.owner_tasks r where r.closed_at is null',
    false, least(p_limit, 100), p_after
  ) f;
$$;

comment on function public.list_owner_tasks is
  'PageOfRows of OwnerTask, 100 at most: the open ones, the longest open on top. PT403.';
grant execute on function public.list_owner_tasks to authenticated;

create function private.accept_payment(task public.owner_tasks, p_as text, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  payment public.transactions;
begin
  select * into payment from public.transactions t where t.id = task.transaction_id for update;
  if payment.status = 'review' then
    update public.transactions t set
      status = 'completed', transaction_id = coalesce(t.response_data ->> 'transactionIndex', t.transaction_id)
    where t.id = payment.id returning * into payment;
    perform private.add_shares(
      payment.id, jsonb_build_array(jsonb_build_object('orderId', task.order_id, 'cents', payment.bank_amount_cents))
    );
  end if;
  -- Of what is to order, what is gone comes from the maker, and its rest is not due yet.
  perform private.await_pieces_of(o) from public.orders o where o.id = task.order_id;
  if p_as = 'accepted' then
    perform private.reduce(
      gen_random_uuid(), task.order_id, 'accepted_as_all', greatest((private.book_of_order(task.order_id)).due_now, 0),
      p_reason
    );
  end if;
  if private.stock_shortages(task.order_id) is not null
    and not exists (select 1 from private.stock_holds h where h.order_id = task.order_id and h.expires_at > now()) then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = private.stock_shortages(task.order_id)::text;
  end if;
end;
$$;

comment on function private.accept_payment is
  'The money of a task counts, as all of what is due (what it lacks is a reduction) or as a part. PT409 out_of_stock '
  '(detail: LineProblem[]).';

create function private.refund_task(task public.owner_tasks, p_refund jsonb, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  payment record;
  kept public.transactions;
  left_cents bigint;
  id constant uuid := gen_random_uuid();
  method text := p_refund ->> 'method';
  reference text := p_refund ->> 'bankReference';
begin
  perform private.check_refund_day((p_refund ->> 'day')::date, task.transaction_id);
  select * into kept from public.transactions t where t.id = task.transaction_id for update;
  if kept.status = 'review' then
    method := coalesce(method, kept.payment_method);
    reference := private.refund_reference(id, reference, method, kept.payment_method, kept.payment_method);
    perform private.check_refund_reference(task.order_id, reference, (p_refund ->> 'isSure')::boolean);
    update public.transactions t set status = 'returned' where t.id = kept.id;
    perform private.give_back(
      id, kept.id, 'refund', kept.bank_amount_cents, (p_refund ->> 'day')::date, reference, p_reason, '{}',
      p_method => method
    );
    return;
  end if;
  -- What counted: of the payments before too, where the last one was smaller.
  left_cents := case task.kind
    when 'overpaid' then private.overpaid_cents(task.order_id)
    else private.share_left(kept.id, task.order_id)
  end;
  for payment in
    select t.id, p.left_cents as cents
    from private.payments_of_orders p join public.transactions t on t.id = p.transaction_id
    where p.order_id = task.order_id order by t.id = kept.id desc, t.decided_at desc, t.id
  loop
    exit when left_cents <= 0;
    perform public.record_refund(
      gen_random_uuid(), payment.id, least(left_cents, payment.cents), (p_refund ->> 'day')::date,
      reference, p_reason, (p_refund ->> 'isSure')::boolean, p_order_id => task.order_id, p_method => method
    );
    left_cents := left_cents - payment.cents;
  end loop;
end;
$$;

comment on function private.refund_task is
  'Records that the money of a task was given back, all of it. p_refund: {day, method, bankReference, isSure}. PT400; '
  'PT403 password_required; PT409 refund_reference_used.';

create function public.close_owner_task(p_task_id uuid, p_outcome text, p_reason text, p_refund jsonb default null)
returns jsonb
-- Definer: admins may end a task once, and not edit it otherwise.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  task public.owner_tasks;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason);
  -- The order first, then the task: everybody locks in this order.
  perform 1 from public.orders o
  where o.id = (select k.order_id from public.owner_tasks k where k.id = p_task_id) for update;
  select * into task from public.owner_tasks k where k.id = p_task_id for update;
  perform private.refuse_missing(not found);
  -- Closed already: the first end stands.
  if task.closed_at is not null then
    return private.task_as_json(task);
  end if;
  if p_outcome is null or not p_outcome = any (private.task_outcomes(task)) then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = task.kind || ' cannot end as ' || coalesce(p_outcome, 'nothing');
  end if;
  update public.owner_tasks k set
    closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason, outcome = p_outcome
  where k.id = p_task_id;
  if p_outcome in ('accepted', 'partial_payment') then
    perform private.accept_payment(task, p_outcome, p_reason);
    perform private.follow_book(task.order_id, task.transaction_id);
  elsif p_outcome = 'refunded' then
    perform private.refund_task(task, p_refund, p_reason);
  elsif task.kind = 'payment_reversed' then
    perform private.reduce(
      gen_random_uuid(), task.order_id, 'written_off', greatest((private.book_of_order(task.order_id)).due_now, 0),
      p_reason
    );
    perform private.follow_book(task.order_id);
  else
    -- The bank's answer was about money of somebody else.
    update public.transactions t set status = 'returned' where t.id = task.transaction_id and t.status = 'review';
  end if;
  return (select private.task_as_json(k) from public.owner_tasks k where k.id = p_task_id);
end;
$$;

comment on function public.close_owner_task is
  'Ends a task with what became of the money, one of its outcomes, and a reason; the first end stands. refunded takes '
  'p_refund: {day, method (null: as it came), bankReference, isSure}. Returns OwnerTask. PT400 without them, '
  'refund_day_wrong; PT403, also password_required; PT404; '
  'PT409 transition_refused, refund_reference_used, out_of_stock (detail: LineProblem[]).';
grant execute on function public.close_owner_task to authenticated;
