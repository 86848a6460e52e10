-- Importing the bank's statement: each line is compared with the payments that the bank approved, and settles one or waits for the owner.
-- Who calls: admins with their own token.

create function private.statement_candidates(p_reference text, p_day date, p_cents bigint, p_fee bigint) returns uuid[]
language sql stable set search_path = '' as $$
  -- References are used again, so the day counts: not before the payment was opened, and at most a week after the
  -- bank decided.
  select array_agg(t.id order by t.created_at) from public.transactions t
  where t.reference = substring(upper(p_reference) from 'DON-[0-9]{1,6}(?![0-9])')
    and t.status in ('completed', 'review') and t.bank_amount_cents in (p_cents, p_cents + p_fee)
    and p_day between private.nairobi_day(t.created_at) and private.nairobi_day(t.decided_at) + 7
    and t.settled_on is null;
$$;

comment on function private.statement_candidates is 'Payments with this reference, amount (before or after the fee) and day that no statement has settled; null when there are none.';

create function private.judge_statement(p_lines jsonb) returns table (
  line integer, day date, bank_index text, reference text, amount_cents bigint, fee_cents bigint,
  identity text, row_identity text, is_known boolean, verdict text, transaction_id uuid
)
language sql stable set search_path = '' as $$
  with sent as (
    select (l ->> 'line')::integer as line, (l ->> 'day')::date as day, nullif(btrim(l ->> 'bankIndex'), '') as bank_index,
      nullif(btrim(l ->> 'reference'), '') as reference, (l ->> 'amountCents')::bigint as amount_cents,
      coalesce((l ->> 'feeCents')::bigint, 0) as fee_cents, md5(nullif(l ->> 'row', '')) as row_hash
    from jsonb_array_elements(p_lines) l
  ), named as (
    select s.*, case when s.bank_index is not null then concat_ws('|', 'index', s.bank_index, s.amount_cents,
        -- Of one payment the same part may be given back on several days.
        case when s.amount_cents < 0 then s.day end)
      else concat_ws('|', 'line', s.day, coalesce(s.reference, ''), s.amount_cents, s.fee_cents) end as likeness
    from sent s
  ), numbered as (
    -- Two equal lines in one file are two different lines; the same two lines in the next file are known.
    select n.*, n.likeness || '|' || row_number() over (partition by n.likeness order by n.line) as identity,
      n.row_hash || '|' || row_number() over (partition by n.row_hash order by n.line) as row_identity
    from named n
  ), fresh as (
    select n.*, exists (select 1 from public.statement_lines k where k.identity = n.identity)
      -- The same file, in which other columns were chosen.
      or exists (select 1 from public.statement_lines k where k.row_identity = n.row_identity) as is_known from numbered n
  ), found as (
    select f.*, by_index.id as index_id, by_index.is_main, by_index.cents,
      case when by_index.id is null and f.amount_cents > 0 and not f.is_known
        then private.statement_candidates(f.reference, f.day, f.amount_cents, f.fee_cents) end as candidates
    from fresh f
    left join lateral (
      -- A payment in question has no transaction_id.
      select t.id, coalesce(f.bank_index in (t.transaction_id, d.answer ->> 'transactionIndex'), false) as is_main,
        t.bank_amount_cents as cents
      from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
        left join private.gateway_answers d on d.id = t.answer_id
      where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = f.bank_index and private.is_charge(a.verdict)
      order by 2 desc, a.id limit 1
    ) by_index on f.amount_cents > 0 and not f.is_known
  ), judged as (
    select f.*,
      case
        when f.amount_cents = 0 then 'fee'
        when f.amount_cents < 0 then 'returned'
        when f.index_id is not null and not f.is_main then 'second_charge'
        when f.index_id is not null and (f.cents is null or f.cents not in (f.amount_cents, f.amount_cents + f.fee_cents)) then 'wrong_amount'
        when f.index_id is not null then 'settled'
        -- Two candidates are a question for a person.
        when cardinality(f.candidates) > 1 then 'several'
        when cardinality(f.candidates) = 1 then 'settled'
        else 'unknown'
      end as verdict,
      coalesce(f.index_id, f.candidates[1]) as matched
    from found f
  ), in_turn as (
    select j.*, row_number() over (partition by j.matched, j.verdict order by (j.index_id is null), j.line) as turn from judged j
  )
  select i.line, i.day, i.bank_index, i.reference, i.amount_cents, i.fee_cents, i.identity, i.row_identity, i.is_known,
    case when i.is_twice then 'twice' else i.verdict end,
    case when i.verdict = 'settled' and not i.is_twice then i.matched end
  from (
    -- A payment is settled once.
    select t.*, t.verdict = 'settled' and (t.turn > 1 or private.settled_on(t.matched) is not null) as is_twice from in_turn t
  ) i
  order by i.line;
$$;

comment on function private.judge_statement is
  'What each line [{line, day, bankIndex, reference, amountCents, feeCents, row}] of a statement would do; is_known: an earlier statement has it, so nothing.';

