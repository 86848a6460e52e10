-- Querying the bank until every transaction is decided, and one Nairobi day of money: the banks side against the shops.
-- Who calls: the functions with the secret key, any number at once; for the day, admins with their own token.
set check_function_bodies = off;

create function public.claim_transactions_to_ask(p_limit integer) returns setof text
language sql set search_path = '' as $$
  update public.transactions t set
    asked_at = now(), asking_until = now() + private.query_lease(),
    -- The answer sets the true next time. This one is for a query that is lost with its function.
    next_ask_at = now() + interval '1 minute'
  where t.id in (
    select c.id from public.transactions c
    where c.next_ask_at <= now() and (c.asking_until is null or c.asking_until <= now())
    order by c.next_ask_at
    limit p_limit
    for update skip locked
  )
  returning t.trace;
$$;

comment on function public.claim_transactions_to_ask is 'Traces that are due, each given to one caller only, who asks the bank now and passes on the answer.';
grant execute on function public.claim_transactions_to_ask to service_role;

create function public.transaction_to_ask(p_order_id uuid, p_is_limited boolean default false) returns jsonb
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
begin
  select * into transaction
  from public.transactions t
  where t.order_id = p_order_id and private.may_become_paid(t)
    -- At most once in ten seconds, however many pages wait for the answer.
    and (t.asked_at is null or t.asked_at <= now() - interval '10 seconds' or t.asking_until is not null)
  order by t.created_at desc
  limit 1
  for update;
  if not found then
    return '{"step": "nothing"}';
  end if;
  if transaction.asking_until > now() then
    return '{"step": "wait"}';
  end if;
  if p_is_limited and private.take_limits('ask_bank', '{"all": "all"}') > 0 then
    return '{"step": "wait"}';
  end if;
  perform private.begin_query(transaction.id);
  return jsonb_build_object('step', 'ask', 'trace', transaction.trace);
end;
$$;

comment on function public.transaction_to_ask is
  '{step, trace}. ask: the caller asks the bank about this trace now. wait: somebody is asking it, or too many pages are (p_is_limited). '
  'nothing: money arrived, three days have passed, or the bank was asked a moment ago.';
grant execute on function public.transaction_to_ask to service_role;

create function public.give_up_transactions() returns integer
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
  given_up integer := 0;
begin
  for transaction in
    select * from public.transactions t
    where t.next_ask_at is null and t.created_at < now() - interval '72 hours'
      and (
        t.status = 'pending'
        -- Replaced long ago, but the bank may have taken money.
        or (t.status = 'expired' and t.bank_status is not null
          and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id))
      )
    order by t.created_at
    limit 500
  loop
    -- Locks in the usual order; what was settled meanwhile is left alone.
    perform 1 from public.orders o where o.id = transaction.order_id for update;
    update public.transactions t set status = 'expired', decided_at = now()
    where t.id = transaction.id and t.status = 'pending';
    if found then
      given_up := given_up + 1;
      update public.orders o set status = 'failed' where o.id = transaction.order_id and o.status = 'pending';
      delete from private.stock_holds h where h.order_id = transaction.order_id and not private.keeps_its_pieces(h.order_id);
    end if;
    select * into transaction from public.transactions t where t.id = transaction.id;
    if transaction.status = 'expired' and transaction.bank_status is not null then
      perform private.open_task('undecided', transaction, null);
    end if;
  end loop;
  return given_up;
end;
$$;

comment on function public.give_up_transactions is 'Transactions undecided for 72 hours expire and their orders fail; the owner gets a task when the bank knew of one.';
grant execute on function public.give_up_transactions to service_role;

