-- Payments by card: one row per visit to the bank's card page.
-- Who reads: admins. Who writes: public.place_order(), public.pay_again(), public.settle_payment() and reconciliation.

-- Columns of fixed size first: Postgres leaves gaps before them elsewhere, and every order has such a row.
create table public.transactions (
  id uuid primary key default private.time_ordered_uuid(),
  order_id uuid not null references public.orders (id) on delete restrict,
  amount integer not null check (amount > 0),
  settled_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  decided_at timestamptz,
  answer_id bigint,
  bank_amount_cents bigint check (bank_amount_cents >= 0),
  asked_at timestamptz,
  asking_until timestamptz,
  answered_at timestamptz,
  next_ask_at timestamptz default now() + interval '1 minute',
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed', 'expired', 'review')),
  payment_method text not null default 'card' check (payment_method in ('card')),
  reference text not null check (reference ~ '^DON-[0-9]{1,6}$'),
  trace text not null check (trace ~ '^[0-9a-f]{64}$'),
  transaction_id text check (char_length(transaction_id) between 1 and 100),
  bank_status text check (char_length(bank_status) <= 20),
  -- Unique, by the hash of the long text: a third of the size.
  constraint transactions_transaction_id_key exclude using hash (transaction_id with =),
  constraint transactions_trace_key exclude using hash (trace with =),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'completed' or transaction_id is not null)
);

comment on table public.transactions is 'One row per transaction. pending: the bank has not decided. completed, failed: it has. expired: given up or replaced undecided. review: money and order disagree, a person decides.';
comment on column public.transactions.transaction_id is 'The bank''s transaction index, once it has made a transaction.';
comment on column public.transactions.amount is 'KES; the bank is asked for a hundred times as many cents.';
comment on column public.transactions.answer_id is 'The bank''s answer that decided the transaction, in private.gateway_answers. No foreign key: answers are never deleted.';
comment on column public.transactions.trace is 'Random key of this transaction; the only key of the bank''s status query, so never guessable.';
comment on column public.transactions.reference is 'What the bank calls Ecom_ConsumerOrderID; below one million, so free again once the transaction is decided.';
comment on column public.transactions.bank_status is 'The bank''s last status for this transaction; "no answer" when it could not be asked, null while it knows nothing of it.';
comment on column public.transactions.bank_amount_cents is 'What the bank says it approved, in cents, once it says that it approved something.';
comment on column public.transactions.asked_at is 'When the last query to the bank began.';
comment on column public.transactions.asking_until is 'A query is unanswered: until this moment nobody else asks, and until there is an answer nobody pays again.';
comment on column public.transactions.answered_at is 'When the bank last answered, whatever it knew.';
comment on column public.transactions.next_ask_at is 'When the bank is asked again; null when there is nothing left to ask.';
comment on column public.transactions.settled_on is 'The day of the bank''s statement that has it, written with the line of the statement; null while it is only approved.';

create index transactions_to_ask on public.transactions (next_ask_at) where next_ask_at is not null;
create index transactions_by_order on public.transactions (order_id);
create unique index transactions_open_reference on public.transactions (reference) where status = 'pending';
create unique index transactions_one_open on public.transactions (order_id) where status = 'pending';
-- As those of orders.
create index transactions_newest on public.transactions (created_at, id);
create index transactions_by_status_newest on public.transactions (status, created_at, id) where status <> 'completed';
create index transactions_completed_newest on public.transactions (created_at, id) where status = 'completed';
-- For sums of money received and the products it paid for, without reading other transactions.
create index transactions_received on public.transactions (decided_at) include (amount, order_id, settled_on) where status = 'completed';
-- References are used again: how a statement without the bank's index finds its payments, and a person by the beginning.
create index transactions_by_reference on public.transactions (reference text_pattern_ops);
-- The few payments that are in no statement yet.
create index transactions_not_settled on public.transactions (decided_at, id) where status = 'completed' and settled_on is null;

alter table public.transactions enable row level security;
-- No person may read the trace: whoever knows it can ask the bank about the transaction.
grant select (
  id, order_id, transaction_id, amount, status, payment_method, reference, created_at, updated_at, decided_at,
  bank_status, bank_amount_cents, asked_at, next_ask_at
) on public.transactions to authenticated;
grant select, insert on public.transactions to service_role;
grant update (transaction_id, status, answer_id, decided_at, bank_status, bank_amount_cents, asked_at, asking_until, answered_at, next_ask_at)
  on public.transactions to service_role;