create function public.preview_bank_statement(p_lines jsonb) returns jsonb
-- Definer: nobody may read the bank's answers, by which its index is known.
language plpgsql stable security definer set search_path = '' set statement_timeout = '60s' as $$
begin
  perform private.require_admin();
  return (
    with judged as materialized (select * from private.judge_statement(p_lines))
    select jsonb_build_object(
      'lines', (select count(*) from judged),
      'known', (select count(*) from judged where is_known),
      'counts', (
        select coalesce(jsonb_object_agg(verdict, jsonb_build_object('lines', n, 'cents', cents)), '{}')
        from (select verdict, count(*) as n, sum(amount_cents) as cents from judged where not is_known group by verdict) kinds
      ),
      'feeCents', (select coalesce(sum(fee_cents), 0) from judged where not is_known),
      'questions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'line', q.line, 'day', q.day, 'bankIndex', q.bank_index, 'reference', q.reference,
          'amountCents', q.amount_cents, 'verdict', q.verdict
        ) order by q.line), '[]')
        from (select * from judged where not is_known and verdict not in ('settled', 'fee') order by line limit 100) q
      )
    )
  );
end;
$$;

comment on function public.preview_bank_statement is
  'What importing these lines would do: StatementPreview. Changes nothing. PT403.';
grant execute on function public.preview_bank_statement to authenticated;

create function private.import_bank_statement(p_id uuid, p_file_name text, p_columns jsonb, p_lines jsonb) returns void
-- Definer: statements are written by importing only; nobody may read the bank's answers.
language plpgsql security definer set search_path = '' as $$
declare
  hash text := md5(p_lines::text);
  earlier text;
begin
  perform private.require_admin();
  -- One at a time: two overlapping statements at once would settle the same payment.
  lock table public.bank_statements in share row exclusive mode;
  select s.request_hash into earlier from public.bank_statements s where s.id = p_id;
  if found then
    if earlier <> hash then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    return;
  end if;
  with judged as materialized (
    select * from private.judge_statement(p_lines)
  ), statement as (
    insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
    select p_id, (select auth.uid()), p_file_name, p_columns, count(*), count(*) filter (where j.is_known),
      count(*) filter (where not j.is_known and j.verdict = 'settled'), hash
    from judged j
  )
  insert into public.statement_lines
    (statement_id, line, day, bank_index, reference, amount_cents, fee_cents, identity, row_identity, verdict, transaction_id)
  select p_id, j.line, j.day, j.bank_index, left(j.reference, 200), j.amount_cents, j.fee_cents, j.identity, j.row_identity, j.verdict, j.transaction_id
  from judged j where not j.is_known;
end;
$$;

grant execute on function private.import_bank_statement to authenticated;

create function private.statement_as_json(s public.bank_statements) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', s.id, 'at', private.iso_time(s.at), 'fileName', s.file_name, 'lines', s.lines, 'known', s.known, 'settled', s.settled,
    'byName', (select u.name from public.users u where u.id = s.actor_id), 'columns', s.columns
  );
$$;

comment on function private.statement_as_json is 'The contract''s BankStatement.';
grant execute on function private.statement_as_json to authenticated;

create function public.import_bank_statement(p_id uuid, p_file_name text, p_columns jsonb, p_lines jsonb) returns jsonb
language sql set search_path = '' set statement_timeout = '60s' as $$
  select private.import_bank_statement(p_id, p_file_name, p_columns, p_lines);
  select private.statement_as_json(s) from public.bank_statements s where s.id = p_id;
$$;

comment on function public.import_bank_statement is
  'Marks the payments of a statement settled. p_id: the key of this import; the same twice is one. Lines that an earlier statement had change nothing. '
  'Returns BankStatement. PT403; PT409 key_reused.';
grant execute on function public.import_bank_statement to authenticated;

create function private.close_statement_line(p_line_id uuid, p_transaction_id uuid, p_reason text) returns void
-- Definer: nobody writes the lines themselves.
language plpgsql security definer set search_path = '' as $$
declare
  found_line public.statement_lines;
begin
  perform private.require_admin();
  select * into found_line from public.statement_lines l where l.id = p_line_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- Pressed twice, or somebody else was faster: the first answer stands.
  if found_line.closed_at is not null or found_line.transaction_id is not null then
    return;
  end if;
  if p_transaction_id is not null and (found_line.amount_cents <= 0 or private.settled_on(p_transaction_id) is not null or not exists (
    select 1 from public.transactions t where t.id = p_transaction_id and t.status in ('completed', 'review')
  )) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not an approved payment, or settled already';
  end if;
  update public.statement_lines l set
    transaction_id = p_transaction_id, closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason
  where l.id = p_line_id;
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'transition_refused', detail = 'settled already';
end;
$$;

grant execute on function private.close_statement_line to authenticated;

create function public.close_statement_line(p_line_id uuid, p_reason text, p_transaction_id uuid default null) returns jsonb
language sql set search_path = '' as $$
  select private.close_statement_line(p_line_id, p_transaction_id, p_reason);
  select jsonb_build_object(
    'closedByName', (select u.name from public.users u where u.id = l.closed_by), 'closingReason', l.closing_reason,
    'transactionId', l.transaction_id
  )
  from public.statement_lines l where l.id = p_line_id;
$$;

comment on function public.close_statement_line is
  'The owner''s answer to a line that was not matched: the payment that it settles, or only a reason. Once; the first answer stands. '
  'PT403; PT404; PT409 transition_refused for a payment that is not approved or is settled already.';
grant execute on function public.close_statement_line to authenticated;
