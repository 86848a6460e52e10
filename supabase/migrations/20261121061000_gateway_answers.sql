-- Everything the bank ever answered about a transaction, word for word: the evidence.
-- And the transactions with the answer that decided them. Who reads: the shop's functions; admins, without the trace. Who writes: settlement.

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

comment on table private.gateway_answers is 'Append-only evidence. answer is null when the bank gave none; card number masked, no expiry date.';
comment on column private.gateway_answers.times is 'How often in a row the bank answered exactly this to the same caller, or again when the decision was checked; the last time at last_at.';

create index gateway_answers_by_transaction on private.gateway_answers (transaction_id);
-- All answers about one of the bank's own transactions.
create index gateway_answers_by_index on private.gateway_answers using hash ((answer ->> 'transactionIndex')) where answer ->> 'status' = '0';
-- What a person searches by: how one of the bank's numbers begins, without the brace of an index. Twelve characters of 36
-- find as much, in two thirds of the space.
create index gateway_answers_by_index_start on private.gateway_answers
  (left(ltrim(lower(answer ->> 'transactionIndex'), '{'), 12) text_pattern_ops);
create index gateway_answers_by_bank_reference on private.gateway_answers
  (left(ltrim(lower(answer ->> 'bankReference'), '{'), 12) text_pattern_ops);
create index gateway_answers_by_authorisation on private.gateway_answers
  (left(ltrim(lower(answer ->> 'authorisationCode'), '{'), 12) text_pattern_ops);
-- The bank's approvals by day.
create index gateway_answers_of_approvals on private.gateway_answers (at) where answer ->> 'status' = '0';

grant select, insert on private.gateway_answers to service_role;
grant update (times, last_at) on private.gateway_answers to service_role;

-- What was answered never changes, only how often.
create trigger append_only before delete or truncate or update of id, transaction_id, asked_by, answer, verdict, at
  on private.gateway_answers
  for each statement execute function private.refuse_change();

create function private.keep_answer(p_transaction_id uuid, p_asked_by text, p_answer jsonb, p_verdict text) returns bigint
language plpgsql set search_path = '' as $$
declare
  kept bigint;
begin
  update private.gateway_answers a set times = a.times + 1, last_at = now()
  where a.id = (select max(l.id) from private.gateway_answers l where l.transaction_id = p_transaction_id)
    and a.verdict = p_verdict and a.answer is not distinct from p_answer
    -- The check of a decision repeats it, whoever asked first.
    and (a.asked_by = p_asked_by or (p_asked_by = 'reconcile' and p_verdict <> 'undecided'))
  returning a.id into kept;
  if not found then
    insert into private.gateway_answers (transaction_id, asked_by, answer, verdict)
    values (p_transaction_id, p_asked_by, p_answer, p_verdict)
    returning id into kept;
  end if;
  return kept;
end;
$$;

comment on function private.keep_answer is 'Keeps an answer of the bank and returns its id; the same answer as last time is counted, not kept again.';
grant execute on function private.keep_answer to service_role;

create function private.deciding_answer(p_answer_id bigint) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select a.answer - 'trace' from private.gateway_answers a where a.id = p_answer_id);
end;
$$;

comment on function private.deciding_answer is
  'The bank''s answer with this id (transactions.answer_id), without the trace; card number masked, no expiry date. Null without an id.';
grant execute on function private.deciding_answer to service_role;

create function private.deciding_answer_of(p_transaction_id uuid) returns jsonb
-- Definer: nobody may read the answers themselves, since they contain the trace.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select a.answer - 'trace' from public.transactions t join private.gateway_answers a on a.id = t.answer_id where t.id = p_transaction_id);
end;
$$;

comment on function private.deciding_answer_of is 'The answer that decided a transaction, as private.deciding_answer; null while it is undecided. PT403.';
grant execute on function private.deciding_answer_of to authenticated;

