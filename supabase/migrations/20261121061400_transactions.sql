-- Payments: one row per visit to the bank's card page, with everything the bank ever answered about it, and one per
-- payment that staff recorded.
-- Who reads: admins, without the trace. Who writes: placing and paying orders, settlement and reconciliation; admins
-- through public.record_payment() and public.reverse_payment().
set check_function_bodies = off;

create function private.is_withheld(p_method text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_method in ('withheld_vat', 'withheld_tax');
end;
$$;

comment on function private.is_withheld is
  'Whether a buyer pays it to the tax authority in place of the shop: it counts, and is no money received.';
grant execute on function private.is_withheld to authenticated;

create table public.transactions (
  id uuid primary key default private.time_ordered_uuid(),
  order_id uuid references public.orders (id) on delete restrict,
  source text not null default 'asked' check (source in ('asked', 'told', 'recorded')),
  amount integer not null check (amount > 0),
  status text not null default 'pending'
    check (status in ('pending', 'completed', 'failed', 'expired', 'review', 'returned', 'reversed')),
  payment_method text not null default 'card'
    check (payment_method in ('card', 'mpesa', 'transfer', 'cash', 'cheque', 'withheld_vat', 'withheld_tax')),
  reference text not null
    check (case
      when payment_method = 'card' then reference ~ '^DON-[0-9]{1,6}$'
      else reference ~ '^[A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?$'
    end),
  trace text unique check (trace ~ '^[0-9a-f]{64}$'),
  phone text check (phone ~ '^254[17][0-9]{8}$'),
  checkout_id text unique check (char_length(checkout_id) between 1 and 100),
  told jsonb,
  transaction_id text check (char_length(transaction_id) between 1 and 100),
  recorded_by uuid,
  reversed_at timestamptz,
  reversed_by uuid,
  reversal_reason text check (reversal_reason ~ '\S' and char_length(reversal_reason) <= 1000),
  response_data jsonb,
  bank_status text check (char_length(bank_status) <= 20),
  bank_amount_cents bigint check (bank_amount_cents >= 0),
  asked_at timestamptz,
  asking_until timestamptz,
  answered_at timestamptz,
  next_ask_at timestamptz default now() + interval '1 minute',
  decided_at timestamptz,
  settled_on date,
  note text check (note ~ '\S' and char_length(note) <= 200),
  -- The phone numbers of a note are found however they are typed.
  search_text text generated always as (case when order_id is null then
    '=' || amount || ' ' || private.person_search_text(coalesce(note, ''), substring(note from '(?:254|0)[17]\d{8}'))
  end) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((source = 'asked') = (trace is not null)),
  check ((source = 'recorded') = (recorded_by is not null)),
  check (source <> 'asked' or order_id is not null),
  check ((source = 'asked' and payment_method = 'mpesa') = (phone is not null)),
  check ((status = 'reversed') = (reversal_reason is not null)),
  check ((status = 'reversed') = (reversed_at is not null)),
  check (status <> 'reversed' or source = 'recorded'),
  check ((status = 'pending') = (decided_at is null)),
  check (status <> 'completed' or transaction_id is not null and bank_amount_cents is not null)
);

comment on table public.transactions is
  'One row per movement of money towards the shop, or attempt at one. pending: the bank has not decided. completed: it '
  'counts, whatever it pays (private.shares). failed: refused. expired: given up or replaced undecided. review: it may '
  'not be ours, a person decides. returned: it was not, or went back. reversed: typed by mistake, it never was money.';
comment on column public.transactions.order_id is
  'The order for which the bank was asked, or at which staff wrote it down; null of a payment for several orders, or '
  'for none that is known. What it pays: private.shares.';
comment on column public.transactions.source is
  'asked: we asked the bank about this trace. told: the bank told us, of a further charge under the trace of another '
  'row. recorded: by staff.';
comment on column public.transactions.payment_method is
  'Of private.is_withheld() the reference is the number of the certificate.';
comment on column public.transactions.note is
  'Of a payment without an order, who paid, as staff or the line of a statement say it.';
comment on column public.transactions.search_text is
  'Derived: sum and note, by which a payment without an order is found.';
comment on column public.transactions.recorded_by is
  'The account that recorded it. No foreign key: the list outlives accounts.';
comment on column public.transactions.reversal_reason is
  'Why staff took back what they had typed by mistake. With reversed_at and reversed_by it is the counter-entry.';
comment on column public.transactions.transaction_id is
  'The bank''s transaction index, once it has made a transaction. Of a payment that was recorded, its reference: '
  'M-Pesa code, transfer, receipt or cheque number.';
comment on column public.transactions.amount is 'KES; the bank is asked for a hundred times as many cents.';
comment on column public.transactions.response_data is
  'The bank''s answer that decided the transaction, without the trace; card number masked, no expiry date.';
comment on column public.transactions.trace is
  'Random key of this transaction; the only key of the bank''s status query, so never guessable.';
comment on column public.transactions.phone is 'Of a prompt of M-Pesa, the phone that was asked: 2547… or 2541….';
comment on column public.transactions.checkout_id is
  'What Safaricom calls a prompt, and is asked about: its CheckoutRequestID. Null until it has answered.';
comment on column public.transactions.told is
  'What Safaricom''s unsigned notice said of a prompt: {code, receipt, cents}. A hint; its receipt is here.';
comment on column public.transactions.reference is
  'Of a card payment, what the bank calls Ecom_ConsumerOrderID; below one million, so free again once the transaction '
  'is decided. Of a prompt the account, until its receipt is known. Of any other, as transaction_id.';
comment on column public.transactions.decided_at is
  'When the bank decided; of a payment that staff recorded, the beginning of its day, see private.day_or_time().';
comment on column public.transactions.bank_status is
  'The bank''s last status for this transaction; "no answer" when it could not be asked, '
  'null while it knows nothing of it.';
comment on column public.transactions.bank_amount_cents is
  'What came, in cents: as the bank approved it, or staff recorded it.';
comment on column public.transactions.asked_at is 'When the last query to the bank began.';
comment on column public.transactions.asking_until is
  'A query is unanswered: until this moment nobody else asks, and until there is an answer nobody pays again.';
comment on column public.transactions.answered_at is 'When the bank last answered, whatever it knew.';
comment on column public.transactions.next_ask_at is
  'When the bank is asked again; null when there is nothing left to ask.';
comment on column public.transactions.settled_on is
  'The day of the bank''s statement that has it, written with the line of the statement; '
  'null while it is only approved.';

-- Prompts of which a notice said that they were paid, and the query has not.
create index transactions_told on public.transactions (created_at)
  where told ->> 'code' = '0' and status in ('pending', 'expired', 'failed');
create index transactions_prompts on public.transactions (created_at) where phone is not null;
create index transactions_to_ask on public.transactions (next_ask_at) where next_ask_at is not null;
create index transactions_by_order on public.transactions (order_id);
-- One M-Pesa code pays once; entered again on another order, it was reversed before. Two drawers' cheques may have one
-- number: private.refuse_recorded_cheque().
create unique index transactions_by_bank_number on public.transactions (payment_method, transaction_id)
  where status <> 'reversed' and payment_method <> 'cheque';
create index transactions_by_cheque on public.transactions (transaction_id) where payment_method = 'cheque';
-- Payments that a statement may have without the bank's index.
create index transactions_to_match on public.transactions (bank_amount_cents, decided_at)
  where payment_method <> 'cash' and status in ('completed', 'review') and settled_on is null;
create unique index transactions_open_reference on public.transactions (reference)
  where status = 'pending' and source = 'asked' and payment_method = 'card';
-- One attempt at most blocks an order.
create unique index transactions_one_open on public.transactions (order_id)
  where status = 'pending' and source = 'asked';
create index transactions_newest on public.transactions (created_at, id);
-- The few without an order.
create index transactions_without_order on public.transactions (created_at, id) where order_id is null;
-- Few: the rest is what a list of payments counts.
create index transactions_withheld on public.transactions (id) where private.is_withheld(payment_method);
create index transactions_by_status_newest on public.transactions (status, created_at, id);
-- For sums of money received and the products it paid for, without reading other transactions.
create index transactions_received on public.transactions (decided_at)
  include (bank_amount_cents, order_id, payment_method, settled_on, id) where status = 'completed';
-- References are used again: how a statement without the bank's index finds its payments.
create index transactions_by_reference on public.transactions (reference);
create index transactions_by_part_of_reference on public.transactions using gin (reference extensions.gin_trgm_ops);
-- The few card payments that are in no statement yet; cash never is.
create index transactions_not_settled on public.transactions (decided_at, id)
  where payment_method = 'card' and status in ('completed', 'review') and settled_on is null;

alter table public.transactions enable row level security;
-- No person may read the trace: whoever knows it can ask the bank about the transaction.
grant select (
  id, order_id, source, transaction_id, amount, status, payment_method, reference, created_at, updated_at, decided_at,
  response_data, bank_status, bank_amount_cents, asked_at, next_ask_at, settled_on, recorded_by, reversed_by,
  reversal_reason
) on public.transactions to authenticated;

create policy "Admins read transactions" on public.transactions
  for select to authenticated
  using ((select private.may('payments.read')));

create trigger set_updated_at before update on public.transactions
  for each row execute function private.set_updated_at();

-- No answer of the bank leads out of completed, and only the owner leads out of review.
insert into private.status_transitions (subject, name, from_status, to_status) values
  ('transaction', 'approve', 'pending', 'completed'),
  ('transaction', 'refuse', 'pending', 'failed'),
  ('transaction', 'give up', 'pending', 'expired'),
  ('transaction', 'question', 'pending', 'review'),
  ('transaction', 'late money', 'expired', 'completed'),
  ('transaction', 'late refusal', 'expired', 'failed'),
  ('transaction', 'question late money', 'expired', 'review'),
  ('transaction', 'money after a refusal', 'failed', 'review'),
  -- Of a prompt of M-Pesa: no answer of the phone is followed by a payment every day.
  ('transaction', 'late payment', 'failed', 'completed'),
  ('transaction', 'accept', 'review', 'completed'),
  ('transaction', 'return', 'review', 'returned'),
  ('transaction', 'reverse', 'completed', 'reversed');

create trigger guard_status before insert or update of status on public.transactions
  for each row execute function private.guard_status('transaction');

create function private.transactions_of_order(p_order_id uuid) returns setof public.transactions
language plpgsql stable set search_path = '' as $$
begin
  return query
  select * from public.transactions t
  where t.id in (
    select o.id from public.transactions o
    where o.order_id = p_order_id
    union
    select s.transaction_id from private.shares s
    where s.order_id = p_order_id
  );
end;
$$;

comment on function private.transactions_of_order is 'Those that were asked or recorded for an order, or pay it.';

create function private.new_trace() returns text
language plpgsql volatile set search_path = '' as $$
begin
  -- Two random UUIDs: 244 bits from the system's strong source.
  return replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
end;
$$;

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
    values (p_order_id, p_amount, private.new_trace(), 'DON-' || number)
    on conflict (reference) where status = 'pending' and source = 'asked' and payment_method = 'card' do nothing
    returning * into transaction;
    if found then
      return transaction;
    end if;
  end loop;
  raise sqlstate 'PT503' using message = 'service_unavailable', detail = 'no free reference';
end;
$$;

comment on function private.open_transaction is
  'A new transaction with a fresh trace and a reference that no open transaction has.';

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
  'The next moment to ask about an undecided transaction; null after 72 hours. Every hour once the bank has said '
  'anything of it or could not be asked.';

create function private.next_check_after(p_decided timestamptz, p_now timestamptz, p_has_answer boolean)
returns timestamptz
language sql immutable set search_path = '' as $$
  select p_decided + make_interval(hours => min(h)) from generate_series(1, 72) h
  where p_decided + make_interval(hours => h) > p_now and (h = 1 or not p_has_answer);
$$;

comment on function private.next_check_after is
  'When a decision is checked: an hour after it, whatever the bank says before, then every hour until it answers; '
  'null after 72 hours.';

create function private.query_lease() returns interval
language sql immutable set search_path = '' as $$ select interval '15 seconds' $$;

comment on function private.query_lease is
  'How long whoever asks the bank may take: longer than the bank is waited for, so a query that is lost with its '
  'function holds nobody up for long.';

create function private.begin_query(p_transaction_id uuid) returns void
language sql set search_path = '' as $$
  update public.transactions t set
    asked_at = now(), asking_until = now() + private.query_lease(),
    -- In case the answer is lost with its function: the job asks again. The answer says when to ask next.
    next_ask_at = least(t.next_ask_at, now() + interval '1 minute')
  where t.id = p_transaction_id;
$$;

comment on function private.begin_query is
  'The caller asks the bank now and must pass on the answer to public.decide_payment().';

create function private.question_about(t public.transactions) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_object('step', 'ask', 'trace', t.trace, 'checkoutId', t.checkout_id);
end;
$$;

comment on function private.question_about is
  '{step: ask, trace, checkoutId}: whom and what to ask about a transaction. checkoutId: of a prompt of M-Pesa; null '
  'of a payment by card, about which the bank is asked.';

create function public.ask_of_transaction(p_transaction_id uuid) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  transaction public.transactions;
begin
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;
  perform private.refuse_missing(not found);
  -- Of others nobody can be asked.
  if transaction.asking_until > now() or not private.can_be_asked(transaction) then
    return null;
  end if;
  perform private.begin_query(p_transaction_id);
  return private.question_about(transaction);
end;
$$;

comment on function public.ask_of_transaction is
  'For an admin who wants the bank or Safaricom to be asked now: private.question_about(), null while a query is '
  'running. PT404.';
grant execute on function public.ask_of_transaction to service_role;

create table private.gateway_answers (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  times integer not null default 1 check (times > 0),
  transaction_id uuid not null references public.transactions (id) on delete restrict,
  asked_by text not null check (asked_by in ('return', 'reconcile', 'shopper', 'owner')),
  verdict text not null,
  answer jsonb
);

comment on table private.gateway_answers is
  'Append-only evidence. answer is null when the bank gave none; card number masked, no expiry date.';
comment on column private.gateway_answers.times is
  'How often in a row the bank answered exactly this to the same caller, or again when the decision was checked; '
  'the last time at last_at.';

create index gateway_answers_by_transaction on private.gateway_answers (transaction_id);
-- All answers about one of the bank's own transactions. Hash: the bank's text may be of any length.
create index gateway_answers_by_index on private.gateway_answers using hash ((answer ->> 'transactionIndex'))
  where answer ->> 'status' = '0';

create function private.bank_numbers(p_answer jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return lower(concat_ws(
    E'\n', p_answer ->> 'transactionIndex', p_answer ->> 'bankReference', p_answer ->> 'authorisationCode'
  ));
end;
$$;

comment on function private.bank_numbers is
  'What a person searches an answer of the bank by: index, reference and authorisation code, in small letters, '
  'one a line.';

create index gateway_answers_by_bank_numbers on private.gateway_answers
  using gin (private.bank_numbers(answer) extensions.gin_trgm_ops);
-- The bank's approvals by day.
create index gateway_answers_of_approvals on private.gateway_answers (at) where answer ->> 'status' = '0';

-- What was answered never changes, only how often.
create trigger append_only before delete or truncate or update of id, transaction_id, asked_by, answer, verdict, at
  on private.gateway_answers
  for each statement execute function private.refuse_change();

create function private.store_answer(p_transaction_id uuid, p_asked_by text, p_answer jsonb, p_verdict text)
returns void
language plpgsql set search_path = '' as $$
begin
  update private.gateway_answers a set times = a.times + 1, last_at = now()
  where a.id = (select max(l.id) from private.gateway_answers l where l.transaction_id = p_transaction_id)
    and a.verdict = p_verdict and a.answer is not distinct from p_answer
    -- The check of a decision repeats it, whoever asked first.
    and (a.asked_by = p_asked_by or (p_asked_by = 'reconcile' and p_verdict <> 'undecided'));
  if not found then
    insert into private.gateway_answers (transaction_id, asked_by, answer, verdict)
    values (p_transaction_id, p_asked_by, p_answer, p_verdict);
  end if;
end;
$$;

comment on function private.store_answer is
  'Stores an answer of the bank; the same answer as last time is counted, not stored again.';

create function private.normal_bank_index(p_index text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(upper(btrim(p_index, E' \t\r\n\u00a0')), '^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$', '{\&}');
end;
$$;

comment on function private.normal_bank_index is
  'The one form of the bank''s index of a transaction: one transaction of its own written differently, in an answer or '
  'a statement, is one. Its own are UUIDs in braces.';

create function private.with_normal_index(p_answer jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select case
      when i.normal <> i.sent
        then p_answer || jsonb_build_object('transactionIndex', i.normal, 'transactionIndexAsSent', i.sent)
      else p_answer
    end
    from (
      select p_answer ->> 'transactionIndex' as sent,
        private.normal_bank_index(p_answer ->> 'transactionIndex') as normal
    ) i
  );
end;
$$;

comment on function private.with_normal_index is
  'An answer of the bank with the index in its one form, and as it was sent where that differs: it is evidence.';

create function private.is_approval(p_answer jsonb, p_trace text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(
    p_answer ->> 'status' = '0' and p_answer ->> 'trace' = p_trace
      and char_length(btrim(p_answer ->> 'transactionIndex')) between 1 and 100
      and p_answer ->> 'amountCents' ~ '^[0-9]{1,12}$'
      and p_answer ->> 'reference' <> '',
    false
  );
end;
$$;

comment on function private.is_approval is
  'Does this answer say, of the transaction with this trace, that money was taken, and how much? Not: '
  'whether that is the right amount.';

create function private.is_charge(p_verdict text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_verdict in ('approved', 'wrong_amount', 'wrong_reference');
end;
$$;

comment on function private.is_charge is
  'Verdicts on answers by which the bank approved money for this very transaction: it paid the order, '
  'is in question, or is to be refunded.';

create function private.masked_card(p_number text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return left(p_number, 4) || '........' || right(p_number, 4);
end;
$$;

comment on function private.masked_card is 'First and last four digits, whatever else was stored.';

create function private.without_codes(p_entries jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg((
    select jsonb_object_agg(f.key, case
      when f.key in ('reference', 'transactionId', 'bankReference') then '""'
      when f.key in ('cardNumber', 'authorisationCode') then 'null'
      else f.value
    end)
    from jsonb_each(e.entry) f
  ) order by e.place), '[]')
  from jsonb_array_elements(p_entries) with ordinality e (entry, place);
$$;

comment on function private.without_codes is
  'Payments or refunds as whoever may not see payments gets them: that money moved, and nothing that it is known by.';
grant execute on function private.without_codes to authenticated;

create function private.gateway_answer_as_json(p_answer jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'status', p_answer ->> 'status', 'description', p_answer ->> 'description', 'reference', p_answer ->> 'reference',
      'amountCents', p_answer ->> 'amountCents', 'transactionIndex', p_answer ->> 'transactionIndex',
      'transactionDate', p_answer ->> 'transactionDate', 'bankReference', p_answer ->> 'bankReference',
      'authorisationCode', p_answer ->> 'authorisationCode',
      'cardNumber', private.masked_card(p_answer ->> 'cardNumber')
    )
    where jsonb_typeof(p_answer) = 'object'
  );
end;
$$;

comment on function private.gateway_answer_as_json is
  'What the bank answered, without the trace; null when it gave no answer.';

create function private.transaction_row_as_json(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', t.id, 'orderId', t.order_id, 'customerName', o.customer_name,
      'reference', t.reference, 'transactionId', t.transaction_id, 'amount', t.amount, 'source', t.source,
      'bankAmountCents', t.bank_amount_cents,
      'status', t.status, 'paymentMethod', t.payment_method, 'bankStatus', t.bank_status,
      'bankDescription', t.response_data ->> 'description',
      'recordedByName', (select u.name from public.users u where u.id = t.recorded_by),
      'reversedByName', (select u.name from public.users u where u.id = t.reversed_by),
      'reversalReason', t.reversal_reason,
      'createdAt', private.iso_time(t.created_at), 'decidedAt', private.day_or_time(t.decided_at),
      'settledOn', t.settled_on,
      'nextAskAt', private.iso_time(t.next_ask_at),
      'sales', private.sales_of_order(null, t.id),
      'takenBack', (
        select jsonb_build_object(
          'cause', max(r.bank_cause), 'cents', sum(r.amount_cents), 'day', max(r.day) filter (where r.amount_cents > 0),
          'reason', (array_agg(r.reason order by r.created_at desc) filter (where r.amount_cents > 0))[1]
        )
        from private.standing_refunds r where r.transaction_id = t.id and r.bank_cause is not null
        having sum(r.amount_cents) > 0
      ),
      'note', t.note, 'restCents', coalesce(private.rest_left(t.id), 0),
      'shares', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'orderId', s.order_id, 'customerName', p.customer_name, 'cents', s.cents
        ) order by s.order_id), '[]')
        from (
          select x.order_id, sum(x.cents) as cents from private.shares x
          where x.transaction_id = t.id and x.refund_id is null group by 1 having sum(x.cents) > 0
        ) s join public.orders p on p.id = s.order_id
      ),
      'openTasks', (
        select coalesce(jsonb_agg(private.task_in_short(k) order by k.created_at, k.kind), '[]')
        from public.owner_tasks k where k.transaction_id = t.id and k.closed_at is null
      )
    )
    from public.transactions t left join public.orders o on o.id = t.order_id
    where t.id = p_id
  );
