-- Correcting what was written down wrongly about a refund: a further entry says what is right, and both stay.
-- Who calls: admins with their own token.

create function private.correctable_refunds(p_order_id uuid) returns jsonb
-- Definer: nobody may read the whole row of a transaction, which has its trace.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'transactionId', r.transaction_id, 'reference', t.reference, 'amountCents', r.amount_cents,
    'day', r.day, 'bankReference', r.bank_reference, 'isWhole', r.task_id is not null) order by r.created_at, r.id), '[]')
  from private.standing_refunds r join public.transactions t on t.id = r.transaction_id
  where r.order_id = p_order_id and r.amount_cents > 0;
$$;

comment on function private.correctable_refunds is 'RecordedRefund[]: what was given back of an order, as it stands now. PT403.';
grant execute on function private.correctable_refunds to authenticated;

create function public.correct_refund(
  p_id uuid, p_refund_id uuid, p_amount_cents bigint, p_day date, p_bank_reference text, p_reason text
) returns jsonb
-- Definer: refunds are written by this function and its neighbours alone.
language plpgsql security definer set search_path = '' as $$
declare
  wrong public.refunds;
  refunded public.orders;
  transaction public.transactions;
  earlier public.refunds;
  most bigint;
  least_cents bigint;
begin
  perform private.require_admin();
  select * into wrong from public.refunds r where r.id = p_refund_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- The order first, then the transaction: everybody locks in this order.
  select * into refunded from public.orders o where o.id = wrong.order_id for update;
  select * into transaction from public.transactions t where t.id = wrong.transaction_id for update;

  select * into earlier from public.refunds r where r.id = p_id;
  if found then
    if (earlier.corrects, earlier.amount_cents, earlier.day, earlier.bank_reference, earlier.reason)
      is distinct from (p_refund_id, p_amount_cents, p_day, p_bank_reference, p_reason) then
      raise sqlstate 'PT409' using message = 'key_reused';
    end if;
    return private.order_as_json(refunded);
  end if;
  -- Two people at the desk: the second sees first what the other wrote.
  if exists (select 1 from public.refunds r where r.corrects = p_refund_id) then
    raise sqlstate 'PT409' using message = 'refund_corrected';
  end if;

  perform private.check_refund_day(p_day, wrong.transaction_id);
  if (p_amount_cents, p_day, p_bank_reference) is not distinct from (wrong.amount_cents, wrong.day, wrong.bank_reference) then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'nothing differs';
  end if;
  -- What a task was about, or a part of an order that was not paid, is given back as a whole.
  most := case when wrong.task_id is null then private.refundable_cents(transaction) + wrong.amount_cents else wrong.amount_cents end;
  least_cents := case when wrong.task_id is null then 0 else most end;
  if most is null or p_amount_cents is null or p_amount_cents not between least_cents and most then
    raise sqlstate 'PT409' using message = 'refund_too_large', detail = most || ' cents can be given back';
  end if;
  perform private.check_new_refund(wrong.transaction_id, p_amount_cents, p_day, p_bank_reference, wrong.id);
  insert into public.refunds (id, order_id, transaction_id, task_id, corrects, amount_cents, day, bank_reference, reason)
  values (p_id, wrong.order_id, wrong.transaction_id, wrong.task_id, wrong.id, p_amount_cents, p_day, p_bank_reference, p_reason);
  return private.order_as_json(refunded);
end;
$$;

comment on function public.correct_refund is
  'The owner says what is right about a refund that was written down wrongly, with the reason; the wrong entry stays and counts no longer. The amount of a '
  'refund that a task asked for, or of a part, stays; of what had paid an order it may be anything up to what came, and 0 when nothing was given back. '
  'p_id: the same twice is one. Returns AdminOrder. PT400 refund_day_wrong in the future or before the payment, invalid_request when nothing differs; PT403; PT404; '
  'PT409 refund_corrected (by somebody else meanwhile), refund_too_large, refund_recorded, key_reused.';
grant execute on function public.correct_refund to authenticated;
