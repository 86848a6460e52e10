-- Money that went back to a buyer: how much, on which day, under which reference of the bank, and why.
-- Who reads: admins. Who writes: admins through the functions below; append-only, a wrong entry is corrected by a further one.
set check_function_bodies = off;

create table public.refunds (
  -- The key under which the browser sent it: sent twice, it is one refund.
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  task_id uuid references public.owner_tasks (id) on delete restrict,
  corrects uuid unique references public.refunds (id) on delete restrict,
  amount_cents bigint not null check (amount_cents >= 0),
  day date not null,
  bank_reference text not null check (bank_reference ~ '\S' and char_length(bank_reference) <= 100),
  reason text not null check (reason ~ '\S' and char_length(reason) <= 1000),
  recorded_by uuid not null default auth.uid(),
  created_at timestamptz not null default now()
);

comment on table public.refunds is 'One row per refund that an admin has recorded. The shop sends no money: the bank does, and the owner writes it down.';
comment on column public.refunds.task_id is 'The task about this money, which pays nothing of the order; null when it was given back out of what has paid the order.';
comment on column public.refunds.corrects is 'The entry of which this one says what is right; it counts no longer. Of 0 cents: nothing was given back. Null for a first entry.';
comment on column public.refunds.day is 'In Nairobi, when the bank sent the money.';
comment on column public.refunds.bank_reference is 'What the bank calls the transfer.';
comment on column public.refunds.recorded_by is 'The account that recorded it. No foreign key: the list outlives accounts.';

create unique index refunds_by_task on public.refunds (task_id) where corrects is null;
create index refunds_by_order on public.refunds (order_id);
create index refunds_by_transaction on public.refunds (transaction_id);
create index refunds_by_day on public.refunds (day) include (amount_cents);

alter table public.refunds enable row level security;
grant select on public.refunds to authenticated, service_role;

create policy "Admins read refunds" on public.refunds
  for select to authenticated using ((select private.is_admin()));

create trigger append_only before update or delete or truncate on public.refunds
  for each statement execute function private.refuse_change();

create view private.standing_refunds as
select r.* from public.refunds r
where not exists (select 1 from public.refunds c where c.corrects = r.id);

comment on view private.standing_refunds is 'What was given back as far as anybody knows: without entries that were corrected.';
grant select on private.standing_refunds to service_role;

create function private.check_refund_day(p_day date, p_transaction_id uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_day is null or p_day > private.nairobi_day(now()) or p_day < (
    select private.nairobi_day(t.created_at) from public.transactions t where t.id = p_transaction_id
  ) then
    raise sqlstate 'PT400' using message = 'refund_day_wrong';
  end if;
end;
$$;

comment on function private.check_refund_day is 'Money goes back after it came, and not in the future. PT400 refund_day_wrong.';

create function private.check_new_refund(
  p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_instead_of uuid default null
) returns void
language plpgsql stable set search_path = '' as $$
begin
  if p_amount_cents > 0 and exists (
    select 1 from private.standing_refunds r
    where r.id is distinct from p_instead_of and r.transaction_id = p_transaction_id and r.amount_cents = p_amount_cents and r.day = p_day
      and lower(btrim(r.bank_reference)) = lower(btrim(p_bank_reference))
  ) then
    raise sqlstate 'PT409' using message = 'refund_recorded';
  end if;
end;
$$;

comment on function private.check_new_refund is 'Two people at the desk, one line in the bank''s list: it is written down once. PT409.';
create function private.refundable_cents(transaction public.transactions) returns bigint
language sql stable set search_path = '' as $$
  select case
      when transaction.status = 'completed' then transaction.bank_amount_cents
      else (select k.amount_cents from public.owner_tasks k where k.transaction_id = transaction.id and k.outcome = 'rest_due')
    end - coalesce((
      select sum(r.amount_cents) from private.standing_refunds r where r.transaction_id = transaction.id and r.task_id is null
    ), 0)::bigint;
$$;

comment on function private.refundable_cents is 'How much of a payment was accepted for its order and not given back; null when nothing of it was accepted.';

create function private.refundable_payments(p_order_id uuid) returns jsonb
-- Definer: nobody may read the whole row of a transaction, which has its trace.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object('transactionId', t.id, 'reference', t.reference,
    'amountCents', private.refundable_cents(t), 'receivedAt', private.iso_time(t.decided_at)) order by t.decided_at), '[]')
  from public.transactions t
  where t.order_id = p_order_id and t.status in ('completed', 'review') and private.refundable_cents(t) > 0;
$$;

comment on function private.refundable_payments is 'RefundablePayment[]: what the owner can give back of an order now. PT403.';
grant execute on function private.refundable_payments to authenticated;

create function public.record_refund(
  p_id uuid, p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text
) returns jsonb
-- Definer: refunds are written by this function and with the end of a task; nobody may edit a task.
language plpgsql security definer set search_path = '' as $$
declare
  taken_up public.orders;
  transaction public.transactions;
  earlier public.refunds;
  refundable bigint;
  part uuid;