end;
$$;

comment on function private.transaction_row_as_json is
  'The contract''s TransactionRow, as far as the caller may read it.';

create function public.transaction_evidence(p_id uuid) returns jsonb
-- Definer: no admin reads the answers, since they contain the trace; the rest of them is evidence.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('payments.read');
  select private.transaction_row_as_json(p_id) || jsonb_build_object('givenBack', (
    select coalesce(jsonb_agg(jsonb_build_object(
      'cents', n.cents, 'method', coalesce(r.other_method, p.payment_method), 'reference', r.bank_reference,
      'day', r.day
    ) order by r.day, r.created_at), '[]')
    from private.standing_refunds r join public.transactions p on p.id = r.transaction_id
    cross join lateral (
      select r.amount_cents + coalesce(sum(c.amount_cents), 0)::bigint as cents
      from private.standing_refunds c where c.counters = r.id
    ) n
    where r.transaction_id = p_id and r.bank_cause is null and r.counters is null and n.cents > 0
  ), 'answers', coalesce(jsonb_agg(jsonb_build_object(
    'at', private.iso_time(a.at), 'times', a.times, 'lastAt', private.iso_time(a.last_at), 'askedBy', a.asked_by,
    'verdict', a.verdict, 'isAboutAnother', coalesce(nullif(a.answer ->> 'trace', '') <> t.trace, false),
    'ofOrderId', case when a.answer ->> 'trace' <> t.trace then other.order_id end,
    'said', private.gateway_answer_as_json(a.answer)
  ) order by a.id desc), '[]'))
  from private.gateway_answers a
  join public.transactions t on t.id = a.transaction_id
  left join public.transactions other on other.trace = a.answer ->> 'trace'
  where a.transaction_id = p_id;
