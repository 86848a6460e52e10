-- Money that went back to a buyer: how much, on which day, under which reference of the bank, and why.
-- Who reads: admins. Who writes: admins through public.record_refund(), public.correct_refund() and public.close_owner_task(); append-only.

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