create policy "Admins read transactions" on public.transactions
  for select to authenticated
  using ((select private.is_admin()));

create trigger set_updated_at before update on public.transactions
  for each row execute function private.set_updated_at();

-- Nothing leads out of completed, and only the owner leads out of review.
insert into private.status_transitions (subject, name, from_status, to_status) values
  ('transaction', 'approve', 'pending', 'completed'),
  ('transaction', 'refuse', 'pending', 'failed'),
  ('transaction', 'give up', 'pending', 'expired'),
  ('transaction', 'question', 'pending', 'review'),
  ('transaction', 'late money', 'expired', 'completed'),
  ('transaction', 'late refusal', 'expired', 'failed'),
  ('transaction', 'question late money', 'expired', 'review'),
  ('transaction', 'money after a refusal', 'failed', 'review'),
  ('transaction', 'accept', 'review', 'completed');

create trigger guard_status before insert or update of status on public.transactions
  for each row execute function private.guard_status('transaction');

create function private.open_transaction(p_order_id uuid, p_amount integer) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
  number integer;
begin
  for try in 1..100 loop
    number := floor(random() * 1000000);
    -- Another order is taking this number and may be waiting for a product: try the next number instead of waiting.
    continue when not pg_try_advisory_xact_lock(hashtext('private.open_transaction'), number);
    insert into public.transactions (order_id, amount, trace, reference)
    -- Two random UUIDs: 244 bits from the system's strong source.
    values (p_order_id, p_amount, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'DON-' || number)
    on conflict (reference) where status = 'pending' do nothing
    returning * into transaction;
    if found then
      return transaction;
    end if;
  end loop;
  raise sqlstate 'PT503' using message = 'service_unavailable', detail = 'no free reference';
end;
$$;

comment on function private.open_transaction is 'A new transaction with a fresh trace and a reference that no open transaction has.';
grant execute on function private.open_transaction to service_role;

create function private.next_ask_after(p_opened timestamptz, p_now timestamptz, p_is_known boolean) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select p_opened + min(age)
    from unnest(array[interval '1 minute', '3 minutes', '10 minutes', '30 minutes'] || case
      when p_is_known then array(select make_interval(hours => h) from generate_series(1, 72) h)
      else array[interval '1 hour', '2 hours', '4 hours', '8 hours', '24 hours', '48 hours', '72 hours']
    end) age
    where p_opened + age > p_now
  );
end;
$$;

comment on function private.next_ask_after is
  'The next moment to ask about an undecided transaction; null after 72 hours. Every hour once the bank has said anything of it or could not be asked.';
grant execute on function private.next_ask_after to service_role;

create function private.next_check_after(p_decided timestamptz, p_now timestamptz, p_has_answer boolean) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select p_decided + make_interval(hours => min(h)) from generate_series(1, 72) h
    where p_decided + make_interval(hours => h) > p_now and (h = 1 or not p_has_answer)
  );
end;
$$;

comment on function private.next_check_after is
  'When a decision is checked: an hour after it, whatever the bank says before, then every hour until it answers; null after 72 hours.';
grant execute on function private.next_check_after to service_role;

create function private.query_lease() returns interval
language sql immutable set search_path = '' as $$ select interval '15 seconds' $$;

comment on function private.query_lease is
  'How long whoever asks the bank may take: longer than the bank is waited for, so a query that is lost with its function holds nobody up for long.';
grant execute on function private.query_lease to service_role;

create function private.begin_query(p_transaction_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update public.transactions t set
    asked_at = now(), asking_until = now() + private.query_lease(),
    -- In case the answer is lost with its function: the job asks again. The answer says when to ask next.
    next_ask_at = least(t.next_ask_at, now() + interval '1 minute')
  where t.id = p_transaction_id;
end;
$$;

comment on function private.begin_query is 'The caller asks the bank now and must pass on the answer to public.settle_payment().';
grant execute on function private.begin_query to service_role;

create function public.trace_of_transaction(p_transaction_id uuid) returns text
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
begin
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if transaction.asking_until > now() then
    return null;
  end if;
  perform private.begin_query(p_transaction_id);
  return transaction.trace;
end;
$$;

comment on function public.trace_of_transaction is
  'For an admin who wants the bank to be asked now: the key of its status query, null while a query is running. PT404.';
grant execute on function public.trace_of_transaction to service_role;