$$;

comment on function public.transaction_evidence is
  'The contract''s TransactionEvidence, the newest answer first: no trace, card masked; '
  'null when there is no such transaction. PT403.';
grant execute on function public.transaction_evidence to authenticated;

create function private.transaction_as_json(p_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'id', t.id, 'orderId', t.order_id, 'transactionId', t.transaction_id, 'reference', t.reference,
      'amount', t.amount, 'status', t.status, 'paymentMethod', t.payment_method, 'responseData', t.response_data,
      'createdAt', private.iso_time(t.created_at), 'updatedAt', private.iso_time(t.updated_at)
    )
    from public.transactions t where t.id = p_id
  );
end;
$$;

grant execute on function private.transaction_as_json to authenticated;

create function public.transaction_by_id(p_transaction_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('payments.read');
  select private.transaction_as_json(p_transaction_id);
$$;

comment on function public.transaction_by_id is 'One transaction: Transaction; null for an unknown id. PT403.';
grant execute on function public.transaction_by_id to authenticated;

create function public.check_payment(p_sid text, p_order_id uuid, p_link_version integer default null) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  to_ask jsonb;
begin
  -- Whoever sees nothing of an order asks nothing about it.
  if public.visible_order(p_sid, p_order_id, p_link_version) is null then
    return null;
  end if;
  to_ask := public.transaction_to_ask(p_order_id, p_is_limited => true);
  if to_ask ->> 'step' = 'ask' then
    return to_ask;
  end if;
  return jsonb_build_object('step', 'nothing', 'order', public.visible_order(p_sid, p_order_id, p_link_version));
end;
$$;

comment on function public.check_payment is
  '{step: ask, trace, checkoutId}: the caller asks now and goes on with public.decide_checked_payment(). {step: '
  'nothing, order}: there is nothing to ask. Null for anyone who sees nothing of the order.';
grant execute on function public.check_payment to service_role;

create function public.decide_checked_payment(
  p_trace text, p_answer jsonb, p_sid text, p_order_id uuid, p_link_version integer default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  select public.decide_payment(p_trace, p_answer, 'shopper');
  select public.visible_order(p_sid, p_order_id, p_link_version);
$$;

comment on function public.decide_checked_payment is
  'Settles by the bank''s answer as public.decide_payment(). Order, as its caller sees it then.';
grant execute on function public.decide_checked_payment to service_role;

create function public.begin_payment(
  p_sid text, p_order_id uuid, p_link_version integer default null, p_phone text default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  to_ask jsonb;
begin
  -- The order first: everybody locks in this order.
  perform 1 from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(public.visible_order(p_sid, p_order_id, p_link_version) is null);
  to_ask := public.transaction_to_ask(p_order_id);
  if to_ask ->> 'step' = 'ask' then
    return to_ask;
  end if;
  return public.pay_again(p_sid, p_order_id, p_link_version, p_phone);
end;
$$;

comment on function public.begin_payment is
  '{step: ask, trace, checkoutId}: what is known comes first; the caller asks and goes on with '
  'public.decide_and_pay_again(). Else as public.pay_again().';
grant execute on function public.begin_payment to service_role;

create function public.decide_and_pay_again(
  p_trace text, p_answer jsonb, p_sid text, p_order_id uuid, p_link_version integer default null,
  p_phone text default null
) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  details text;
begin
  perform public.decide_payment(p_trace, p_answer, 'shopper');
  begin
    return public.pay_again(p_sid, p_order_id, p_link_version, p_phone);
  exception
    -- Returned, not raised: an error would roll everything back, the bank's answer included.
    when sqlstate 'PT404' or sqlstate 'PT409' or sqlstate 'PT503' or lock_not_available then
      get stacked diagnostics details = pg_exception_detail;
      return jsonb_build_object(
        'refusal', case when sqlstate = '55P03' then 'shop_busy' else sqlerrm end, 'details', nullif(details, '')
      );
  end;
end;
$$;

comment on function public.decide_and_pay_again is
  'Settles by the bank''s answer as public.decide_payment(), which stands whatever comes next; then as '
  'public.pay_again(), whose refusals come back as {refusal: the code, details: text or null}.';
grant execute on function public.decide_and_pay_again to service_role;

create function private.payment_as_json(
  o public.orders, t public.transactions, p_opened_at timestamptz, p_view text default 'full'
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('order', private.order_as_seen(o, p_view), 'transaction', jsonb_build_object(
    'trace', t.trace, 'reference', t.reference, 'amount', t.amount, 'phone', t.phone,
    -- It is a proof of whose the order is: only who sees all of the order sends it to the bank.
    'email', case when p_view = 'full' then o.customer_email end,
    'shopEmail', public.shop_details() ->> 'email',
    'openedAt', floor(extract(epoch from p_opened_at))::bigint
  ));
end;
$$;

comment on function private.payment_as_json is
  '{order, transaction: {trace, reference, amount in KES, phone of a prompt, email, null for whoever does not see all '
  'of the order, '
  'shopEmail, openedAt in Unix seconds}}: what the form of the bank''s card page is made of.';

create view private.known_attempts with (security_invoker = true) as
select t.order_id from public.transactions t where t.bank_status not in ('no answer', '255');

comment on view private.known_attempts is
  'Attempts to pay an order of which the bank knows: its buyer is at the bank''s page, or was refused. A cancelled one '
  '(255) does not count: the bank answers the same when nobody has opened its page.';
