-- The one safe next step of a buyer: pay, wait or nothing. Asked wherever an order is shown and before a new attempt.
-- Who calls: anyone who sees the order; it tells one word.

create function private.payment_step(p_order_id uuid) returns text
language sql
stable
-- Definer: a buyer may not read payment attempts, only what follows from them.
security definer
set search_path = ''
as $$
  select case
    when o.status not in ('pending', 'failed') then 'none'
    -- The bank may have the money: a second payment now would be a second charge. Also when the attempt was replaced
    -- meanwhile: its page may still have been open. Once there is a task, the owner says when the question is closed.
    when exists (
      select 1
      from public.transactions t
      left join public.owner_tasks k on k.transaction_id = t.id
      where t.order_id = o.id
        and case
          when k.id is null then t.status in ('pending', 'expired') and t.bank_status is not null
          else k.closed_at is null
        end
    ) then 'wait'
    else 'pay'
  end
  from public.orders o where o.id = p_order_id;
$$;

comment on function private.payment_step(uuid) is 'pay: the bank knows of no open payment. wait: it does and has not decided, or a person must look. none: nothing is due.';
grant execute on function private.payment_step(uuid) to authenticated, service_role;
