-- What the owner must do about money that does not fit an order, until it is closed with a reason.
-- Who reads: admins. Who writes: settlement and reconciliation; admins close a task through public.close_owner_task().
set check_function_bodies = off;

create table public.owner_tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in (
    'late_money', 'second_charge', 'wrong_amount', 'wrong_reference', 'wrong_trace', 'reused_index', 'money_after_refusal',
    'undecided', 'payment_reversed', 'overpaid'
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
comment on column public.owner_tasks.outcome is 'What became of the money: accepted as the payment, a partial payment with the rest still to be paid, refunded, never received; decided: the bank decided by itself.';
comment on column public.owner_tasks.bank_index is 'The bank''s index of a charge beyond the one that its transaction was decided by; null for that one.';
comment on column public.owner_tasks.amount_cents is 'What the bank says it approved, in cents; null when it said nothing certain.';

create index owner_tasks_open on public.owner_tasks (created_at) where closed_at is null;
create index owner_tasks_closed on public.owner_tasks (closed_at desc, created_at) where closed_at is not null;
create index owner_tasks_by_day on public.owner_tasks (created_at);
create index owner_tasks_by_order on public.owner_tasks (order_id);
create index owner_tasks_of_partial_payments on public.owner_tasks (order_id) where outcome = 'rest_due';
create index owner_tasks_by_closer on public.owner_tasks (closed_by);

alter table public.owner_tasks enable row level security;
grant select on public.owner_tasks to authenticated;
grant select, insert on public.owner_tasks to service_role;
grant update (closed_at, closed_by, closing_reason, outcome) on public.owner_tasks to service_role;

create policy "Admins read what money asks of them" on public.owner_tasks
  for select to authenticated
  using ((select private.may('payments.read')));

create view private.open_money_tasks as
select k.created_at as since from public.owner_tasks k where k.closed_at is null
union all
select l.imported_at from private.open_lines l;

comment on view private.open_money_tasks is 'What waits for the owner about money: open tasks, and lines of statements that belong to no payment.';
grant select on private.open_money_tasks to service_role;

create function private.task_title(p_kind text, p_order_id uuid, p_cents bigint, p_method text default 'card') returns text
language sql stable set search_path = '' as $$
  select case p_kind
      when 'late_money' then 'Refund ' || sum_of || ', ' || order_of || ': the money came when the pieces were gone'
      when 'second_charge' then 'Refund ' || sum_of || ', ' || order_of || case
        when is_paid then ': it was already paid' else ': the card was charged more than once' end
      when 'wrong_amount' then 'Look at ' || order_of || ': ' || case when p_method = 'card'
        then 'the bank approved ' || sum_of || ', not ' || case when has_part then 'what was due' else 'the total' end else sum_of || ' was paid, not what was due' end
      when 'wrong_reference' then 'Look at ' || order_of || ': the bank approved ' || sum_of || ' under another reference'
      when 'wrong_trace' then 'Look at ' || order_of || ': asked about its payment, the bank approved another one'
      when 'reused_index' then 'Look at ' || order_of || ': the bank names a transaction that belongs to another order'
      when 'money_after_refusal' then 'Refund ' || sum_of || ', ' || order_of || ': the bank refused the card and approved the payment later'
      when 'undecided' then 'Ask the bank about ' || order_of || ': undecided for 72 hours'
      when 'payment_reversed' then 'Collect ' || sum_of || ', ' || order_of || ': a payment does not count any more, and goods were sent'
      when 'overpaid' then 'Refund ' || sum_of || ', ' || order_of || ': it was changed after it was paid, and costs less'
    end
  from (select
    exists (select 1 from public.orders o where o.id = p_order_id and o.status in ('paid', 'completed')) as is_paid,
    exists (select 1 from public.owner_tasks k where k.order_id = p_order_id and k.outcome = 'rest_due') as has_part,
    'order #IC-' || upper(right(p_order_id::text, 8)) as order_of,
    'KES ' || trim(to_char(coalesce(p_cents, 0) / 100, '999,999,999,990'))
      || case when coalesce(p_cents, 0) % 100 = 0 then '' else '.' || lpad((p_cents % 100)::text, 2, '0') end as sum_of
  ) words;
$$;

grant execute on function private.task_title to service_role;

create function private.close_undecided_task(transaction public.transactions) returns void
language sql set search_path = '' as $$
  update public.owner_tasks k set
    closed_at = now(),
    outcome = 'decided',
    closing_reason = case transaction.status
      when 'completed' then 'Closed by itself: the bank has approved the payment, and the order is paid.'
      when 'review' then 'Closed by itself: the bank has approved money, which is a task of its own.'
      else 'Closed by itself: the bank has refused the payment.'
    end
  where k.transaction_id = transaction.id and k.kind = 'undecided' and k.closed_at is null;
$$;

comment on function private.close_undecided_task is
  'Closes the undecided task of a transaction that the bank has decided; closed_by stays empty.';
grant execute on function private.close_undecided_task to service_role;

create function private.open_task(p_kind text, transaction public.transactions, p_cents bigint, p_bank_index text default null) returns void
language sql set search_path = '' as $$
  insert into public.owner_tasks (kind, order_id, transaction_id, amount_cents, bank_index, title)
  values (p_kind, transaction.order_id, transaction.id, p_cents, p_bank_index, private.task_title(p_kind, transaction.order_id, p_cents, transaction.payment_method))
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
    select o.total_amount - ((coalesce((
      select sum(k.amount_cents) from public.owner_tasks k where k.order_id = o.id and k.outcome = 'rest_due'
    ), 0) - private.overpaid_and_refunded(o.id)) / 100)::integer
    from public.orders o where o.id = p_order_id
  );
