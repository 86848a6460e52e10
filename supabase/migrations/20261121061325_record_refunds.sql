-- Giving back money that was accepted: a part of an order that is not paid, or some or all of what has paid one.
-- Who calls: admins with their own token.

create function private.refundable_cents(transaction public.transactions) returns bigint
language sql stable set search_path = '' as $$
  select case
      when transaction.status = 'completed' then transaction.bank_amount_cents
      else (select k.amount_cents from public.owner_tasks k where k.transaction_id = transaction.id and k.outcome = 'rest_due')
    end - coalesce((
      select sum(r.amount_cents) from private.standing_refunds r where r.transaction_id = transaction.id and r.task_id is null
    ), 0)::bigint;
$$;

comment on function private.refundable_cents is 'How much of a payment was accepted for its order and not given back; null when nothing of it was accepted.';

create function private.refundable_payments(p_order_id uuid) returns jsonb
-- Definer: nobody may read the whole row of a transaction, which has its trace.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object('transactionId', t.id, 'reference', t.reference,
    'amountCents', private.refundable_cents(t), 'receivedAt', private.iso_time(t.decided_at)) order by t.decided_at), '[]')
  from public.transactions t
  where t.order_id = p_order_id and t.status in ('completed', 'review') and private.refundable_cents(t) > 0;
$$;

comment on function private.refundable_payments is 'RefundablePayment[]: what the owner can give back of an order now. PT403.';
grant execute on function private.refundable_payments to authenticated;

create function public.record_refund(
  p_id uuid, p_transaction_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text
) returns jsonb
-- Definer: refunds are written by this function and with the end of a task; nobody may edit a task.
language plpgsql security definer set search_path = '' as $$
declare
  taken_up public.orders;
  transaction public.transactions;
  earlier public.refunds;
  refundable bigint;
  part uuid;
begin
  perform private.require_admin();
  -- The order first, then the transaction: everybody locks in this order.
  select o.* into taken_up from public.orders o
  where o.id = (select t.order_id from public.transactions t where t.id = p_transaction_id) for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    if (earlier.transaction_id, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
      is distinct from (p_transaction_id, p_amount_cents, p_day, p_bank_reference, p_reason) then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    return private.order_as_json(taken_up);
  end if;

  perform private.check_refund_day(p_day, p_transaction_id);
  refundable := private.refundable_cents(transaction);
  if refundable is null then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'nothing of this payment was accepted';
  end if;
  if p_amount_cents is null or p_amount_cents < 1 or p_amount_cents > refundable then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = refundable || ' cents can be given back';
  end if;
  perform private.check_new_refund(p_transaction_id, p_amount_cents, p_day, p_bank_reference);
  if taken_up.status in ('pending', 'failed') then
    -- What is left to pay follows from the parts, so a part is given back as a whole.
    if p_amount_cents <> refundable then
      raise sqlstate 'PT409' using message = 'refund_not_whole', detail = refundable || ' cents were accepted';
    end if;
    update public.owner_tasks k set outcome = 'refunded'
    where k.transaction_id = p_transaction_id and k.outcome = 'rest_due' returning k.id into part;
  end if;
  insert into public.refunds (id, order_id, transaction_id, task_id, amount_cents, day, bank_reference, reason)
  values (p_id, taken_up.id, p_transaction_id, part, p_amount_cents, p_day, p_bank_reference, p_reason);
  return private.order_as_json(taken_up);
end;
$$;

comment on function public.record_refund is
  'The owner writes down that the bank gave back money which was accepted for an order: a whole part while the order is not paid, any sum up to what '
  'has paid it afterwards. p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or before the payment; PT403; PT404; '
  'PT409 transition_refused (nothing was accepted), refund_too_large, refund_recorded (the same under another key), refund_not_whole, key_reused.';
grant execute on function public.record_refund to authenticated;
