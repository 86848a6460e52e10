-- What the statements say in all: payments that should be settled by now and are not, lines without a payment, fees.
-- Who calls: admins with their own token.

create function private.settled_by_now() returns timestamptz
language sql stable set search_path = '' as $$
  -- Payments approved before this moment have had two whole bank days.
  select private.nairobi_midnight(max(d.day)::date + 1)
  from generate_series(private.nairobi_day(now()) - 30, private.nairobi_day(now()), interval '1 day') d (day)
  where private.bank_days_after(d.day::date, 2) < private.nairobi_day(now());
$$;

comment on function private.settled_by_now is 'What was approved before this moment should be in a statement by now: two bank days have passed.';

create function private.overdue_payments() returns table (id uuid, order_id uuid, reference text, cents bigint, decided_at timestamptz)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select t.id, t.order_id, t.reference, t.bank_amount_cents, t.decided_at
  from public.transactions t
  where t.status = 'completed' and t.settled_on is null and t.decided_at < private.settled_by_now()
    -- What was given back before it was settled may never be in a statement.
    and private.refundable_cents(t) > 0
  union all
  select t.id, t.order_id, t.reference, t.bank_amount_cents, t.decided_at
  from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
  where k.outcome = 'rest_due' and t.status = 'review' and t.settled_on is null and t.decided_at < private.settled_by_now();
end;
$$;

comment on function private.overdue_payments is 'Payments that are approved, partial ones included, and in no statement after two bank days.';

create function public.settlement_overview() returns jsonb
-- Definer: row-level security would be checked for every row that is counted.
language plpgsql stable security definer set search_path = '' as $$
declare
  -- Of this month and the eleven before.
  first_day date := date_trunc('month', private.nairobi_day(now())::timestamp) - interval '11 months';
begin
  perform private.require_admin();
  return (
    with overdue as materialized (
      select * from private.overdue_payments()
    ), open_lines as materialized (
      select l.*, s.file_name from public.statement_lines l join public.bank_statements s on s.id = l.statement_id
      where l.transaction_id is null and l.closed_at is null and l.verdict not in ('settled', 'fee')
    )
    select jsonb_build_object(
      'overdue', jsonb_build_object(
        'count', (select count(*) from overdue), 'cents', (select coalesce(sum(o.cents), 0) from overdue o),
        'rows', (
          select coalesce(jsonb_agg(jsonb_build_object('transactionId', o.id, 'orderId', o.order_id, 'reference', o.reference,
            'amountCents', o.cents, 'approvedAt', private.iso_time(o.decided_at)) order by o.decided_at, o.id), '[]')
          from (select * from overdue order by decided_at, id limit 50) o
        )
      ),
      'openLines', jsonb_build_object(
        'count', (select count(*) from open_lines),
        'rows', (
          select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'fileName', l.file_name, 'line', l.line, 'day', l.day,
            'bankIndex', l.bank_index, 'reference', l.reference, 'amountCents', l.amount_cents, 'verdict', l.verdict,
            'candidates', (
              select coalesce(jsonb_agg(jsonb_build_object('transactionId', t.id, 'orderId', t.order_id, 'reference', t.reference,
                'amountCents', t.bank_amount_cents, 'approvedAt', private.iso_time(t.decided_at)) order by t.decided_at), '[]')
              from public.transactions t
              where t.id = any (private.statement_candidates(l.reference, l.day, l.amount_cents, l.fee_cents))
            )) order by l.day, l.line), '[]')
          from (select * from open_lines order by day, line limit 50) l
        )
      ),
      'months', (
        select coalesce(jsonb_agg(jsonb_build_object('month', m.month, 'settledCents', m.settled, 'returnedCents', m.returned,
          'refundedCents', m.refunded, 'feeCents', m.fees) order by m.month desc), '[]')
        from (
          select to_char(d.day, 'YYYY-MM') as month,
            sum(d.settled) as settled, sum(d.returned) as returned, sum(d.refunded) as refunded, sum(d.fees) as fees
          from (
            select l.day, case when l.transaction_id is not null then l.amount_cents else 0 end as settled,
              greatest(-l.amount_cents, 0) as returned, 0 as refunded, l.fee_cents as fees
            from public.statement_lines l where l.day >= first_day
            union all
            select r.day, 0, 0, r.amount_cents, 0 from private.standing_refunds r where r.day >= first_day
          ) d group by 1
        ) m
        where (m.settled, m.returned, m.refunded, m.fees) <> (0, 0, 0, 0)
      ),
      'statements', (
        select coalesce(jsonb_agg(private.statement_as_json(s) order by s.number desc), '[]')
        from (select * from public.bank_statements order by number desc limit 20) s
      )
    )
  );
end;
$$;

comment on function public.settlement_overview is
  'SettlementOverview: what is approved and not settled after two bank days, lines that wait for the owner, by month what was settled, returned by the statements, refunded by the owner''s records and taken as fees, the last statements. PT403.';
grant execute on function public.settlement_overview to authenticated;
