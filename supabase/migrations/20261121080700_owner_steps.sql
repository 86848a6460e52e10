-- What the owner does with orders, attempts and tasks: the next step by name, never a column by hand.
-- Who calls: admins with their own token; for the trace the api with the secret key, once it knows that an admin asks.

create function private.advance_order(p_order_id uuid, p_status text) returns void
language plpgsql
-- Definer: no person may write an order's status; the owner's three steps are these.
security definer
set search_path = ''
as $$
declare
  present text;
begin
  perform private.require_admin();
  select o.status into present from public.orders o where o.id = p_order_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- The button pressed twice has done it already.
  if present = p_status then
    return;
  end if;
  if not exists (
    select 1 from private.order_transitions t
    where t.name in ('complete', 'cancel', 'cancel failed') and t.from_status = present and t.to_status = p_status
  ) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = present || ' to ' || p_status;
  end if;
  if p_status = 'cancelled' then
    perform public.cancel_order(p_order_id);
  else
    update public.orders o set status = p_status where o.id = p_order_id;
  end if;
end;
$$;

create function private.close_owner_task(p_task_id uuid, p_reason text) returns void
language plpgsql
-- Definer: a task is closed with a reason, by whoever closes it, once; not edited.
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.owner_tasks k set closed_at = now(), closed_by = (select auth.uid()), closing_reason = p_reason
  where k.id = p_task_id and k.closed_at is null;
  -- Closed already: the first reason stands.
  if not found and not exists (select 1 from public.owner_tasks k where k.id = p_task_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
end;
$$;

grant execute on function private.advance_order(uuid, text), private.close_owner_task(uuid, text) to authenticated;

create function public.advance_order(p_order_id uuid, p_status text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.advance_order(p_order_id, p_status);
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
end;
$$;

create function public.close_owner_task(p_task_id uuid, p_reason text) returns jsonb
language plpgsql
set search_path = ''
as $$
begin
  perform private.close_owner_task(p_task_id, p_reason);
  return (select private.task_as_json(k) from public.owner_tasks k where k.id = p_task_id);
end;
$$;

create function public.trace_of_attempt(p_transaction_id uuid) returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  found_trace text;
begin
  select t.trace into found_trace from public.transactions t where t.id = p_transaction_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  return found_trace;
end;
$$;

create function public.transaction_by_id(p_transaction_id uuid) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.transaction_as_json(p_transaction_id);
end;
$$;

create function public.ask_as_admin() returns void
language sql
stable
set search_path = ''
as $$
  select private.require_admin();
$$;

comment on function public.ask_as_admin() is 'Is the caller an admin? PT403 when not.';
comment on function public.advance_order(uuid, text) is 'paid to completed, pending or failed to cancelled; returns AdminOrder. PT403; PT404; PT409 transition_refused.';
comment on function public.close_owner_task(uuid, text) is 'Closes a task with a reason; the first reason stands. Returns OwnerTask. PT403, PT404.';
comment on function public.trace_of_attempt(uuid) is 'With which the api asks the bank about this attempt; for the shop''s functions alone. PT404.';
comment on function public.transaction_by_id(uuid) is 'One payment attempt: Transaction; null when there is none. PT403.';

grant execute on function
  public.advance_order(uuid, text), public.close_owner_task(uuid, text), public.transaction_by_id(uuid),
  public.ask_as_admin()
to authenticated;
grant execute on function public.trace_of_attempt(uuid) to service_role;