create function private.reconciliation_between(starts timestamptz, ends timestamptz) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    with heard as (
      -- Each of the bank's transactions counts once, on the day of its first approval, whatever it is named for later.
      select distinct on (a.answer ->> 'transactionIndex') a.answer ->> 'transactionIndex' as index, t.id as row_id, t.trace, t.order_id
      from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where a.answer ->> 'status' = '0' and a.at >= starts and a.at < ends and private.is_approval(a.answer, t.trace)
        and not exists (
          select 1 from private.gateway_answers e join public.transactions et on et.id = e.transaction_id
          where e.answer ->> 'status' = '0' and e.answer ->> 'transactionIndex' = a.answer ->> 'transactionIndex'
            and e.id < a.id and private.is_approval(e.answer, et.trace)
        )
      order by a.answer ->> 'transactionIndex', a.id
    ), bank as (
      -- With the amount in the bank's last answer.
      select h.order_id, (
        select (a.answer ->> 'amountCents')::bigint from private.gateway_answers a
        where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = h.index
          and a.transaction_id = h.row_id and private.is_approval(a.answer, h.trace)
        order by a.id desc limit 1
      ) as cents
      from heard h
    ), sold as (
      -- What was left to pay, with what is too much since the order was changed, or the other sum that the owner accepted for it.
      select t.order_id, coalesce(k.amount_cents, private.amount_due(o.id)::bigint * 100 + private.overpaid_cents(o.id)) as cents
      from public.transactions t join public.orders o on o.id = t.order_id
      left join public.owner_tasks k on k.transaction_id = t.id and k.outcome = 'accepted'
      where t.status = 'completed' and t.payment_method = 'card' and t.decided_at >= starts and t.decided_at < ends
        -- Cancelled once its money was given back, it was sold all the same.
        and (o.status in ('paid', 'completed') or exists (select 1 from public.refunds r where r.transaction_id = t.id and r.task_id is null))
      union all
      -- A part of it.
      select t.order_id, k.amount_cents
      from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
      where k.outcome = 'rest_due' and t.payment_method = 'card' and t.decided_at >= starts and t.decided_at < ends
    ), due as (
      select k.order_id, k.kind, k.closed_at is null as is_open,
        -- What is paid too much of a changed order is in what was sold.
        case when k.outcome in ('accepted', 'rest_due') or k.kind = 'overpaid' then 0 else coalesce(k.amount_cents, 0) end as cents
      from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
      where k.created_at >= starts and k.created_at < ends and t.payment_method = 'card'
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
      select t.status, count(*) as transactions from public.transactions t
      where t.created_at >= starts and t.created_at < ends group by t.status
    )
    select jsonb_build_object(
      'approvedCents', (select coalesce(sum(cents), 0) from bank),
      'settledCents', (
        select coalesce(sum(t.bank_amount_cents), 0) from public.transactions t
        where t.payment_method = 'card' and t.decided_at >= starts and t.decided_at < ends and t.bank_amount_cents > 0 and t.settled_on is not null
      ),
      'charges', (select count(*) from bank),
      'sales', private.sales_between(starts, ends),
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
      'transactions', (select coalesce(jsonb_object_agg(status, transactions), '{}') from opened),
      'undecidedNow', (
        select count(*) from public.transactions t where t.status in ('pending', 'expired') and t.next_ask_at is not null
      ),
      'openTasksNow', (select count(*) from public.owner_tasks k where k.closed_at is null)
    )
  );
end;
$$;

comment on function private.reconciliation_between is 'The contract''s Reconciliation of a time, its end not included, without its day.';
grant execute on function private.reconciliation_between to service_role;

create function public.reconciliation_of_day(p_day date) returns jsonb
-- Definer: admins may not read the bank's answers; this shows sums, and the orders where they differ.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_permission('statements');
  return jsonb_build_object('day', p_day) || private.reconciliation_between(private.nairobi_midnight(p_day), private.nairobi_midnight(p_day + 1));
end;
$$;

comment on function public.reconciliation_of_day is
  'The contract''s Reconciliation of a Nairobi day. The bank''s side is counted from its answers alone, the shop''s from orders and tasks. PT403.';
grant execute on function public.reconciliation_of_day to authenticated;
