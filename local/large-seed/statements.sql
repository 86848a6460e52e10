-- The bank's statements, one for each month: what was approved four days ago and earlier is settled, but for a few payments
-- of the last two months; monthly fees, and what went back to buyers.

create temp table settled as
select t.id, t.transaction_id as bank_index, t.reference, t.bank_amount_cents as cents, t.settled_on as day,
  row_number() over (order by t.settled_on, t.id) as place
from public.transactions t
where t.settled_on is not null and not exists (select 1 from public.statement_lines l where l.transaction_id = t.id);

create temp table returned as
select r.id, r.amount_cents as cents, r.day, row_number() over (order by r.day, r.id) as place from public.refunds r;

create temp table lines as
select date_trunc('month', s.day)::date as month, s.day, s.bank_index, s.reference, s.cents, 0 as fee, 'settled' as verdict, s.id as transaction_id,
  'large|' || s.place as identity
from settled s
union all
select date_trunc('month', r.day)::date, r.day, null, 'REFUND', -r.cents, 0, 'returned', null, 'large returned|' || r.place from returned r
union all
select m.month, (m.month + interval '27 days')::date, null, 'Monthly fee', 0, 450000, 'fee', null, 'large fee|' || m.month
from (select distinct date_trunc('month', s.day)::date as month from settled s) m;

insert into public.bank_statements (id, actor_id, file_name, columns, lines, known, settled, request_hash)
select pg_temp.id_of('statement', extract(epoch from l.month)::bigint), owner.id, 'statement-' || to_char(l.month, 'YYYY-MM') || '.csv',
  '{"day": "Date", "amount": "Amount", "bankIndex": "Index", "reference": "Ref", "fee": "Fee", "dayOrder": "day first"}',
  count(*), 0, count(*) filter (where l.verdict = 'settled'), md5(l.month::text)
from lines l cross join (select id from public.users where role = 'admin' order by created_at limit 1) owner
group by l.month, owner.id;

insert into public.statement_lines
  (statement_id, line, day, bank_index, reference, amount_cents, fee_cents, identity, verdict, transaction_id, closed_at, closing_reason)
select pg_temp.id_of('statement', extract(epoch from l.month)::bigint), 1 + row_number() over (partition by l.month order by l.day, l.identity),
  l.day, l.bank_index, l.reference, l.cents, l.fee, l.identity, l.verdict, l.transaction_id,
  -- The newest refunds wait for the owner.
  case when l.verdict = 'returned' and l.day < now() - interval '30 days' then now() end,
  case when l.verdict = 'returned' and l.day < now() - interval '30 days' then 'The refund that is recorded' end
from lines l;