begin
  perform private.require_admin();
  -- The order first, then the transaction: everybody locks in this order.
  select o.* into taken_up from public.orders o
  where o.id = (select t.order_id from public.transactions t where t.id = p_transaction_id) for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    if (earlier.transaction_id, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
      is distinct from (p_transaction_id, p_amount_cents, p_day, p_bank_reference, p_reason) then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    return private.order_as_json(taken_up);
  end if;

  perform private.check_refund_day(p_day, p_transaction_id);
  refundable := private.refundable_cents(transaction);
  if refundable is null then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'nothing of this payment was accepted';
  end if;
  if p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = refundable || ' cents can be given back';
  end if;
  perform private.check_new_refund(p_transaction_id, p_amount_cents, p_day, p_bank_reference);
  if taken_up.status in ('pending', 'failed') then
    -- What is left to pay follows from the parts, so a part is given back as a whole.
    if p_amount_cents <> refundable then
      raise sqlstate 'PT409' using message = 'refund_not_whole', detail = refundable || ' cents were accepted';
    end if;
    update public.owner_tasks k set outcome = 'refunded'
    where k.transaction_id = p_transaction_id and k.outcome = 'rest_due' returning k.id into part;
  end if;
  insert into public.refunds (id, order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason)
  values (p_id, taken_up.id, p_transaction_id, part, p_amount_cents, p_day, p_bank_reference, p_reason);
  return private.order_as_json(taken_up);
end;
$$;

comment on function public.record_refund is
  'The owner writes down that the bank gave back money which was accepted for an order: a whole part while the order is not paid, any sum up to what '
  'has paid it afterwards. p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or before the payment; PT403; PT404; '
  'PT409 transition_refused (nothing was accepted), refund_too_large, refund_recorded (the same under another key), refund_not_whole, key_reused.';
grant execute on function public.record_refund to authenticated;
create function private.correctable_refunds(p_order_id uuid) returns jsonb
-- Definer: nobody may read the whole row of a transaction, which has its trace.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'transactionId', r.transaction_id, 'reference', t.reference, 'amountCents', r.amount_cents,
    'day', r.day, 'bankReference', r.bank_reference, 'isWhole', r.task_id is not null) order by r.created_at, r.id), '[]')
  from private.standing_refunds r join public.transactions t on t.id = r.transaction_id
  where r.order_id = p_order_id and r.amount_cents > 0;
$$;

comment on function private.correctable_refunds is 'RecordedRefund[]: what was given back of an order, as it stands now. PT403.';
grant execute on function private.correctable_refunds to authenticated;

create function public.correct_refund(
  p_id uuid, p_refund_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text
) returns jsonb
-- Definer: refunds are written by this function and its neighbours alone.
language plpgsql security definer set search_path = '' as $$
declare
  wrong public.refunds;
  refunded public.orders;
  transaction public.transactions;
  earlier public.refunds;
  most bigint;
  least_cents bigint;
begin
  perform private.require_admin();
  select * into wrong from public.refunds r where r.id = p_refund_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- The order first, then the transaction: everybody locks in this order.
  select * into refunded from public.orders o where o.id = wrong.order_id for update;
  select * into transaction from public.transactions t where t.id = wrong.transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    if (earlier.corrects, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
      is distinct from (p_refund_id, p_amount_cents, p_day, p_bank_reference, p_reason) then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    return private.order_as_json(refunded);
  end if;
  -- Two people at the desk: the second sees first what the other wrote.
  if exists (select 1 from public.refunds r where r.corrects = p_refund_id) then
    raise sqlstate 'PT409' using message = 'refund_corrected';
  end if;

  perform private.check_refund_day(p_day, wrong.transaction_id);
  if (p_amount_cents, p_day, p_bank_reference) is not distinct from (wrong.amount_cents, wrong.day, wrong.bank_reference) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'nothing differs';
  end if;
  -- What a task was about, or a part of an order that was not paid, is given back as a whole.
  most := case when wrong.task_id is null then private.refundable_cents(transaction) + wrong.amount_cents else wrong.amount_cents end;
  least_cents := case when wrong.task_id is null then 0 else most end;
  if most is null or p_amount_cents is null or p_amount_cents not between least_cents and most then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = most || ' cents can be given back';
  end if;
  perform private.check_new_refund(wrong.transaction_id, p_amount_cents, p_day, p_bank_reference, wrong.id);
  insert into public.refunds (id, order_id, transaction_id, task_id, corrects, amount_cents, day, bank_reference, reason)
  values (p_id, wrong.order_id, wrong.transaction_id, wrong.task_id, wrong.id, p_amount_cents, p_day, p_bank_reference, p_reason);
  return private.order_as_json(refunded);
end;
$$;

comment on function public.correct_refund is
  'The owner says what is right about a refund that was written down wrongly, with the reason; the wrong entry stays and counts no longer. The amount of a '
  'refund that a task asked for, or of a part, stays; of what had paid an order it may be anything up to what came, and 0 when nothing was given back. '
  'p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or before the payment, invalid_request when nothing differs; PT403; PT404; '
  'PT409 refund_corrected (by somebody else meanwhile), refund_too_large, refund_recorded, key_reused.';
grant execute on function public.correct_refund to authenticated;
