-- What a payment attempt is found by besides its order: the shop's reference and what the bank calls the payment.
-- Who reads: admins, through public.list_attempt_page(). Who writes: nobody; Postgres derives it from the attempt.

create extension if not exists pg_trgm with schema extensions;

create function private.attempt_search_text(p_reference text, p_transaction_id text, p_response jsonb) returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select lower(concat_ws(' ', p_reference, p_transaction_id,
    -- Money in question has an index of the bank, though it paid for nothing.
    case when p_transaction_id is distinct from p_response ->> 'transactionIndex' then p_response ->> 'transactionIndex' end,
    p_response ->> 'bankReference', p_response ->> 'authorisationCode'));
$$;

comment on function private.attempt_search_text(text, text, jsonb) is 'The words of an attempt that a search looks at.';
-- Whoever writes an attempt derives the column.
grant execute on function private.attempt_search_text(text, text, jsonb) to service_role;

alter table public.transactions add column search_text text not null
  generated always as (private.attempt_search_text(reference, transaction_id, response_data)) stored;

comment on column public.transactions.search_text is 'For finding the attempt; says nothing that the other columns do not say.';

create index transactions_by_words on public.transactions using gin (search_text extensions.gin_trgm_ops);
create index transactions_by_status_newest on public.transactions (status, created_at desc, id desc);