create function private.is_approval(p_answer jsonb, p_trace text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return coalesce(
    p_answer ->> 'status' = '0' and p_answer ->> 'trace' = p_trace
      and btrim(p_answer ->> 'transactionIndex') <> '' and p_answer ->> 'amountCents' ~ '^[0-9]{1,12}$'
      and p_answer ->> 'reference' <> '',
    false
  );
end;
$$;

comment on function private.is_approval is
  'Does this answer say, of the transaction with this trace, that money was taken, and how much? Not: whether that is the right amount.';

create function private.is_charge(p_verdict text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_verdict in ('approved', 'wrong_amount', 'wrong_reference');
end;
$$;

comment on function private.is_charge is
  'Verdicts on answers by which the bank approved money for this very transaction: it paid the order, is in question, or is to be refunded.';
grant execute on function private.is_approval, private.is_charge to service_role;

create function private.masked_card(p_number text) returns text
language sql immutable set search_path = '' as $$
  select left(p_number, 4) || '........' || right(p_number, 4);
$$;

comment on function private.masked_card is 'First and last four digits, whatever else was kept.';
grant execute on function private.masked_card to authenticated;

create function private.gateway_answer_as_json(p_answer jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'status', p_answer ->> 'status', 'description', p_answer ->> 'description', 'reference', p_answer ->> 'reference',
    'amountCents', p_answer ->> 'amountCents', 'transactionIndex', p_answer ->> 'transactionIndex',
    'transactionDate', p_answer ->> 'transactionDate', 'bankReference', p_answer ->> 'bankReference',
    'authorisationCode', p_answer ->> 'authorisationCode', 'cardNumber', private.masked_card(p_answer ->> 'cardNumber')
  )
  where jsonb_typeof(p_answer) = 'object';
$$;

comment on function private.gateway_answer_as_json is 'What the bank answered, without the trace; null when it gave no answer.';

create function private.transaction_row_as_json(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', t.id, 'orderId', t.order_id, 'customerName', o.customer_name, 'orderStatus', o.status,
    'reference', t.reference, 'transactionId', t.transaction_id, 'amount', t.amount, 'bankAmountCents', t.bank_amount_cents,
    'status', t.status, 'bankStatus', t.bank_status,
    'createdAt', private.iso_time(t.created_at), 'decidedAt', private.iso_time(t.decided_at), 'settledOn', private.settled_on(t.id),
    'askedAt', private.iso_time(t.asked_at), 'nextAskAt', private.iso_time(t.next_ask_at),
    'outcome', (
      select k.outcome from public.owner_tasks k
      where k.transaction_id = t.id and t.status = 'review' and k.bank_index is null and k.closed_at is not null order by k.closed_at desc limit 1
    ),
    'openTask', (select string_agg(k.title, '; ' order by k.created_at, k.title) from public.owner_tasks k where k.transaction_id = t.id and k.closed_at is null)
  )
  from public.transactions t join public.orders o on o.id = t.order_id
  where t.id = p_id;
$$;

comment on function private.transaction_row_as_json is 'The contract''s TransactionRow, as far as the caller may read it.';
grant execute on function private.transaction_row_as_json to authenticated;

create function private.bank_answers_of(p_id uuid) returns jsonb
-- Definer: nobody may read the answers themselves, since they contain the trace; the rest of them is evidence.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object(
    'at', private.iso_time(a.at), 'times', a.times, 'lastAt', private.iso_time(a.last_at), 'askedBy', a.asked_by, 'verdict', a.verdict,
    'isAboutAnother', coalesce(nullif(a.answer ->> 'trace', '') <> t.trace, false),
    'ofOrderId', case when a.answer ->> 'trace' <> t.trace then other.order_id end,
    'said', private.gateway_answer_as_json(a.answer)
  ) order by a.id desc), '[]')
  from private.gateway_answers a
  join public.transactions t on t.id = a.transaction_id
  left join public.transactions other on other.trace = a.answer ->> 'trace'
  where a.transaction_id = p_id;
$$;

comment on function private.bank_answers_of is 'The contract''s BankAnswer[], the newest first: no trace, card masked. PT403.';
grant execute on function private.bank_answers_of to authenticated;

create function public.transaction_evidence(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select private.transaction_row_as_json(p_id) || jsonb_build_object('answers', private.bank_answers_of(p_id));
$$;

comment on function public.transaction_evidence is 'The contract''s TransactionEvidence; null when there is no such transaction. PT403.';
grant execute on function public.transaction_evidence to authenticated;

create function private.transaction_as_json(p_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', t.id, 'orderId', t.order_id, 'transactionId', t.transaction_id, 'reference', t.reference, 'amount', t.amount,
    'status', t.status, 'paymentMethod', t.payment_method, 'responseData', private.deciding_answer_of(t.id),
    'createdAt', private.iso_time(t.created_at), 'updatedAt', private.iso_time(t.updated_at)
  )
  from public.transactions t where t.id = p_id;
$$;

grant execute on function private.transaction_as_json to authenticated;

create function public.transaction_by_id(p_transaction_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_admin();
  select private.transaction_as_json(p_transaction_id);
$$;

comment on function public.transaction_by_id is 'One transaction: Transaction; null for an unknown id. PT403.';
grant execute on function public.transaction_by_id to authenticated;
