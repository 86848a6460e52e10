-- One Nairobi day of money: what the bank says it took against what paid orders and the owner's tasks account for.
-- Who calls: admins with their own token.

-- The bank's approvals by day.
create index gateway_answers_of_approvals on private.gateway_answers (at) where answer ->> 'status' = '0';
create index owner_tasks_by_day on public.owner_tasks (created_at);

create function private.tells_of_money(p_answer jsonb, p_trace text) returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    p_answer ->> 'status' = '0' and p_answer ->> 'trace' = p_trace
      and btrim(p_answer ->> 'transactionIndex') <> '' and p_answer ->> 'amountCents' ~ '^[0-9]{1,12}$'
      and p_answer ->> 'reference' <> '',
    false
  );
$$;

comment on function private.tells_of_money(jsonb, text) is
  'Does this answer say, of the attempt with this trace, that money was taken, and how much? Not: whether that is right.';

create function private.reconciliation_of_day(p_day date) returns jsonb
language plpgsql
stable
-- Definer: the bank's answers are nobody's to read; here they are a sum and, where sums differ, orders.
security definer
set search_path = ''
as $$
declare
  starts timestamptz := p_day::timestamp at time zone 'Africa/Nairobi';
  ends timestamptz := (p_day + 1)::timestamp at time zone 'Africa/Nairobi';
begin
  perform private.require_admin();
  return (
    with heard as (
      -- A transaction of the bank counts once, on the day it was first heard of, whatever attempt it is named for later.
      select distinct on (a.answer ->> 'transactionIndex') a.answer ->> 'transactionIndex' as index, t.id as attempt_id, t.trace, t.order_id
      from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where a.answer ->> 'status' = '0' and a.at >= starts and a.at < ends and private.tells_of_money(a.answer, t.trace)
        and not exists (
          select 1 from private.gateway_answers e join public.transactions et on et.id = e.transaction_id
          where e.answer ->> 'status' = '0' and e.answer ->> 'transactionIndex' = a.answer ->> 'transactionIndex'
            and e.id < a.id and private.tells_of_money(e.answer, et.trace)
        )
      order by a.answer ->> 'transactionIndex', a.id
    ), bank as (
      -- With the sum that the bank named last.
      select h.order_id, (
        select (a.answer ->> 'amountCents')::bigint from private.gateway_answers a
        where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = h.index
          and a.transaction_id = h.attempt_id and private.tells_of_money(a.answer, h.trace)
        order by a.id desc limit 1
      ) as cents
      from heard h
    ), sold as (
      select t.order_id, o.total_amount::bigint * 100 as cents
      from public.transactions t join public.orders o on o.id = t.order_id
      where t.status = 'completed' and t.settled_at >= starts and t.settled_at < ends and o.status in ('paid', 'completed')
    ), due as (
      select k.order_id, k.kind, k.closed_at is null as is_open, coalesce(k.amount_cents, 0) as cents
      from public.owner_tasks k where k.created_at >= starts and k.created_at < ends
    ), by_order as (
      select b.order_id, sum(b.bank)::bigint as bank, sum(b.shop)::bigint as shop
      from (
        select order_id, cents as bank, 0 as shop from bank
        union all select order_id, 0, cents from sold
        union all select order_id, 0, cents from due
      ) b
      group by b.order_id
    ), differing as (
      select * from by_order where bank <> shop
    ), opened as (
      select t.status, count(*) as attempts from public.transactions t
      where t.created_at >= starts and t.created_at < ends group by t.status
    )
    select jsonb_build_object(
      'day', p_day,
      'takenCents', (select coalesce(sum(cents), 0) from bank),
      'charges', (select count(*) from bank),
      'paidOrders', (select jsonb_build_object('count', count(*), 'cents', coalesce(sum(cents), 0)) from sold),
      'tasks', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'open', open, 'closed', closed, 'cents', cents) order by kind), '[]')
        from (
          select kind, count(*) filter (where is_open) as open, count(*) filter (where not is_open) as closed, sum(cents) as cents
          from due group by kind
        ) kinds
      ),
      'differenceCents', (select coalesce(sum(bank - shop), 0) from by_order),
      'differing', jsonb_build_object('count', (select count(*) from differing), 'orders', (
        select coalesce(jsonb_agg(jsonb_build_object('orderId', order_id, 'bankCents', bank, 'shopCents', shop)), '[]')
        from (select * from differing order by abs(bank - shop) desc, order_id limit 20) largest
      )),
      'attempts', (select coalesce(jsonb_object_agg(status, attempts), '{}') from opened),
      'undecidedNow', (
        select count(*) from public.transactions t where t.status in ('pending', 'expired') and t.next_ask_at is not null
      ),
      'openTasksNow', (select count(*) from public.owner_tasks k where k.closed_at is null)
    )
  );
end;
$$;

comment on function private.reconciliation_of_day(date) is 'As public.reconciliation_of_day().';
grant execute on function private.reconciliation_of_day(date) to authenticated;

create function public.reconciliation_of_day(p_day date) returns jsonb
language sql
stable
set search_path = ''
as $$
  select private.reconciliation_of_day(p_day);
$$;

comment on function public.reconciliation_of_day(date) is
  'The treaty''s Reconciliation of a Nairobi day. The bank''s side is counted from its answers alone, the shop''s from orders and tasks. PT403.';
grant execute on function public.reconciliation_of_day(date) to authenticated;
