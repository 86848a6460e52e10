-- Cancelling an unpaid order: one rule for its buyer, for the owner, and for the orders of an account that is erased.
-- Who calls: public.cancel_unpaid_order(), private.advance_order() and public.erase_account().

create function private.cancel_order(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
declare
  status text;
begin
  select o.status into status from public.orders o where o.id = p_order_id for update;
  -- The button was pressed twice.
  if status = 'cancelled' then
    return;
  end if;
  case private.payment_step(p_order_id)
    when 'none' then raise sqlstate 'PT409' using message = 'order_closed';
    when 'wait' then raise sqlstate 'PT409' using message = 'payment_undecided';
    else null;
  end case;
  -- A part that the owner accepted.
  if (select m.received_cents from private.money_of_order(p_order_id) m) > 0 then
    raise sqlstate 'PT409' using message = 'money_received';
  end if;
  update public.orders o set status = 'cancelled' where o.id = p_order_id;
  delete from private.stock_holds h where h.order_id = p_order_id;
end;
$$;

comment on function private.cancel_order is
  'Ends an unpaid order and frees its pieces, once; money that still comes for it becomes the owner''s task. PT409 order_closed (paid), '
  'payment_undecided, money_received.';
grant execute on function private.cancel_order to service_role;
