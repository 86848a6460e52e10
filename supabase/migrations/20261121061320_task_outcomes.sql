-- How the owner ends a task about money: each end says what became of the money, so that no page denies it afterwards.
-- Who calls: admins with their own token.

create function private.accept_payment(task public.owner_tasks) returns void
language plpgsql set search_path = '' as $$
declare
  shortages jsonb;
begin
  if not private.take_order_from_stock(task.order_id) then
    shortages := private.stock_shortages(task.order_id);
    raise sqlstate 'PT409' using message = 'out_of_stock', detail = shortages::text;
  end if;
  update public.transactions t set status = 'completed', transaction_id = private.deciding_answer(t.answer_id) ->> 'transactionIndex'
  where t.id = task.transaction_id;
  update public.orders o set status = 'paid' where o.id = task.order_id;
end;
$$;

comment on function private.accept_payment is 'The money in question pays the order, whatever its amount or reference. PT409 out_of_stock (detail: LineProblem[]).';

create function private.refund_task(task public.owner_tasks, p_refund jsonb, p_reason text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.check_refund_day((p_refund ->> 'day')::date, task.transaction_id);
  if coalesce(p_refund ->> 'bankReference', '') !~ '\S' then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'the reference of the bank';
  end if;
  insert into public.refunds (order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason)
  values (task.order_id, task.transaction_id, task.id, task.amount_cents, (p_refund ->> 'day')::date, p_refund ->> 'bankReference', p_reason);
end;
$$;

comment on function private.refund_task is 'Records that the money of a task was given back, all of it. p_refund: {day, bankReference}. PT400.';

create function public.close_owner_task(p_task_id uuid, p_outcome text, p_reason text, p_refund jsonb default null) returns jsonb
-- Definer: admins may end a task once, and not edit it otherwise.
language plpgsql security definer set search_path = '' as $$
declare
  task public.owner_tasks;
begin
  perform private.require_admin();
  -- The order first, then the task: everybody locks in this order.
  perform 1 from public.orders o
  where o.id = (select k.order_id from public.owner_tasks k where k.id = p_task_id) for update;
  select * into task from public.owner_tasks k where k.id = p_task_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- Closed already: the first end stands.
  if task.closed_at is not null then
    return private.task_as_json(task);
  end if;
  if p_outcome is null or not p_outcome = any (private.task_outcomes(task)) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = task.kind || ' cannot end as ' || coalesce(p_outcome, 'nothing');
  end if;
  if p_outcome = 'accepted' then
    perform private.accept_payment(task);
  elsif p_outcome = 'refunded' then
    perform private.refund_task(task, p_refund, p_reason);
  end if;
  update public.owner_tasks k set closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason, outcome = p_outcome
  where k.id = p_task_id returning * into task;
  return private.task_as_json(task);
end;
$$;

comment on function public.close_owner_task is
  'Ends a task with what became of the money, one of its outcomes, and a reason; the first end stands. refunded takes p_refund: {day, bankReference}. '
  'Returns OwnerTask. PT400 without them, refund_day_wrong; PT403; PT404; PT409 transition_refused, out_of_stock (detail: LineProblem[]).';
grant execute on function public.close_owner_task to authenticated;
