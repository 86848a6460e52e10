-- Payment attempts: one row per visit to the bank's card page.
-- Who reads: admins. Who writes: public.place_order() and public.settle_payment() alone.

create table public.transactions (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  transaction_id text unique check (char_length(transaction_id) between 1 and 100),
  amount integer not null check (amount > 0),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired', 'review')),
  payment_method text not null default 'card' check (payment_method in ('card')),
  response_data jsonb,
  trace text not null unique check (trace ~ '^[0-9a-f]{64}$'),
  reference text not null check (reference ~ '^DON-[0-9]{1,6}$'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  settled_at timestamptz,
  bank_status text check (char_length(bank_status) <= 20),
  bank_amount_cents bigint check (bank_amount_cents >= 0),
  asked_at timestamptz,
  next_ask_at timestamptz default now() + interval '1 minute',
  check ((status = 'pending') = (settled_at is null)),
  check (status <> 'completed' or transaction_id is not null)
);

comment on table public.transactions is 'One row per payment attempt. pending: the bank has not decided. completed, failed: it has. expired: given up or replaced undecided. review: money and order disagree, a person decides.';
comment on column public.transactions.bank_status is 'What the bank last answered about this attempt; "no answer" when it was asked in vain, null as long as it knows nothing of it.';
comment on column public.transactions.bank_amount_cents is 'What the bank says it took, in cents, once it says that it took something.';
comment on column public.transactions.next_ask_at is 'When the bank is asked again; null when there is nothing left to ask.';
comment on column public.transactions.transaction_id is 'The bank''s transaction index, once it has made a transaction.';
comment on column public.transactions.amount is 'KES; the bank is asked for a hundred times as many cents.';
comment on column public.transactions.trace is 'Random key of this attempt; the only key of the bank''s status query, so never guessable.';
comment on column public.transactions.reference is 'What the bank calls Ecom_ConsumerOrderID; below one million, so free again once the attempt is decided.';
comment on column public.transactions.response_data is 'The bank''s answer that decided the attempt, without the trace; card number masked, no expiry date.';

create index transactions_to_ask on public.transactions (next_ask_at) where next_ask_at is not null;
create index transactions_by_order on public.transactions (order_id, created_at desc);
create unique index transactions_open_reference on public.transactions (reference) where status = 'pending';
create unique index transactions_one_open_attempt on public.transactions (order_id) where status = 'pending';

alter table public.transactions enable row level security;

-- The trace is for no person: who knows it can ask the bank about the attempt.
grant select (
  id, order_id, transaction_id, amount, status, payment_method, response_data, reference, created_at, updated_at, settled_at,
  bank_status, bank_amount_cents, asked_at, next_ask_at
) on public.transactions to authenticated;
grant select, insert on public.transactions to service_role;
grant update (transaction_id, status, response_data, settled_at, bank_status, bank_amount_cents, asked_at, next_ask_at)
  on public.transactions to service_role;

create policy "Admins read payment attempts" on public.transactions
  for select to authenticated
  using ((select private.is_admin()));

create trigger touch_updated_at before update on public.transactions
  for each row execute function private.touch_updated_at();

create table private.attempt_transitions (
  name text primary key,
  from_status text not null,
  to_status text not null,
  unique (from_status, to_status)
);

comment on table private.attempt_transitions is 'The state machine of a payment attempt. Nothing leads out of completed or review.';

insert into private.attempt_transitions (name, from_status, to_status) values
  ('approve', 'pending', 'completed'),
  ('refuse', 'pending', 'failed'),
  ('give up', 'pending', 'expired'),
  ('question', 'pending', 'review'),
  ('late money', 'expired', 'completed'),
  ('late refusal', 'expired', 'failed'),
  ('question late money', 'expired', 'review'),
  ('money after a refusal', 'failed', 'review');

create function private.guard_attempt_status() returns trigger
language plpgsql
-- Definer: the rule is read whoever writes.
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise sqlstate 'PT409' using message = 'transition_refused', detail = 'a new attempt is pending, not ' || new.status;
    end if;
  elsif new.status <> old.status and not exists (
    select 1 from private.attempt_transitions t where t.from_status = old.status and t.to_status = new.status
  ) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = old.status || ' to ' || new.status;
  end if;
  return new;
end;
$$;

create trigger guard_status before insert or update of status on public.transactions
  for each row execute function private.guard_attempt_status();
