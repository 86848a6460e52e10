-- Settling a transaction by the banks own answer to the status query: compare-and-set, never backwards.
-- Who calls: payment-return, reconcile and the api with the secret key. What a browser claims never reaches these functions.
set check_function_bodies = off;

create function private.transaction_state(transaction public.transactions) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  refusal jsonb := case when transaction.status = 'failed' then private.deciding_answer(transaction.answer_id) end;
begin
  return (
    select jsonb_build_object(
      'orderId', o.id, 'orderStatus', o.status, 'transactionStatus', transaction.status,
      'reference', transaction.reference, 'transactionId', transaction.transaction_id,
      'errorCode', refusal ->> 'status',
      'errorMessage', refusal ->> 'description',
      'outcome', case
        when transaction.status = 'completed' then 'success'
        when transaction.status <> 'failed' then 'tryLater'
        when refusal ->> 'status' = '255' then 'error'
        else 'failed'
      end
    )
    from public.orders o where o.id = transaction.order_id
  );
end;
$$;

grant execute on function private.transaction_state to service_role;

create function private.take_order_from_stock(p_order_id uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  -- The buyer's own hold is given back first; what others hold stays theirs. While the hold is alive this cannot fail.
  delete from private.stock_holds h where h.order_id = p_order_id;
  if private.stock_shortages(p_order_id) is not null then
    return false;
  end if;

  perform set_config('shop.pieces_of_order', p_order_id::text, true);
  update public.products p set stock = p.stock - i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id;
  perform set_config('shop.pieces_of_order', '', true);
  return true;
end;
$$;

comment on function private.take_order_from_stock is 'Takes an order''s pieces out of the stock; false, with nothing taken, when they are no longer available.';
grant execute on function private.take_order_from_stock to service_role;

create function private.put_order_back_on_sale(p_order_id uuid) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  perform set_config('shop.pieces_of_order', p_order_id::text, true);
  update public.products p set stock = p.stock + i.quantity
  from public.order_items i where i.order_id = p_order_id and p.id = i.product_id;
  perform set_config('shop.pieces_of_order', '', true);
end;
$$;

comment on function private.put_order_back_on_sale is 'The pieces of a paid order that is not delivered return to the shelf.';

create function private.judge_answer(transaction public.transactions, p_answer jsonb, p_asked_by text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- Exactly the bank's codes: an empty, missing or unknown status decides nothing.
    when coalesce(p_answer ->> 'status', '') !~ '^(0|[1-9][0-9]{0,3})$' then 'undecided'
    -- The bank approved another transaction than the one it was asked about: a person must find out whose money that is.
    when p_answer ->> 'status' = '0' and btrim(coalesce(p_answer ->> 'transactionIndex', '')) <> ''
      and nullif(p_answer ->> 'trace', '') <> transaction.trace then 'wrong_trace'
    -- Any other answer about another transaction, or about none, decides nothing about this one.
    when p_answer ->> 'trace' is distinct from transaction.trace then 'undecided'
    -- Timed out, unreachable, unable to process: money may have moved.
    when p_answer ->> 'status' in ('1', '2', '9') then 'undecided'
    -- 255 without a transaction index says that none was made. While the buyer may still be on the bank's page, that
    -- decides nothing: it is not documented what the bank answers about an unfinished payment.
    when p_answer ->> 'status' = '255' and btrim(coalesce(p_answer ->> 'transactionIndex', '')) = ''
      and p_asked_by <> 'return' and transaction.created_at > now() - interval '30 minutes' then 'undecided'
    when p_answer ->> 'status' <> '0' then 'refused'
    when not private.is_approval(p_answer, transaction.trace) then 'undecided'
    when p_answer ->> 'amountCents' <> (transaction.amount::bigint * 100)::text then 'wrong_amount'
    when p_answer ->> 'reference' <> transaction.reference then 'wrong_reference'
    -- One transaction of the bank pays one order.
    when exists (
      select 1 from private.gateway_answers a
      where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = p_answer ->> 'transactionIndex'
        and a.transaction_id <> transaction.id and private.is_charge(a.verdict)
    ) then 'reused_index'
    else 'approved'
  end;
end;
$$;

comment on function private.judge_answer is
  'What one answer of the bank says about one transaction: undecided, refused, approved, or approved with something wrong.';
grant execute on function private.judge_answer to service_role;

create function private.write_settlement(transaction public.transactions) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  written public.transactions;
begin
  update public.transactions t set
    status = transaction.status, transaction_id = transaction.transaction_id, answer_id = transaction.answer_id,
    bank_status = transaction.bank_status, bank_amount_cents = transaction.bank_amount_cents, decided_at = transaction.decided_at,
    asked_at = transaction.asked_at, asking_until = transaction.asking_until, answered_at = transaction.answered_at,
    next_ask_at = transaction.next_ask_at
  where t.id = transaction.id
  returning t.* into written;
  return written;
end;
$$;

comment on function private.write_settlement is 'Writes what settling has found out about a transaction that the caller has locked.';
grant execute on function private.write_settlement to service_role;

create function public.settle_payment(p_trace text, p_answer jsonb, p_asked_by text default 'return') returns jsonb
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
  verdict text;
  kept bigint;
  cents bigint;
  order_status text;
begin
  -- The order first, then the transaction, then the products: everybody locks in this order.
  select o.status into order_status
  from public.orders o
  where o.id = (select t.order_id from public.transactions t where t.trace = p_trace)
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found', detail = 'unknown trace';
  end if;
  select * into transaction from public.transactions t where t.trace = p_trace for update;

  verdict := private.judge_answer(transaction, p_answer, p_asked_by);
  kept := private.keep_answer(transaction.id, p_asked_by, p_answer, verdict);
  -- The query is over, whatever came of it. The row is written once, at each end of this function: it has many indexes.
  transaction.asked_at := coalesce(transaction.asked_at, now());
  transaction.asking_until := null;
  transaction.answered_at := case when jsonb_typeof(p_answer) = 'object' then now() else transaction.answered_at end;
  -- A decision is checked: banks have been seen to take the money after a refusal, or a second time.
  transaction.next_ask_at := case when transaction.status in ('completed', 'failed')
    then private.next_check_after(transaction.decided_at, now(), verdict <> 'undecided') end;

  if verdict = 'undecided' then
    if transaction.status in ('pending', 'expired') then
      transaction.bank_status := case
        when p_answer ->> 'trace' = transaction.trace and p_answer ->> 'status' not in ('', '255') then left(p_answer ->> 'status', 20)
        -- An answer without a status, about this transaction or about none: the bank knows of nothing.
        when jsonb_typeof(p_answer) = 'object' and coalesce(p_answer ->> 'trace', transaction.trace) = transaction.trace
          and coalesce(p_answer ->> 'status', '') in ('', '255') then nullif(transaction.bank_status, 'no answer')
        -- The bank could not be asked, or answered about another transaction: it may have the money.
        else coalesce(transaction.bank_status, 'no answer')
      end;
      transaction.next_ask_at := private.next_ask_after(transaction.created_at, now(), transaction.bank_status is not null);
    end if;
    return private.transaction_state(private.write_settlement(transaction));
  end if;

  -- Charged again under one trace: the first charge pays the order or is in question, the owner must refund every other.
  if transaction.status in ('completed', 'review') and private.is_charge(verdict)
    -- Without an amount nothing of its own is in question: the bank had named money of another transaction.
    and (transaction.bank_amount_cents is null or p_answer ->> 'transactionIndex' is distinct from private.deciding_answer(transaction.answer_id) ->> 'transactionIndex') then
    perform private.open_task('second_charge', transaction, (p_answer ->> 'amountCents')::bigint, left(p_answer ->> 'transactionIndex', 100));
  end if;

  if transaction.status in ('completed', 'review') or (transaction.status = 'failed' and verdict = 'refused') then
    return private.transaction_state(private.write_settlement(transaction));
  end if;

  if verdict <> 'refused' then
    -- Money of another transaction may be another buyer's.
    cents := case when verdict in ('reused_index', 'wrong_trace') then null else (p_answer ->> 'amountCents')::bigint end;
    -- The right amount for an order that can no longer be paid: the owner must refund it.
    if verdict = 'approved' then
      if transaction.status = 'failed' then
        verdict := 'money_after_refusal';
      elsif order_status in ('paid', 'completed') then
        verdict := 'second_charge';
      -- A part was accepted since: the full price is too much now.
      elsif transaction.amount <> private.amount_due(transaction.order_id) then
        verdict := 'wrong_amount';
      elsif order_status = 'cancelled' or not private.take_order_from_stock(transaction.order_id) then
        verdict := 'late_money';
      end if;
    end if;
  end if;

  transaction.status := case verdict when 'approved' then 'completed' when 'refused' then 'failed' else 'review' end;
  transaction.transaction_id := case when verdict = 'approved' then p_answer ->> 'transactionIndex' end;
  transaction.answer_id := kept;
  transaction.bank_status := p_answer ->> 'status';
  transaction.bank_amount_cents := cents;
  transaction.decided_at := now();
  transaction.next_ask_at := case when verdict in ('refused', 'approved') then private.next_check_after(now(), now(), true) end;
  transaction := private.write_settlement(transaction);

  perform private.close_undecided_task(transaction);
  if verdict = 'approved' then
    update public.orders o set status = 'paid' where o.id = transaction.order_id;
  elsif verdict = 'refused' then
    if order_status = 'pending' and not exists (
      select 1 from public.transactions t where t.order_id = transaction.order_id and t.status = 'pending'
    ) then
      update public.orders o set status = 'failed' where o.id = transaction.order_id;
      delete from private.stock_holds h where h.order_id = transaction.order_id;
    end if;
  else
    perform private.open_task(verdict, transaction, cents);
  end if;

  return private.transaction_state(transaction);
end;
$$;

comment on function public.settle_payment is
  'p_answer: the bank''s answer {status, trace, reference, amountCents, transactionIndex, description, ...}, null when it gave none. '
  'Returns {orderId, orderStatus, transactionStatus, reference, transactionId, errorCode, errorMessage, outcome}: outcome is success, failed, '
  'tryLater or error. The first settlement stands; every later call returns it. PT404 for an unknown trace.';
grant execute on function public.settle_payment to service_role;

create function private.may_become_paid(transaction public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return transaction.status in ('pending', 'expired')
    -- A buyer whose card was refused can go back to the bank's page and pay there with another one.
    or (transaction.status = 'failed' and transaction.created_at > now() - interval '72 hours');
end;
$$;

comment on function private.may_become_paid is
  'Whether the bank must be asked about a transaction before a buyer is shown what became of it, or pays its order again.';
grant execute on function private.may_become_paid to service_role;

create function public.return_to_ask(p_trace text) returns jsonb
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
  step text := 'nothing';
begin
  select * into transaction from public.transactions t where t.trace = p_trace for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found', detail = 'unknown trace';
  end if;
  if transaction.asking_until > now() then
    step := 'wait';
  -- Money that arrived is answered from the table, and a return that is posted again and again asks once in ten seconds.
  elsif private.may_become_paid(transaction) and not exists (
    select 1 from private.gateway_answers a
    where a.transaction_id = transaction.id and a.asked_by = 'return' and a.last_at > now() - interval '10 seconds'
  ) then
    step := 'ask';
    perform private.begin_query(transaction.id);
  end if;
  return jsonb_build_object('step', step, 'state', private.transaction_state(transaction));
end;
$$;

comment on function public.return_to_ask is
  '{step, state} for a buyer who comes back from the bank. ask: the bank must be asked now. wait: somebody is asking it. nothing: the '
  'state is the truth, or was asked for a moment ago. state: as public.settle_payment(). PT404 for an unknown trace.';
grant execute on function public.return_to_ask to service_role;
