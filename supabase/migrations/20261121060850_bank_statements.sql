-- The bank's settlement statements: which approved payments did reach the account. Approved is what the bank answers
-- when it is asked; settled is what its statement says. Only the second one proves that the money moved.
-- Who reads: admins. Who writes: admins through public.import_bank_statement() and public.close_statement_line().

create table public.bank_statements (
  -- The key under which the browser sent it: sent twice, it is one import.
  id uuid primary key,
  number bigint generated always as identity unique,
  at timestamptz not null default now(),
  actor_id uuid not null,
  file_name text not null check (file_name ~ '\S' and char_length(file_name) <= 200),
  columns jsonb not null check (jsonb_typeof(columns) = 'object'),
  lines integer not null check (lines >= 0),
  known integer not null check (known between 0 and lines),
  settled integer not null check (settled between 0 and lines),
  request_hash text not null
);

comment on table public.bank_statements is 'One row per imported statement.';
comment on column public.bank_statements.actor_id is 'The account that did it. No foreign key: the list outlives accounts.';
comment on column public.bank_statements.columns is 'The contract''s StatementColumns: which column of the file is what. The latest is proposed for the next file.';
comment on column public.bank_statements.known is 'Lines that an earlier statement had too; they changed nothing.';

create table public.statement_lines (
  id uuid primary key default gen_random_uuid(),
  statement_id uuid not null references public.bank_statements (id) on delete restrict,
  line integer not null check (line > 0),
  day date not null,
  bank_index text check (char_length(bank_index) between 1 and 100),
  reference text check (char_length(reference) between 1 and 200),
  amount_cents bigint not null check (abs(amount_cents) <= 1000000000000),
  fee_cents bigint not null default 0 check (abs(fee_cents) <= 1000000000000),
  identity text not null unique,
  row_identity text unique,
  verdict text not null check (verdict in ('settled', 'fee', 'returned', 'several', 'wrong_amount', 'second_charge', 'twice', 'unknown')),
  transaction_id uuid references public.transactions (id) on delete restrict,
  closed_at timestamptz,
  closed_by uuid,
  closing_reason text check (closing_reason ~ '\S' and char_length(closing_reason) <= 1000),
  check (transaction_id is null or amount_cents > 0),
  check ((closed_at is null) = (closing_reason is null))
);

comment on table public.statement_lines is 'Every line of the bank''s statements, once, however many files have it.';
comment on column public.statement_lines.identity is 'What makes it the same line in another file of the bank.';
comment on column public.statement_lines.row_identity is 'What makes it the same row when its file is read under other columns: a hash of its cells.';
comment on column public.statement_lines.verdict is 'What was found when it was imported. Lines that are neither settled nor a fee wait for the owner until they are closed.';
comment on column public.statement_lines.transaction_id is 'The payment that this line settles; matched by the import, or by the owner when closed_by is set.';

create unique index statement_lines_settle_once on public.statement_lines (transaction_id) where transaction_id is not null;
create index statement_lines_by_statement on public.statement_lines (statement_id);
create index statement_lines_open on public.statement_lines (day)
  where transaction_id is null and closed_at is null and verdict not in ('settled', 'fee');
create index statement_lines_by_day on public.statement_lines (day) include (transaction_id, amount_cents, fee_cents);

alter table public.bank_statements enable row level security;
alter table public.statement_lines enable row level security;
grant select on public.bank_statements, public.statement_lines to authenticated;

create policy "Admins read the bank's statements" on public.bank_statements
  for select to authenticated using ((select private.is_admin()));
create policy "Admins read the lines of statements" on public.statement_lines
  for select to authenticated using ((select private.is_admin()));

create function private.mark_settled() returns trigger
-- Definer: whoever writes a line, only this trigger says of a payment that it is settled.
language plpgsql security definer set search_path = '' as $$
begin
  update public.transactions t set settled_on = n.day from new_rows n where t.id = n.transaction_id and t.settled_on is distinct from n.day;
  return null;
end;
$$;

create trigger mark_settled_by_insert after insert on public.statement_lines referencing new table as new_rows
  for each statement execute function private.mark_settled();
create trigger mark_settled_by_update after update on public.statement_lines referencing new table as new_rows
  for each statement execute function private.mark_settled();

create function private.settled_on(p_transaction_id uuid) returns date
-- Definer: whoever may see a payment may know whether it is settled.
language sql stable security definer set search_path = '' as $$
  select t.settled_on from public.transactions t where t.id = p_transaction_id;
$$;

comment on function private.settled_on is 'The day on which a payment was settled by the bank''s statement; null while it is only approved.';
grant execute on function private.settled_on to authenticated, service_role;