end;
$$;

comment on function private.amount_due is 'KES: the total of an order, less the partial payments that were accepted, and of them what was given back since it costs less.';
grant execute on function private.amount_due to service_role;

create function private.overpaid_and_refunded(p_order_id uuid) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(sum(r.overpaid_cents), 0)::bigint from private.standing_refunds r where r.order_id = p_order_id;
$$;

comment on function private.overpaid_and_refunded is 'Cents that were given back since the order was changed and costs less: no part of its price.';

create function private.settle_overpaid(p_order_id uuid, p_outcome text, p_reason text, p_opens boolean default false) returns void
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
  cents bigint;
begin
  if not p_opens and not exists (select 1 from public.owner_tasks k where k.order_id = p_order_id and k.kind = 'overpaid') then
    return;
  end if;
  select private.paid_for_order(o.id) - o.total_amount::bigint * 100
  into cents from public.orders o where o.id = p_order_id and o.status in ('paid', 'completed');
  if coalesce(cents, 0) <= 0 then
    update public.owner_tasks k set closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason, outcome = p_outcome
    where k.order_id = p_order_id and k.kind = 'overpaid' and k.closed_at is null;
    return;
  elsif cents > (select m.accepted_cents from private.money_of_order(p_order_id) m) then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = 'more was given back than would be left to pay';
  end if;
  select t.* into transaction from public.transactions t where t.order_id = p_order_id and t.status = 'completed';
  insert into public.owner_tasks (kind, order_id, transaction_id, amount_cents, title)
  values ('overpaid', p_order_id, transaction.id, cents, private.task_title('overpaid', p_order_id, cents, transaction.payment_method))
  on conflict (transaction_id, kind, bank_index) do update set
    amount_cents = excluded.amount_cents, title = excluded.title, closed_at = null, closed_by = null, closing_reason = null, outcome = null;
end;
$$;

comment on function private.settle_overpaid is
  'The one task about what a buyer has paid too much since a paid order was changed says how much that is now, or is closed with this outcome and reason. '
  'p_opens: also when there was none. PT409 refund_too_large: so much of the money is not there any more.';

create function private.stays_paid(p_order_id uuid) returns boolean
language sql stable set search_path = '' as $$
  -- Of an order of which a part was given back, a person says what is still to be paid.
  select private.has_left(p_order_id) or private.is_to_collect(p_order_id)
    or exists (select 1 from private.standing_refunds r where r.order_id = p_order_id and r.task_id is null and r.amount_cents > 0)
    or exists (select 1 from private.refunded_pieces r where r.order_id = p_order_id);
$$;

comment on function private.stays_paid is 'Whether a paid order cannot be pending again: goods have left, or something was given back.';

create function private.is_partly_paid(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select 1 from public.owner_tasks k where k.order_id = p_order_id and k.outcome = 'rest_due')
    and exists (select 1 from public.orders o where o.id = p_order_id and o.status in ('pending', 'failed'));
end;
$$;

comment on function private.is_partly_paid is 'Whether a part of an order was accepted and the rest is awaited.';
grant execute on function private.is_partly_paid to service_role;

create function private.keeps_its_pieces(p_order_id uuid) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.is_partly_paid(p_order_id) or private.has_left(p_order_id)
    or exists (select 1 from public.orders o where o.id = p_order_id and o.agreed_until > now());
end;
$$;

comment on function private.keeps_its_pieces is 'Whether the pieces of an unpaid order stay held while a payment fails: a part of it is paid, or sent, or a seller has promised them.';
grant execute on function private.keeps_its_pieces to service_role;

create function private.is_to_collect(p_order_id uuid) returns boolean
-- Definer: a buyer may know what is left to pay, and not read tasks.
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from public.owner_tasks k
    where k.order_id = p_order_id and k.kind = 'payment_reversed' and k.outcome is distinct from 'decided'
  );
