-- Asking the bank about every undecided attempt: at 1, 3, 10 and 30 minutes, then hourly to 72 hours.
-- Who calls: the reconcile function with the secret key. Any number of callers at once, at any time; late or never changes no truth.

create function private.next_ask_after(p_opened timestamptz, p_now timestamptz) returns timestamptz
language sql
immutable
set search_path = ''
as $$
  select case
    when p_now < p_opened + interval '1 minute' then p_opened + interval '1 minute'
    when p_now < p_opened + interval '3 minutes' then p_opened + interval '3 minutes'
    when p_now < p_opened + interval '10 minutes' then p_opened + interval '10 minutes'
    when p_now < p_opened + interval '30 minutes' then p_opened + interval '30 minutes'
    when p_now < p_opened + interval '72 hours'
      then p_opened + make_interval(hours => floor(extract(epoch from p_now - p_opened) / 3600)::integer + 1)
  end;
$$;

comment on function private.next_ask_after(timestamptz, timestamptz) is 'The next moment to ask about an attempt; null after 72 hours.';
grant execute on function private.next_ask_after(timestamptz, timestamptz) to service_role;

create function public.claim_attempts_to_ask(p_limit integer) returns setof text
language sql
set search_path = ''
as $$
  update public.transactions t set
    next_ask_at = case when t.status in ('pending', 'expired') then private.next_ask_after(t.created_at, now()) end
  where t.id in (
    select c.id from public.transactions c
    where c.next_ask_at <= now()
    order by c.next_ask_at
    limit p_limit
    for update skip locked
  )
  returning t.trace;
$$;

comment on function public.claim_attempts_to_ask(integer) is 'Traces that are due, each handed to one caller; the next time is noted before the bank is asked.';
grant execute on function public.claim_attempts_to_ask(integer) to service_role;

create function public.give_up_attempts() returns integer
language plpgsql
set search_path = ''
as $$
declare
  attempt public.transactions;
  given_up integer := 0;
begin
  for attempt in
    select * from public.transactions t
    where t.next_ask_at is null and t.created_at < now() - interval '72 hours'
      and (
        t.status = 'pending'
        -- Replaced long ago, but the bank may have its money all the same.
        or (t.status = 'expired' and t.bank_status is not null
          and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id))
      )
    order by t.created_at
    limit 500
  loop
    -- The same order of locks as everybody's; what was settled meanwhile is left alone.
    perform 1 from public.orders o where o.id = attempt.order_id for update;
    update public.transactions t set status = 'expired', settled_at = now()
    where t.id = attempt.id and t.status = 'pending';
    if found then
      given_up := given_up + 1;
      update public.orders o set status = 'failed' where o.id = attempt.order_id and o.status = 'pending';
      delete from private.stock_holds h where h.order_id = attempt.order_id;
    end if;
    select * into attempt from public.transactions t where t.id = attempt.id;
    if attempt.status = 'expired' and attempt.bank_status is not null then
      perform private.open_task('undecided', attempt, null);
    end if;
  end loop;
  return given_up;
end;
$$;

comment on function public.give_up_attempts() is 'Attempts undecided for 72 hours: expired, order failed; the owner is told when the bank knew of them.';
grant execute on function public.give_up_attempts() to service_role;
