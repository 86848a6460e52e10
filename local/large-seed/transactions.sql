-- Transactions with what the bank answered, the book of every order, and the owner's tasks about money that does not fit.

create temp table tries as
with chosen as (
  select s.n, s.id as order_id, s.status as order_status, s.created_at, o.total_amount,
    s.created_at < now() - interval '73 hours' as is_old, pg_temp.chance('transaction', s.n) as a, pg_temp.chance('odd', s.n) as odd
  from sales s join public.orders o on o.id = s.id
), named as (
  -- A first card that was refused.
  select t.*, 1 as place, 'failed' as status, null as task from chosen t
  where (t.order_status in ('paid', 'completed') and t.a < 0.1)
    or (t.order_status = 'failed' and (t.a >= 0.15 or not t.is_old))
    or (t.order_status = 'cancelled' and t.a < 0.3)
  union all
  select t.*, 2, 'completed', null from chosen t where t.order_status in ('paid', 'completed')
  union all
  -- Never finished at the bank's page, and given up after three days.
  select t.*, 1, case when t.is_old then 'expired' else 'pending' end, null from chosen t
  where (t.order_status = 'failed' and t.a < 0.15 and t.is_old)
    or (t.order_status = 'cancelled' and t.a >= 0.3 and not (t.is_old and t.odd < 0.004))
    or (t.order_status = 'pending' and t.odd >= 0.04)
  union all
  -- The bank approved another sum; or money came for an order that was cancelled, or paid already.
  select t.*, 3, case t.order_status when 'pending' then 'review' else 'completed' end, case t.order_status when 'pending' then 'wrong_amount' else 'overpaid' end
  from chosen t
  where (t.order_status = 'cancelled' and t.a >= 0.3 and t.is_old and t.odd < 0.004)
    or (t.order_status = 'pending' and t.odd < 0.04)
    or (t.order_status in ('paid', 'completed') and t.odd < 0.0004)
), timed as (
  select n, place, order_id, order_status, status, task, total_amount,
    created_at + case when place = 2 and a < 0.1 then interval '5 minutes' when place = 3 then interval '7 minutes' else interval '0' end
      as opened_at,
    interval '50 seconds' + interval '6 minutes' * pg_temp.chance('typing ' || place, n) as took,
    pg_temp.id_of('index ' || place, n) as bank_id,
    md5(pg_temp.id_of('trace ' || place, n)::text) || md5(pg_temp.id_of('trace two ' || place, n)::text) as trace,
    pg_temp.pick(array['05', '51', '54', '14'], 'refusal', n) as refusal
  from named
)
select t.*, pg_temp.id_at(t.opened_at, 'transaction ' || t.place, t.n) as id, least(t.opened_at, now()) as created_at,
  case t.status
    when 'pending' then null
    when 'expired' then t.opened_at + interval '72 hours'
    else least(t.opened_at + t.took, now())
  end as decided_at
from timed t;

-- An open transaction has a reference that no other open transaction has, also of those that were here before.
create temp table open_references as
select t.id, 'DON-' || free.number as reference
from (select id, row_number() over (order by created_at, id) as place from tries where status = 'pending') t
join (
  select number, row_number() over (order by number) as place from generate_series(100000, 999999) number
  where not exists (select 1 from public.transactions x where x.status = 'pending' and x.reference = 'DON-' || number)
) free on free.place = t.place;

create temp table answers as
select t.id,
  t.created_at, t.decided_at, coalesce(r.reference, 'DON-' || t.n % 1000000) as reference,
  case t.task when 'wrong_amount' then (t.total_amount - 50)::bigint * 100 else t.total_amount::bigint * 100 end as cents,
  case when t.status in ('completed', 'failed', 'review') then jsonb_build_object(
    'status', case when t.status = 'failed' then '255' else '0' end,
    'trace', t.trace,
    'reference', coalesce(r.reference, 'DON-' || t.n % 1000000),
    'amountCents', (case t.task when 'wrong_amount' then t.total_amount - 50 else t.total_amount end::bigint * 100)::text,
    'transactionIndex', '{' || upper(t.bank_id::text) || '}',
    'description', case when t.status <> 'failed' then 'Approved' when t.refusal = '51' then 'Insufficient funds'
      when t.refusal = '54' then 'Expired card' when t.refusal = '14' then 'Invalid card number' else 'Do not honour' end,
    'transactionDate', to_char(t.decided_at at time zone 'Africa/Nairobi', 'YYYYMMDD'),
    'bankReference', lpad((t.n % 1000000)::text, 6, '0'),
    'authorisationCode', case when t.status <> 'failed' then lpad(floor(pg_temp.chance('code', t.n) * 1000000)::text, 6, '0') end,
    'cardNumber', '4242........' || lpad(floor(pg_temp.chance('card', t.n) * 10000)::text, 4, '0')
  ) end as answer