end;
$$;

comment on function private.is_to_collect is 'Whether a payment of an order was reversed after goods had left, and was not made again: also when the owner has written it off.';
grant execute on function private.is_to_collect to service_role;

create function private.end_collecting(p_order_id uuid, p_reason text) returns void
language sql set search_path = '' as $$
  update public.owner_tasks k set closed_at = coalesce(k.closed_at, now()), outcome = 'decided', closing_reason = coalesce(k.closing_reason, p_reason)
  where k.order_id = p_order_id and k.kind = 'payment_reversed' and k.outcome is distinct from 'decided';
$$;

comment on function private.end_collecting is 'What was reversed is paid again, or not asked for any more.';
grant execute on function private.end_collecting to service_role;

create function private.task_outcomes(k public.owner_tasks) returns text[]
language sql stable set search_path = '' as $$
  select case
    when k.kind in ('undecided', 'wrong_trace', 'reused_index', 'payment_reversed') or k.amount_cents is null then array['nothing_received']
    -- It never pays the order: the charge before it does, or did.
    when k.bank_index is not null then array['refunded']
    when o.status in ('pending', 'failed') and t.status = 'review' then
      -- A partial payment leaves a rest in whole shillings.
      case when k.amount_cents > 0 and k.amount_cents % 100 = 0 and k.amount_cents < private.amount_due(o.id)::bigint * 100
        then array['accepted', 'rest_due', 'refunded'] else array['accepted', 'refunded'] end
    else array['refunded']
  end
  from public.orders o, public.transactions t where o.id = k.order_id and t.id = k.transaction_id;
$$;

comment on function private.task_outcomes is 'How this task can end now.';

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

create function public.list_owner_tasks(p_limit integer default 500, p_offset integer default 0) returns jsonb
-- Definer: the name of who closed one is read with its admin alone.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('payments.read');
  select coalesce(jsonb_agg(private.task_as_json(k) order by k.closed_at desc nulls first, k.created_at), '[]')
  from (select * from public.owner_tasks order by closed_at desc nulls first, created_at limit least(p_limit, 500) offset p_offset) k;
$$;

comment on function public.list_owner_tasks is 'Open tasks first, the longest open on top, then the closed ones, newest first: OwnerTask[]. PT403.';
grant execute on function public.list_owner_tasks to authenticated;
create function private.accept_payment(task public.owner_tasks) returns void
language plpgsql set search_path = '' as $$
begin
  if not private.take_order_from_stock(task.order_id) then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = private.stock_shortages(task.order_id)::text;
  end if;
  update public.transactions t set status = 'completed', transaction_id = coalesce(t.response_data ->> 'transactionIndex', t.transaction_id)
  where t.id = task.transaction_id;
  update public.orders o set status = 'paid' where o.id = task.order_id;
end;
$$;

comment on function private.accept_payment is 'The money in question pays the order, whatever its amount or reference. PT409 out_of_stock (detail: LineProblem[]).';

create function private.hold_order(p_order_id uuid, p_until timestamptz) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  delete from private.stock_holds h where h.order_id = p_order_id;
  if private.stock_shortages(p_order_id) is not null then
    return false;
  end if;
  insert into private.stock_holds (order_id, product_id, quantity, expires_at)
  select i.order_id, i.product_id, i.quantity,
    -- Not for less than a seller has promised.
    greatest(p_until, o.agreed_until, case when private.has_left(p_order_id) then now() + interval '1 year' end)
  from public.order_items i join public.orders o on o.id = i.order_id where i.order_id = p_order_id;
  return true;
end;
$$;

comment on function private.hold_order is 'Holds the pieces of an order until then, or for longer as a seller has promised, or of one that is sent before it is paid for a year, whatever it held before; false, with nothing held, when they are not available.';

create function private.await_rest(p_order_id uuid, p_subject text) returns boolean
language plpgsql set search_path = '' as $$
begin
  if not private.hold_order(p_order_id, (select now() + make_interval(days => s.part_hold_days) from private.settings s)) then
    return false;
  end if;
  update public.orders o set status = 'pending' where o.id = p_order_id and o.status = 'failed';
  perform private.queue_message('order_unpaid', p_subject, p_order_id);
  return true;
end;
$$;

comment on function private.await_rest is
  'A part of the price has come: the pieces are held, and the buyer is asked for the rest. p_subject: of the message. False when the pieces are gone.';

