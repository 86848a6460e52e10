-- What happens to orders, transactions, tasks and quotations writes messages.
-- Who calls: triggers alone.
set check_function_bodies = off;

create function private.runs_out(p_order_id uuid) returns table (name text, stock integer)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select p.name, greatest(p.stock - private.held_quantity(p.id), 0)
  from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = p_order_id and i.to_order is null and (private.is_low(p) or p.is_active and p.stock = 0);
end;
$$;

comment on function private.runs_out is 'The products of an order of which few pieces are free now, or none is left.';

create function private.queue_order_messages() returns trigger
-- Definer: whoever moves an order, only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
declare
  paid_as text;
begin
  if new.status in ('paid', 'cancelled', 'pending') then
    -- It would be listed as waiting though it can never become true again. One that the sender has now,
    -- it judges itself.
    update private.messages m set
      state = 'skipped', reason = 'no_longer_true', next_attempt_at = null, finished_at = now()
    where m.id in (
      select w.id from private.messages w
      where w.order_id = new.id and w.state = 'waiting' and not w.is_uncertain
        and w.kind = any (case
          when new.status = 'pending'
            -- The payment was reversed. Paid again, it is announced anew.
            then array['order_paid', 'owner_order_paid']
          else array['order_unpaid', 'order_link', 'payment_refused', 'payment_checking']
        end)
      for update skip locked
    );
  end if;
  if tg_op = 'INSERT' then
    if new.agreed_until is null and new.terms_days is null then
      perform private.queue_message('order_unpaid', new.id::text, new.id, '10 minutes');
    else
      -- By then the seller has recorded what was paid at once. Whoever pays later as agreed is reminded shortly before
      -- it ends.
      perform private.queue_order_link(new.id, '10 minutes');
      perform private.queue_message('order_unpaid', new.id::text, new.id, (new.agreed_until - now()) * 7 / 8)
      where new.terms_days is null;
      -- It is to be sent, and no payment tells the owner; what staff make, staff know.
      perform private.queue_message('owner_order_paid', new.id || ' on account', new.id)
      where new.terms_days is not null and not private.may('dashboard');
    end if;
  elsif new.status = 'paid' and old.status <> 'completed' then
    -- Once more when a payment was reversed, or it was changed and cost more, and it is paid again.
    paid_as := concat_ws(' ', new.id, (
      select nullif(count(*), 0) from public.history h
      where h.table_name = 'orders'
        and h.row_id = new.id
        and h.before ->> 'status' = 'paid'
        and h.after ->> 'status' = 'pending'
    ));
    perform private.queue_message('order_paid', paid_as, new.id);
    perform private.queue_message('owner_order_paid', paid_as, new.id);
    if exists (select 1 from private.runs_out(new.id)) then
      perform private.queue_message('owner_low_stock', new.id::text, new.id);
    end if;
  -- The messages about its parcels say so, of an order that has any.
  elsif new.status = 'completed' and not private.has_left(new.id) then
    -- The owner may have pressed the wrong button and can take it back.
    perform private.queue_message('order_completed', new.id::text, new.id, '5 minutes');
  elsif new.status = 'cancelled' then
    perform private.queue_message('order_cancelled', new.id::text, new.id);
  end if;
  return null;
end;
$$;

create trigger queue_messages_when_placed after insert on public.orders
  for each row execute function private.queue_order_messages();
create trigger queue_messages_when_moved after update of status on public.orders
  for each row when (new.status <> old.status) execute function private.queue_order_messages();

create function private.queue_transaction_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    -- 255: the bank made no transaction, so no card was refused.
    if new.response_data ->> 'status' <> '255' then
      perform private.queue_message('payment_refused', new.id::text, new.order_id);
    elsif exists (
      select 1 from private.messages m
      where m.kind = 'payment_checking' and m.subject = new.id::text and m.state not in ('waiting', 'skipped')
    ) then
      -- The buyer was asked to wait for this answer.
      perform private.queue_message('order_unpaid', new.id::text, new.order_id);
    end if;
  elsif new.status = 'pending' and new.bank_status is not null and old.bank_status is null then
    -- Most are decided a moment later.
    perform private.queue_message('payment_checking', new.id::text, new.order_id, '5 minutes');
  end if;
  return null;
end;
$$;

create trigger queue_messages after update of status, bank_status on public.transactions
  for each row execute function private.queue_transaction_messages();

create function private.queue_task_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if new.closed_at is null and (tg_op = 'INSERT' or new.kind <> old.kind) then
    perform private.queue_message('owner_task', new.id::text || ' ' || new.kind, new.order_id);
    if new.kind in ('late_money', 'money_after_refusal') then
      perform private.queue_message('refund_due', new.id || ' ' || new.transaction_id, new.order_id);
    end if;
  end if;
  return null;
end;
$$;

create trigger queue_messages after insert or update of kind on public.owner_tasks
  for each row execute function private.queue_task_messages();

create function private.queue_quotation_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.seller_id is null then
    perform private.queue_message('owner_quotation', new.id::text);
  end if;
  if new.customer_email is not null and private.state_of_quotation(new) = 'open' then
    -- A seller may correct it once more.
    perform private.queue_account_mail(
      'quotation', new.id || ' ' || new.version, new.user_id, new.customer_email,
      case tg_op when 'INSERT' then interval '0' else interval '5 minutes' end, new.language
    );
  end if;
  return null;
end;
$$;

create trigger queue_messages after insert on private.quotations
  for each row execute function private.queue_quotation_messages();
create trigger queue_messages_when_changed after update of version on private.quotations
  for each row when (new.version <> old.version) execute function private.queue_quotation_messages();