from tries t left join open_references r on r.id = t.id;
create unique index on answers (id);
create unique index on tries (id);
create index on tries (order_id);
analyze answers;
analyze tries;

insert into public.transactions
  (id, order_id, transaction_id, amount, status, response_data, trace, reference, created_at, updated_at, decided_at,
   bank_status, bank_amount_cents, asked_at, answered_at, next_ask_at, settled_on)
select t.id, t.order_id, case when t.status = 'completed' then a.answer ->> 'transactionIndex' end, t.total_amount, t.status,
  a.answer - 'trace', t.trace, a.reference, t.created_at, coalesce(t.decided_at, t.created_at), t.decided_at,
  a.answer ->> 'status', case when t.status in ('completed', 'review') then a.cents end,
  coalesce(t.decided_at, case when t.created_at < now() - interval '1 minute' then t.created_at + interval '1 minute' end),
  coalesce(t.decided_at, case when t.created_at < now() - interval '1 minute' then t.created_at + interval '1 minute' end),
  case
    when t.status = 'pending' then private.next_ask_after(t.created_at, now(), false)
    when t.status = 'failed' and t.decided_at > now() - interval '1 hour' then t.decided_at + interval '1 hour'
  end,
  -- statements.sql writes the lines; written here at once, no row is written twice.
  case
    when t.status = 'completed' and t.decided_at < now() - interval '4 days'
      and (abs(hashtext(t.id::text)) % 1000 >= 3 or t.decided_at < now() - interval '60 days')
      then private.nairobi_day(t.decided_at) + 2
  end
from tries t join answers a on a.id = t.id
order by t.created_at;

-- An hour later the decision was checked.
insert into private.gateway_answers (transaction_id, asked_by, answer, verdict, at, times, last_at)
select t.id, case when pg_temp.chance('asked by', t.n) < 0.9 then 'return' else 'reconcile' end, a.answer,
  case t.status when 'completed' then 'approved' when 'failed' then 'refused' else t.task end, t.decided_at, 1 + c.checked,
  t.decided_at + c.checked * interval '1 hour'
from tries t join answers a on a.id = t.id
cross join lateral (select (t.decided_at < now() - interval '1 hour')::integer as checked) c
where a.answer is not null
order by t.decided_at, t.id;

-- What a payment that counts pays.
insert into private.shares (transaction_id, order_id, cents, at)
select t.id, t.order_id, a.cents, t.decided_at
from tries t join answers a on a.id = t.id
where t.status = 'completed'
order by t.decided_at, t.id;

insert into private.reductions (id, order_id, cause, cents, reason, created_at)
select pg_temp.id_of('reduction', s.n), s.id, 'cancelled', o.total_amount::bigint * 100, 'The order was cancelled', o.updated_at
from sales s join public.orders o on o.id = s.id
where s.status = 'cancelled'
order by o.updated_at, s.id;

insert into private.sold_lines (order_id, product_id, name, category, quantity, price, orders, sold_at)
select t.order_id, i.product_id, i.product_name, g.category, i.quantity, i.price,
  (row_number() over (partition by t.order_id order by i.product_name, i.product_id) = 1)::integer, t.decided_at
from tries t join items i on i.n = t.n join goods g on g.id = i.product_id
where t.place = 2
order by t.decided_at, t.order_id, i.product_name, i.product_id;

insert into public.owner_tasks
  (id, kind, order_id, transaction_id, at_opening, created_at, closed_at, closed_by, closing_reason, outcome)
select pg_temp.id_of('task', t.n), t.task, t.order_id, t.id, private.state_at_opening(t.order_id, a.cents),
  t.decided_at, c.closed_at, case when c.closed_at is not null then owner.id end,
  case when c.closed_at is not null then 'Refunded by the bank, confirmed by telephone' end,
  case when c.closed_at is not null then 'refunded' end
from tries t
join answers a on a.id = t.id
cross join owner
cross join lateral (select case when t.decided_at < now() - interval '6 days' then t.decided_at + interval '2 days' end as closed_at) c
where t.task is not null;

create temp table given_back as
select pg_temp.id_of('refund', row_number() over (order by k.id)::integer) as id, k.id as task_id, k.order_id, k.transaction_id, t.bank_amount_cents as cents,
  k.closed_at, k.closed_by, k.closing_reason
from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
-- The shop may have refunds of its own.
where k.outcome = 'refunded' and k.transaction_id in (select x.id from tries x);

insert into public.refunds (id, transaction_id, cause, amount_cents, day, bank_reference, reason, recorded_by, created_at)
select g.id, g.transaction_id, 'refund', g.cents, private.nairobi_day(g.closed_at), 'FT' || left(g.task_id::text, 8), g.closing_reason, g.closed_by, g.closed_at
from given_back g;

insert into private.shares (transaction_id, refund_id, order_id, cents, at)
select g.transaction_id, g.id, g.order_id, -g.cents, g.closed_at from given_back g order by g.closed_at, g.id;