create function private.make_part(transaction public.transactions) returns void
language plpgsql set search_path = '' as $$
begin
  -- Money in question that was accepted has its task already: a second one would count it twice.
  update public.owner_tasks k set outcome = 'rest_due' where k.transaction_id = transaction.id and k.outcome = 'accepted';
  if found then
    return;
  end if;
  insert into public.owner_tasks (kind, order_id, transaction_id, amount_cents, title, closed_at, closed_by, closing_reason, outcome)
  values ('wrong_amount', transaction.order_id, transaction.id, transaction.bank_amount_cents,
    private.task_title('wrong_amount', transaction.order_id, transaction.bank_amount_cents, transaction.payment_method),
    now(), (select auth.uid()), 'A part of the price.', 'rest_due')
  on conflict (transaction_id, kind, bank_index) do update set outcome = 'rest_due';
end;
$$;

comment on function private.make_part is 'A payment pays less than its order costs, and that is known: its task is closed as it opens.';

create function private.make_parts(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  part public.transactions;
begin
  for part in update public.transactions t set status = 'review' where t.order_id = p_order_id and t.status = 'completed' returning t.* loop
    perform private.make_part(part);
  end loop;
end;
$$;

comment on function private.make_parts is 'What has paid an order is a part of its price now.';

create function private.pay_with_parts(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  latest uuid;
begin
  select t.id into latest from public.transactions t join public.owner_tasks k on k.transaction_id = t.id and k.outcome = 'rest_due'
  where t.order_id = p_order_id order by t.created_at desc, t.id limit 1;
  update public.owner_tasks k set outcome = 'accepted' where k.transaction_id = latest and k.outcome = 'rest_due';
  update public.transactions t set status = 'completed', transaction_id = coalesce(t.response_data ->> 'transactionIndex', t.transaction_id)
  where t.id = latest;
end;
$$;

comment on function private.pay_with_parts is 'The parts of the price are all of it now: the latest of them has paid the order.';

create function private.refund_task(task public.owner_tasks, p_refund jsonb, p_reason text) returns void
language plpgsql set search_path = '' as $$
declare
  payment record;
  left_cents bigint := task.amount_cents;
begin
  perform private.check_refund_day((p_refund ->> 'day')::date, task.transaction_id);
  perform private.refuse_invalid(coalesce(p_refund ->> 'bankReference', '') !~ '\S', 'the reference of the bank');
  if task.kind = 'overpaid' then
    -- It had paid the order, so it is a refund of a sale: of the payment before too, where the last one was smaller.
    for payment in
      select t.id, private.refundable_cents(t) as cents from public.transactions t
      where t.order_id = task.order_id and t.status in ('completed', 'review') and private.refundable_cents(t) > 0
      order by t.id = task.transaction_id desc, t.decided_at desc, t.id
    loop
      exit when left_cents = 0;
      perform public.record_refund(
        gen_random_uuid(), payment.id, least(left_cents, payment.cents), (p_refund ->> 'day')::date, p_refund ->> 'bankReference', p_reason,
        (p_refund ->> 'isSure')::boolean
      );
      left_cents := greatest(left_cents - payment.cents, 0);
    end loop;
    return;
  end if;
  perform private.check_refund_reference(task.order_id, p_refund ->> 'bankReference', (p_refund ->> 'isSure')::boolean);
  insert into public.refunds (order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason)
  values (task.order_id, task.transaction_id, task.id, task.amount_cents, (p_refund ->> 'day')::date, p_refund ->> 'bankReference', p_reason);
end;
$$;

comment on function private.refund_task is 'Records that the money of a task was given back, all of it. p_refund: {day, bankReference, isSure}. PT400; PT409 refund_reference_used.';

create function public.close_owner_task(p_task_id uuid, p_outcome text, p_reason text, p_refund jsonb default null) returns jsonb
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
    raise sqlstate 'PT409' using message = 'transition_refused', detail = task.kind || ' cannot end as ' || coalesce(p_outcome, 'nothing');
  end if;
  if p_outcome = 'accepted' then
    perform private.accept_payment(task);
  -- A part of the price: the buyer is asked for the rest, and the pieces are held meanwhile.
  elsif p_outcome = 'rest_due' and not private.await_rest(task.order_id, task.id::text) then
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = private.stock_shortages(task.order_id)::text;
  elsif p_outcome = 'refunded' then
    perform private.refund_task(task, p_refund, p_reason);
  end if;
  update public.owner_tasks k set closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason, outcome = p_outcome
  where k.id = p_task_id returning * into task;
  return private.task_as_json(task);
end;
$$;

comment on function public.close_owner_task is
  'Ends a task with what became of the money, one of its outcomes, and a reason; the first end stands. refunded takes p_refund: {day, bankReference, isSure}. '
  'Returns OwnerTask. PT400 without them, refund_day_wrong; PT403; PT404; PT409 transition_refused, refund_reference_used, out_of_stock (detail: LineProblem[]).';
grant execute on function public.close_owner_task to authenticated;
