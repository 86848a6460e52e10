-- Settling a card payment by the bank's own answer, and a prompt of M-Pesa by Safaricom's,
-- to the status query, compare-and-set, never backwards; querying
-- until every transaction is decided; payments by other methods; and one day of money,
-- the bank's side against the shop's.
-- Who calls: payment-return, reconcile and the api with the secret key; admins. What a shopper's browser claims never
-- reaches these functions.
set check_function_bodies = off;

create function private.transaction_state(transaction public.transactions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'orderId', o.id, 'orderStatus', o.status, 'transactionStatus', transaction.status,
      'reference', transaction.reference, 'transactionId', transaction.transaction_id,
      'errorCode', r.refusal ->> 'status',
      'errorMessage', r.refusal ->> 'description',
      'outcome', case
        when transaction.status = 'completed' and o.status in ('paid', 'completed') then 'success'
        when transaction.status <> 'failed' then 'tryLater'
        when r.refusal ->> 'status' = '255' then 'error'
        else 'failed'
      end
    )
    from public.orders o
    cross join lateral (select case when transaction.status = 'failed' then transaction.response_data end as refusal) r
    where o.id = transaction.order_id
  );
end;
$$;

create function private.put_order_back_on_sale(p_order_id uuid, p_product_ids uuid[] default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.lock_products(array(select i.product_id from public.order_items i where i.order_id = p_order_id));
  perform set_config('shop.pieces_of_order', p_order_id::text, true);
  update public.products p set stock = p.stock + i.taken - i.refunded + i.back
  from private.ordered_pieces i
  where i.order_id = p_order_id
    and (p_product_ids is null or i.product_id = any (p_product_ids))
    and p.id = i.product_id
    and i.taken - i.refunded + i.back > 0;
  perform set_config('shop.pieces_of_order', '', true);
end;
$$;

comment on function private.put_order_back_on_sale is
  'The pieces that an order, or some of its products, took out of the stock return to the shelf, but for those that '
  'came back already, or stay with the buyer.';

create function private.judge_answer(transaction public.transactions, p_answer jsonb, p_asked_by text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      when transaction.payment_method = 'mpesa' then private.judge_prompt(transaction, p_answer)
      -- Exactly the bank's codes: an empty, missing or unknown status decides nothing.
      when coalesce(p_answer ->> 'status', '') !~ '^(0|[1-9][0-9]{0,3})$' then 'undecided'
      -- The bank approved another transaction than the one it was asked about:
      -- a person must find out whose money that is.
      when p_answer ->> 'status' = '0' and btrim(coalesce(p_answer ->> 'transactionIndex', '')) <> ''
        and nullif(p_answer ->> 'trace', '') <> transaction.trace then 'wrong_trace'
      -- Any other answer about another transaction, or about none, decides nothing about this one.
      when p_answer ->> 'trace' is distinct from transaction.trace then 'undecided'
      -- Timed out, unreachable, unable to process: money may have moved.
      when p_answer ->> 'status' in ('1', '2', '9') then 'undecided'
      -- 255 without a transaction index says that none was made. While the buyer may still be on the bank's page, that
      -- decides nothing: it is not documented what the bank answers about an unfinished payment.
      -- These 30 minutes are not those of the hold.
      when p_answer ->> 'status' = '255' and btrim(coalesce(p_answer ->> 'transactionIndex', '')) = ''
        and p_asked_by <> 'return' and transaction.created_at > now() - interval '30 minutes' then 'undecided'
      when p_answer ->> 'status' <> '0' then 'refused'
      when not private.is_approval(p_answer, transaction.trace) then 'undecided'
      -- One transaction of the bank pays one order, also no part of another.
      when exists (
        select 1 from private.gateway_answers a
        where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = p_answer ->> 'transactionIndex'
          and a.transaction_id <> transaction.id and private.is_charge(a.verdict)
      ) then 'reused_index'
      when p_answer ->> 'amountCents' <> (transaction.amount::bigint * 100)::text then 'wrong_amount'
      when p_answer ->> 'reference' <> transaction.reference then 'wrong_reference'
      else 'approved'
    end
  );
end;
$$;

comment on function private.judge_answer is
  'What one answer of the bank says about one transaction: undecided, refused, approved, '
  'or approved with something wrong.';

create function private.write_decision(transaction public.transactions) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  written public.transactions;
begin
  update public.transactions t set
    status = transaction.status, transaction_id = transaction.transaction_id, reference = transaction.reference,
    response_data = transaction.response_data,
    bank_status = transaction.bank_status, bank_amount_cents = transaction.bank_amount_cents,
    decided_at = transaction.decided_at,
    asked_at = transaction.asked_at, asking_until = transaction.asking_until, answered_at = transaction.answered_at,
    next_ask_at = transaction.next_ask_at
  where t.id = transaction.id
  returning t.* into written;
  return written;
end;
$$;

comment on function private.write_decision is
  'Writes what settling has found out about a transaction that the caller has locked.';

create function private.bank_status_after(t public.transactions, p_answer jsonb) returns text
language sql stable set search_path = '' as $$
  select case
    when t.phone is not null and t.bank_status = '0' then '0'
    when p_answer ->> 'trace' = t.trace and p_answer ->> 'status' not in ('', '255')
      then left(p_answer ->> 'status', 20)
    -- An answer without a status, about this transaction or about none: the bank knows of nothing.
    when jsonb_typeof(p_answer) = 'object' and coalesce(p_answer ->> 'trace', t.trace) = t.trace
      and coalesce(p_answer ->> 'status', '') in ('', '255') then nullif(t.bank_status, 'no answer')
    -- The bank could not be asked, or answered about another transaction: it may have the money.
    else coalesce(t.bank_status, 'no answer')
  end;
$$;

comment on function private.bank_status_after is 'The bank''s status of a transaction that an answer leaves undecided.';

create function private.write_verdict(t public.transactions, p_answer jsonb, p_verdict text) returns public.transactions
language plpgsql set search_path = '' as $$
begin
  t.status := case p_verdict when 'approved' then 'completed' when 'refused' then 'failed' else 'review' end;
  t.transaction_id := case
    when p_verdict <> 'approved' then null
    when t.payment_method = 'mpesa' then coalesce(private.receipt_of_prompt(t), t.checkout_id)
    else p_answer ->> 'transactionIndex'
  end;
  if t.payment_method = 'mpesa' and t.transaction_id <> t.checkout_id then
    t.reference := t.transaction_id;
    perform private.claim_receipt(t);
  end if;
  t.response_data := p_answer - 'trace';
  t.bank_status := p_answer ->> 'status';
  -- Money of another transaction may be another buyer's.
  t.bank_amount_cents := case
    when p_verdict in ('refused', 'reused_index', 'wrong_trace') then null
    -- Safaricom says no sum: it takes what was asked for.
    when t.payment_method = 'mpesa' then t.amount::bigint * 100
    else (p_answer ->> 'amountCents')::bigint
  end;
  t.decided_at := now();
  t.next_ask_at := case
    when t.payment_method = 'mpesa' then private.next_question_of_prompt(t, now())
    when p_verdict in ('refused', 'approved') then private.next_check_after(now(), now(), true)
  end;
  return private.write_decision(t);
end;
$$;

comment on function private.write_verdict is 'What was decided about a transaction by an answer of the bank.';

create function private.follow_refusal(t public.transactions) returns void
language plpgsql set search_path = '' as $$
begin
  -- What happens on a phone ends no order.
  update public.orders o set status = 'failed'
  where o.id = t.order_id
    and o.status = 'pending'
    and t.payment_method = 'card'
    and not exists (select 1 from public.transactions x where x.order_id = o.id and x.status = 'pending');
  if not found then
    return;
  end if;
  -- Large sums are often above a card's limit, and one call to its bank raises it: a live hold goes on, and is
  -- longer after the first refusal of its order. Whoever cancels on the bank's page (255) was refused nothing.
  update private.stock_holds h set expires_at = greatest(h.expires_at, now() + private.hold_time())
  where h.order_id = t.order_id
    and h.expires_at > now()
    and t.bank_status <> '255'
    and not exists (
      select 1 from public.transactions x
      where x.order_id = h.order_id and x.status = 'failed' and x.bank_status <> '255' and x.id <> t.id
        and x.payment_method = 'card'
    );
end;
$$;

comment on function private.follow_refusal is
  'An order whose payment was refused has failed, unless another is still undecided; its hold goes on.';

create function public.decide_payment(p_trace text, p_answer jsonb, p_asked_by text default 'return') returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  transaction public.transactions;
  verdict text;
begin
  -- The order first, then the transaction, then the products: everybody locks in this order.
  perform 1 from public.orders o
  where o.id = (select t.order_id from public.transactions t where t.trace = p_trace)
  for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found', detail = 'unknown trace';
  end if;
  select * into transaction from public.transactions t where t.trace = p_trace for update;

  if jsonb_typeof(p_answer) = 'object' then
    delete from private.heartbeats h where h.job = 'bank-silent' and transaction.payment_method = 'card';
  elsif transaction.payment_method = 'card' then
    insert into private.heartbeats (job) values ('bank-silent') on conflict do nothing;
  end if;
  p_answer := private.with_normal_index(p_answer);
  if p_answer ->> 'status' = '0' then
    -- Two orders whose approvals name one index are judged one after the other; the separate statement sees the first.
    perform pg_advisory_xact_lock(hashtextextended('private.judge_answer ' || (p_answer ->> 'transactionIndex'), 0));
  end if;
  verdict := private.judge_answer(transaction, p_answer, p_asked_by);
  perform private.store_answer(transaction.id, p_asked_by, p_answer, verdict);
  -- The query is over, whatever came of it. The row is written once, at each end of this function: it has many indexes.
  transaction.asked_at := coalesce(transaction.asked_at, now());
  transaction.asking_until := null;
  transaction.answered_at := case when jsonb_typeof(p_answer) = 'object' then now() else transaction.answered_at end;
  if verdict = 'undecided' and transaction.status in ('pending', 'expired') then
    transaction.bank_status := private.bank_status_after(transaction, p_answer);
  end if;
  transaction.next_ask_at := private.next_question(transaction, verdict);
  if private.is_same_money(transaction, verdict) then
    transaction := private.as_same_money(transaction);
    verdict := 'undecided';
  end if;
  if verdict = 'undecided' then
    return private.transaction_state(private.write_decision(transaction));
  end if;

  if transaction.status in ('completed', 'review', 'returned') and private.is_charge(verdict)
    -- Without an amount nothing of its own is in question: the bank had named money of another transaction.
    and (
      transaction.bank_amount_cents is null
      or p_answer ->> 'transactionIndex' is distinct from transaction.response_data ->> 'transactionIndex'
    ) then
    perform private.add_further_charge(transaction, p_answer, verdict);
  end if;

  if transaction.status in ('completed', 'review', 'returned')
    or (transaction.status = 'failed' and verdict = 'refused') then
    return private.transaction_state(private.write_decision(transaction));
  end if;

  if verdict = 'approved' and transaction.status = 'failed' and transaction.payment_method = 'card' then
    verdict := 'money_after_refusal';
  end if;
  transaction := private.write_verdict(transaction, p_answer, verdict);
  perform private.close_tasks(transaction.order_id, 'undecided', transaction.status, transaction.id);
  if verdict = 'approved' then
    perform private.add_shares(transaction.id, jsonb_build_array(
      jsonb_build_object('orderId', transaction.order_id, 'cents', transaction.bank_amount_cents)
    ));
    perform private.follow_book(transaction.order_id, transaction.id);
  elsif verdict = 'refused' then
    perform private.follow_refusal(transaction);
  else
    perform private.open_task(verdict, transaction, transaction.order_id, transaction.bank_amount_cents);
  end if;

  return private.transaction_state(transaction);
end;
$$;

comment on function public.decide_payment is
  'p_answer: the bank''s answer {status, trace, reference, amountCents, transactionIndex, description, ...}, null when '
  'it gave none. Returns {orderId, orderStatus, transactionStatus, reference, transactionId, errorCode, errorMessage, '
  'outcome}: outcome is success, failed, tryLater or error. The first settlement stands; every later call returns it. '
  'PT404 for an unknown trace.';
grant execute on function public.decide_payment to service_role;

create function private.add_further_charge(transaction public.transactions, p_answer jsonb, p_verdict text) returns void
language plpgsql set search_path = '' as $$
declare
  charge public.transactions;
begin
  insert into public.transactions (
    order_id, source, amount, payment_method, reference, transaction_id, bank_amount_cents, response_data, bank_status,
    next_ask_at
  )
  select transaction.order_id, 'told', ceil(a.cents / 100.0)::integer, 'card', transaction.reference,
    p_answer ->> 'transactionIndex', a.cents, p_answer - 'trace', '0', null
  from (select (p_answer ->> 'amountCents')::bigint as cents) a
  on conflict (payment_method, transaction_id) where status <> 'reversed' and payment_method <> 'cheque' do nothing
  returning * into charge;
  if not found then
    return;
  end if;
  update public.transactions t set
    status = case p_verdict when 'approved' then 'completed' else 'review' end, decided_at = now()
  where t.id = charge.id returning * into charge;
  if p_verdict = 'approved' then
    perform private.add_shares(
      charge.id, jsonb_build_array(jsonb_build_object('orderId', charge.order_id, 'cents', charge.bank_amount_cents))
    );
    perform private.follow_book(charge.order_id, charge.id);
  else
    perform private.open_task(p_verdict, charge, charge.order_id, charge.bank_amount_cents);
  end if;
end;
$$;

comment on function private.add_further_charge is
  'The card was charged again under one trace: that is a payment of its own, once for each index of the bank, '
  'and mostly too much.';

create function private.is_worth_asking(transaction public.transactions) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return private.can_be_asked(transaction) and (transaction.status in ('pending', 'expired')
    -- A buyer whose card was refused can go back to the bank's page and pay there with another one. A prompt that was
    -- not answered may be.
    or (transaction.status = 'failed' and transaction.created_at > now() - case transaction.payment_method
      when 'card' then interval '72 hours' else private.prompt_is_checked_for()
    end));
end;
$$;

comment on function private.is_worth_asking is
  'Whether the bank must be asked about a transaction before a buyer is shown what became of it, '
  'or pays its order again.';

create function public.return_to_ask(p_trace text, p_order_id uuid default null) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  transaction public.transactions;
  step text := 'nothing';
begin
  select * into transaction from public.transactions t
  where (t.trace = p_trace or t.order_id = p_order_id) and t.source = 'asked' and t.payment_method = 'card'
  -- The trace says more: of an order it is not known which transaction the buyer comes from.
  order by t.trace = p_trace desc nulls last, t.status = 'completed' desc, t.created_at desc
  limit 1 for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found', detail = 'unknown trace and order';
  end if;
  if transaction.asking_until > now() then
    step := 'wait';
  -- Money that arrived is answered from the table, and a return that is posted again and again asks once in ten
  -- seconds.
  elsif private.is_worth_asking(transaction) and not exists (
    select 1 from private.gateway_answers a
    where a.transaction_id = transaction.id and a.last_at > now() - interval '10 seconds'
      -- Who names only the order is counted with the pages that ask about it.
      and (a.asked_by = 'return' or a.asked_by = 'shopper' and transaction.trace is distinct from p_trace)
  ) then
    step := 'ask';
    perform private.begin_query(transaction.id);
  end if;
  return jsonb_build_object('step', step, 'trace', transaction.trace, 'state', private.transaction_state(transaction));
end;
$$;

comment on function public.return_to_ask is
  '{step, trace, state} for a buyer who comes back from the bank with a trace, '
  'or to an address that names an order. ask: the bank must be asked now about this trace. wait: somebody is asking it.'
  ' nothing: the state is the truth, '
  'or was asked for a moment ago. state: as public.decide_payment(). PT404 when neither is known.';
grant execute on function public.return_to_ask to service_role;

create function private.recorded_payments(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', t.id, 'method', t.payment_method, 'reference', t.reference,
      'amount', t.bank_amount_cents / 100.0, 'hereCents', s.here, 'backCents', s.back, 'bankCents', s.bank,
      'day', private.nairobi_day(t.decided_at), 'status', t.status
    ) order by t.created_at desc, t.id), '[]')
    from private.transactions_of_order(p_order_id) t
    cross join lateral (
      select coalesce(sum(s.cents) filter (where s.refund_id is null), 0) as here,
        coalesce(-sum(s.cents) filter (where s.refund_id is not null), 0) as back,
        coalesce(-sum(s.cents) filter (where r.bank_cause is not null), 0) as bank
      from private.shares s left join private.standing_refunds r on r.id = s.refund_id
      where s.transaction_id = t.id and s.order_id = p_order_id
    ) s
    where t.source = 'recorded'
  );
end;
$$;

comment on function private.recorded_payments is
  'RecordedPayment[]: what staff recorded of an order, reversed ones included, the latest first.';

create function private.normal_code(p_id uuid, p_method text, p_typed text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_method = 'mpesa' then regexp_replace(c.typed, '[ -]', '', 'g')
    -- Not everybody writes a receipt for cash.
    when p_method = 'cash' and c.typed is null then 'CASH-' || upper(right(p_id::text, 8))
    else c.typed
  end
  from (
    select nullif(btrim(regexp_replace(upper(normalize(p_typed, nfkc)), '\s+', ' ', 'g')), '') as typed
  ) c;
$$;

comment on function private.normal_code is 'The reference of money, however it was copied.';

create function private.is_code(p_method text, p_code text) returns boolean
language sql immutable set search_path = '' as $$
  select p_method in ('mpesa', 'transfer', 'cash', 'cheque') and p_code ~ case p_method
    when 'mpesa' then '^[A-Z0-9]{10}$'
    else '^[A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?$'
  end;
$$;

comment on function private.is_code is 'Whether money that staff record may have this reference.';

create function private.check_new_payment(
  p_method text, p_code text, p_amount numeric, p_day date, p_is_sure boolean
) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse_invalid(
    (
      private.is_code(case when private.is_withheld(p_method) then 'transfer' else p_method end, p_code)
      and p_amount between 0.01 and 99999999
      and p_amount * case p_method when 'mpesa' then 1 else 100 end % 1 = 0
    ) is not true,
    'method, reference and amount'
  );
  -- Money may have come before its order was written down.
  if p_day is null or p_day not between private.nairobi_day(now()) - 365 and private.nairobi_day(now()) then
    raise sqlstate 'PT400' using message = 'payment_day_wrong';
  elsif p_day < date_trunc('month', private.nairobi_day(now())::timestamp)
    and p_day < private.nairobi_day(now()) - 7 and not private.may('statements') then
    raise sqlstate 'PT409' using message = 'payment_month_closed';
  end if;
  perform private.refuse_told_otherwise(p_method, upper(private.bare_code(p_code)), (p_amount * 100)::bigint);
  if not coalesce(p_is_sure, false) and exists (
    select 1 from public.transactions t
    where t.transaction_id = upper(private.bare_code(p_code))
      and t.payment_method in ('mpesa', 'transfer', 'cash', 'cheque')
      and t.payment_method <> p_method and t.status <> 'reversed'
  ) then
    raise sqlstate 'PT409' using message = 'payment_reference_used';
  end if;
end;
$$;

comment on function private.check_new_payment is
  'What public.record_payment() refuses of method, code, amount and day.';

create function private.refuse_recorded_cheque(p_order_id uuid, p_code text) returns void
language plpgsql set search_path = '' as $$
begin
  -- Two people may record it at once, and no index refuses the second.
  perform pg_advisory_xact_lock(hashtextextended('cheque ' || upper(private.bare_code(p_code)), 0));
  if exists (
    select 1 from public.transactions t
    where t.payment_method = 'cheque' and t.transaction_id = upper(private.bare_code(p_code))
      and t.status <> 'reversed'
      and (
        p_order_id is null
        or not exists (select 1 from private.shares s where s.transaction_id = t.id)
        or exists (
          select 1 from private.shares s
          join public.orders o on o.id = s.order_id
          join public.orders here on here.id = p_order_id
          where s.transaction_id = t.id and (o.id = here.id or private.customer_key(o) = private.customer_key(here))
        )
      )
  ) then
    raise sqlstate 'PT409' using message = 'payment_recorded';
  end if;
end;
$$;

comment on function private.refuse_recorded_cheque is
  'A cheque of this number is recorded already, for the same customer, or nobody knows whose one of the two is. '
  'PT409 payment_recorded.';

create function private.write_recorded(
  p_id uuid, p_order_id uuid, p_method text, p_code text, p_cents bigint, p_day date, p_note text
) returns void
language sql set search_path = '' as $$
  select private.refuse_recorded_cheque(p_order_id, p_code) where p_method = 'cheque';
  insert into public.transactions (
    id, order_id, source, amount, payment_method, reference, transaction_id, recorded_by, next_ask_at,
    bank_amount_cents, note
  )
  values (
    p_id, p_order_id, 'recorded', ceil(p_cents / 100.0)::integer, p_method, p_code,
    -- One code typed in two ways is one payment.
    upper(private.bare_code(p_code)), (select auth.uid()), null, p_cents, nullif(btrim(p_note), '')
  );
  update public.transactions t set
    status = 'completed', decided_at = private.nairobi_midnight(p_day)
  where t.id = p_id;
$$;

comment on function private.write_recorded is 'Writes down money that came by another way than the card page.';

create function public.record_payment(
  p_id uuid, p_order_id uuid, p_method text, p_reference text, p_amount numeric, p_day date,
  p_shares jsonb default null, p_is_sure boolean default false, p_note text default null
) returns jsonb
-- Definer: payments are written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  transaction public.transactions;
  received constant bigint := case when p_amount between 0 and 99999999 then p_amount * 100 end;
  shares constant jsonb := coalesce(
    p_shares, jsonb_build_array(jsonb_build_object('orderId', p_order_id, 'cents', received))
  );
  code constant text := private.normal_code(p_id, p_method, p_reference);
begin
  perform private.require_permission('payments.record');
  perform private.refuse_invalid(
    case when p_order_id is null then private.is_withheld(p_method) else p_shares is not null end, 'an order, or shares'
  );
  -- The orders first, then the transaction: everybody locks in this order.
  perform private.lock_orders(private.orders_of_shares(shares));
  perform private.refuse_missing(
    p_order_id is not null and not exists (select 1 from public.orders o where o.id = p_order_id)
  );
  select * into transaction from public.transactions t where t.id = p_id;
  if found then
    perform private.refuse_reused_key(
      (
        transaction.order_id, transaction.payment_method, transaction.reference, transaction.bank_amount_cents,
        private.nairobi_day(transaction.decided_at)
      )
        is distinct from (p_order_id, p_method, code, received, p_day)
      or exists (
        select (s ->> 'orderId')::uuid, s ->> 'cents' from jsonb_array_elements(shares) s
        except
        select x.order_id, x.cents::text
        from private.shares x
        where x.transaction_id = p_id and x.refund_id is null
      )
    );
    return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
  end if;

  perform private.check_new_payment(p_method, code, p_amount, p_day, p_is_sure);
  perform private.refuse_invalid(char_length(p_note) > 200, 'note');
  perform private.refuse_more_withheld(p_order_id, p_method, received);
  if not coalesce(p_is_sure, false) and private.is_receipt_of_prompt(p_order_id, p_method, received) then
    raise sqlstate 'PT409' using message = 'payment_reference_used';
  end if;
  perform private.write_recorded(p_id, p_order_id, p_method, code, received, p_day, p_note);
  perform private.link_paybill_payment(t) from public.transactions t where t.id = p_id and p_method = 'mpesa';
  delete from private.expected_withheld e where e.order_id = p_order_id and e.method = p_method;
  perform private.add_shares(p_id, shares, case when p_order_id is null then p_id end);
  perform private.follow_books(private.orders_of_shares(shares), p_id);
  return (select private.order_as_json(o) from public.orders o where o.id = p_order_id);
exception when unique_violation then
  raise sqlstate 'PT409' using message = 'payment_recorded';
end;
$$;

comment on function public.record_payment is
  'Staff write down a payment that came by M-Pesa, transfer, cash or cheque: p_amount in KES, p_day in Nairobi, '
  'p_reference its code or number (of cash it may be empty). It pays p_order_id, or p_shares [{orderId, cents}], which '
  'may leave a rest, or be empty: p_note says who paid that. Withheld VAT or tax may have cents, pays one order, and '
  'replaces its note. What is due makes an order paid, less holds its pieces and asks for the rest, more '
  'is a task. p_id: the same twice is one. Returns AdminOrder, null without p_order_id. PT400 invalid_request, '
  'payment_day_wrong (in the future, or over a year ago); PT403; PT404; PT409 payment_recorded (this reference, '
  'however it is spelt, for any order), payment_reference_used (by another method, and not p_is_sure), '
  'payment_sum_differs, payment_by_mpesa (Safaricom told of this receipt with so many cents: detail), '
  'payment_month_closed (an earlier month, a week ago, without the permission for statements), withheld_too_large '
  '(a certificate, without the permission for refunds), key_reused.';
grant execute on function public.record_payment to authenticated;

create function public.reverse_payment(
  p_transaction_id uuid, p_reason text, p_cause text default 'mistake', p_day date default null
) returns jsonb
-- Definer: payments are written by the shop's functions only.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  transaction public.transactions;
  day constant date := coalesce(p_day, private.nairobi_day(now()));
  bounced constant boolean := p_cause = 'bounced';
  gone bigint;
  shares jsonb;
begin
  perform private.require_permission('refunds');
  perform private.require_text(p_reason);
  perform private.refuse_invalid(
    p_cause is null or p_cause not in ('mistake', 'bounced', 'payment', 'charged_back'), 'cause'
  );
  -- The orders first, then the transaction: everybody locks in this order.
  perform private.lock_orders(array(
    select s.order_id from private.shares s where s.transaction_id = p_transaction_id
    union select t.order_id from public.transactions t where t.id = p_transaction_id
  ));
  select * into transaction from public.transactions t where t.id = p_transaction_id for update;
  perform private.refuse_missing(not found);
  -- A cheque bounces as a whole, whatever the shop gave back of it.
  select coalesce(jsonb_object_agg(p.order_id, p.cents), '{}') into shares from (
    select b.order_id, b.cents from private.payments_at_bank b where b.transaction_id = p_transaction_id and bounced
    union all
    select l.order_id, l.left_cents
    from private.payments_of_orders l
    where l.transaction_id = p_transaction_id and not bounced
  ) p;
  select transaction.bank_amount_cents - coalesce(sum(r.amount_cents), 0) into gone
  from private.standing_refunds r
  where r.transaction_id = p_transaction_id and (not bounced or r.bank_cause is not null);
  -- Pressed twice, or somebody else was faster: the first stands.
  if transaction.status = 'reversed' or p_cause <> 'mistake' and transaction.status = 'completed' and gone <= 0 then
    return (select private.order_as_json(o) from public.orders o where o.id = transaction.order_id);
  elsif transaction.status <> 'completed' or p_cause = 'mistake' and transaction.source <> 'recorded' then
    raise sqlstate 'PT409' using
      message = 'transition_refused',
      detail = 'no payment that counts, or one that the bank decides';
  elsif p_cause = 'mistake' and gone < transaction.bank_amount_cents then
    raise sqlstate 'PT409' using message = 'refund_stands';
  end if;
  if p_cause = 'mistake' then
    update public.transactions t set
      status = 'reversed', reversed_at = now(), reversed_by = (select auth.uid()), reversal_reason = p_reason,
      settled_on = null
    where t.id = p_transaction_id;
    perform private.unlink_paybill_payment(p_transaction_id);
    -- A line of a statement that had settled it waits again.
    with opened as (
      update public.statement_lines l set
        transaction_id = null, verdict = 'unknown', closed_at = null, closed_by = null, closing_reason = null
      where l.transaction_id = p_transaction_id
      returning l.statement_id
    )
    update public.bank_statements s set settled = s.settled - 1
    from opened x
    where s.id = x.statement_id;
  else
    perform private.check_refund_day(day, p_transaction_id);
    perform private.give_back(
      gen_random_uuid(), p_transaction_id, p_cause, gone, day, transaction.reference, p_reason, shares
    );
  end if;
  perform private.take_back_reductions(k::uuid, '{accepted_as_all}', p_reason) from jsonb_object_keys(shares) k;
  perform private.follow_books(
    array(select k::uuid from jsonb_object_keys(shares) k order by 1), p_gone => p_transaction_id || ' reversed'
  );
  return (select private.order_as_json(o) from public.orders o where o.id = transaction.order_id);
end;
$$;

comment on function public.reverse_payment is
  'A payment does not pay any more, for the reason given. p_cause mistake: staff typed it wrongly, and it never was '
  'money. bounced, charged_back, payment (given back as a whole): real money, which went back on p_day, today when '
  'absent. Unless anything was sent, its orders are pending again, the pieces are held for 24 hours (as for any '
  'partial payment, if one is left) and the buyer is told; otherwise it is a task. Returns AdminOrder, null of a '
  'payment for several. PT400; PT403; PT404; PT409 transition_refused for a mistake by card, '
  'refund_stands when some of it was given back.';
grant execute on function public.reverse_payment to authenticated;

create function public.claim_transactions_to_ask(p_limit integer) returns jsonb
-- Definer: the shop's functions reach no table.
language sql security definer set search_path = '' as $$
  with claimed as (update public.transactions t set
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
  returning private.question_about(t) as question)
  select coalesce(jsonb_agg(c.question), '[]') from claimed c;
$$;

comment on function public.claim_transactions_to_ask is
  'private.question_about() of what is due, each given to one caller only, who asks now and passes on the answer.';
grant execute on function public.claim_transactions_to_ask to service_role;

create function public.transaction_to_ask(p_order_id uuid, p_is_limited boolean default false) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  transaction public.transactions;
begin
  select * into transaction
  from public.transactions t
  where t.order_id = p_order_id and private.is_worth_asking(t)
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
  return private.question_about(transaction);
end;
$$;

comment on function public.transaction_to_ask is
  '{step, trace, checkoutId}. ask: the caller asks now. wait: somebody is asking it, '
  'or too many pages are (p_is_limited). nothing: money arrived, three days have passed, '
  'or the bank was asked a moment ago.';
grant execute on function public.transaction_to_ask to service_role;

create function public.give_up_transactions() returns integer
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
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
          -- A prompt whose money counts as another payment.
          and (t.phone is null or t.bank_status <> '0')
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
      update public.orders o set status = 'failed'
      where o.id = transaction.order_id and o.status = 'pending' and transaction.payment_method = 'card';
      delete from private.stock_holds h using public.orders o
      where h.order_id = transaction.order_id and o.id = h.order_id and private.may_give_up_pieces(o);
    end if;
    select * into transaction from public.transactions t where t.id = transaction.id;
    if transaction.status = 'expired' and transaction.bank_status is not null then
      perform private.open_task('undecided', transaction, transaction.order_id, null);
    end if;
  end loop;
  -- Safaricom told that it was paid, and does not say so when it is asked.
  perform private.open_task('undecided', t, t.order_id, null) from public.transactions t
  where t.told ->> 'code' = '0' and t.status in ('pending', 'expired', 'failed')
    and t.bank_status is distinct from '0' and t.created_at < now() - interval '30 minutes'
    and not exists (select 1 from public.owner_tasks k where k.transaction_id = t.id);
  return given_up;
end;
$$;

comment on function public.give_up_transactions is
  'Transactions undecided for 72 hours expire and their orders fail; the owner gets a task when the bank knew of one, '
  'and of a request of M-Pesa that was told to be paid and is not by its query after half an hour.';
grant execute on function public.give_up_transactions to service_role;

create function private.heard_of_cards(starts timestamptz, ends timestamptz)
returns table (order_id uuid, cents bigint)
language sql stable set search_path = '' as $$
  with heard as (
    -- Each of the bank's transactions counts once, on the day of its first approval, whatever it is named for later.
    select distinct on (a.answer ->> 'transactionIndex') a.answer ->> 'transactionIndex' as index, t.id as row_id,
      t.trace, t.order_id
    from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
    where a.answer ->> 'status' = '0' and a.at >= starts and a.at < ends and private.is_approval(a.answer, t.trace)
      and not exists (
        select 1 from private.gateway_answers e join public.transactions et on et.id = e.transaction_id
        where e.answer ->> 'status' = '0' and e.answer ->> 'transactionIndex' = a.answer ->> 'transactionIndex'
          and e.id < a.id and private.is_approval(e.answer, et.trace)
      )
    order by a.answer ->> 'transactionIndex', a.id
  )
  -- With the amount in the bank's last answer.
  select h.order_id, (
    select (a.answer ->> 'amountCents')::bigint from private.gateway_answers a
    where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = h.index
      and a.transaction_id = h.row_id and private.is_approval(a.answer, h.trace)
    order by a.id desc limit 1
  )
  from heard h;
$$;

comment on function private.heard_of_cards is 'What the bank approved in a time, by its answers alone.';

create function private.heard_of_mpesa(starts timestamptz, ends timestamptz)
returns table (order_id uuid, cents bigint)
language sql stable set search_path = '' as $$
  -- Of a prompt the query says that it was paid, and its sum is what was asked for.
  select t.order_id, t.amount::bigint * 100
  from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
  where a.answer ->> 'status' = '0' and a.at >= starts and a.at < ends
    and t.phone is not null and a.answer ->> 'trace' = t.trace
    and not exists (
      select 1 from private.gateway_answers e
      where e.transaction_id = t.id and e.id < a.id and e.answer ->> 'status' = '0' and e.answer ->> 'trace' = t.trace
    )
    and not exists (
      select 1 from private.paybill_payments p where p.prompt_id = t.id and p.transaction_id <> t.id
    )
  union all
  select coalesce(t.order_id, p.order_id), p.cents
  from private.paybill_payments p join public.transactions t on t.id = p.transaction_id and t.phone is null
  where p.paid_at >= starts and p.paid_at < ends and p.evidence in ('pull', 'statement');
$$;

comment on function private.heard_of_mpesa is
  'What came by M-Pesa in a time: by our queries about prompts, and by Safaricom''s lists and statements.';

create function private.both_books(starts timestamptz, ends timestamptz)
returns table (provider text, order_id uuid, bank bigint, shop bigint, payments bigint)
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select b.provider, b.order_id, sum(b.bank)::bigint, sum(b.shop)::bigint, count(b.bank)
  from (
    select 'card' as provider, c.order_id, c.cents as bank, null::bigint as shop
    from private.heard_of_cards(starts, ends) c
    union all
    select 'mpesa', m.order_id, m.cents, null from private.heard_of_mpesa(starts, ends) m
    union all
    select 'card', m.order_id, null, m.gross_cents
    from private.money m join public.transactions t on t.id = m.transaction_id
    where t.payment_method = 'card' and m.at >= starts and m.at < ends
    union all
    select 'card', k.order_id, null, t.bank_amount_cents
    from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
    where k.created_at >= starts and k.created_at < ends and t.payment_method = 'card'
      -- What counts is in what was paid.
      and t.status in ('review', 'returned')
    union all
    -- A code that staff typed, and of which Safaricom has said nothing, is in no book of Safaricom's.
    select 'mpesa', t.order_id, null, m.gross_cents
    from private.money m join public.transactions t on t.id = m.transaction_id
    where t.payment_method = 'mpesa' and t.source <> 'recorded' and m.at >= starts and m.at < ends
    union all
    select 'mpesa', coalesce(t.order_id, p.order_id), null, m.gross_cents
    from private.paybill_payments p join public.transactions t on t.id = p.transaction_id and t.source = 'recorded'
    join private.money m on m.transaction_id = t.id
    where p.paid_at >= starts and p.paid_at < ends and p.evidence in ('pull', 'statement')
  ) b
  group by 1, 2;
end;
$$;

comment on function private.both_books is
  'A time in both books, for each provider and order: cents by the bank or Safaricom, and by the shop.';

create function private.bank_against_shop(starts timestamptz, ends timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  with by_order as materialized (
    select b.provider, b.order_id, coalesce(b.bank, 0) as bank, coalesce(b.shop, 0) as shop, b.payments
    from private.both_books(starts, ends) b
  ), asked as (
    -- Of whatever way to pay, and of none.
    select k.kind, k.closed_at is null as is_open,
      -- What counts is in what was paid.
      case when t.status in ('review', 'returned') then coalesce(t.bank_amount_cents, 0) else 0 end as cents
    from public.owner_tasks k left join public.transactions t on t.id = k.transaction_id
    where k.created_at >= starts and k.created_at < ends
  ), differing as (
    select * from by_order where bank <> shop
  )
  select jsonb_build_object(
    'approvedCents', (select coalesce(sum(bank), 0) from by_order where provider = 'card'),
    'mpesa', (
      select jsonb_build_object(
        'receivedCents', coalesce(sum(bank), 0), 'payments', coalesce(sum(payments), 0),
        'differenceCents', coalesce(sum(bank - shop), 0)
      )
      from by_order where provider = 'mpesa'
    ),
    'settledCents', (
      select coalesce(sum(t.bank_amount_cents), 0) from public.transactions t
      where t.payment_method = 'card'
        and t.decided_at >= starts
        and t.decided_at < ends
        and t.bank_amount_cents > 0
        and t.settled_on is not null
    ),
    'charges', (select coalesce(sum(payments), 0) from by_order where provider = 'card'),
    'typedCents', (
      -- Neither Safaricom's lists nor a statement have it.
      select coalesce(sum(m.gross_cents), 0)
      from private.money m join public.transactions t on t.id = m.transaction_id and t.source = 'recorded'
      where m.at >= starts and m.at < ends and t.settled_on is null
        and not exists (
          select 1 from private.paybill_payments p
          where p.transaction_id = t.id and p.evidence in ('pull', 'statement')
        )
    ),
    'sales', private.sales_between(starts, ends),
    'tasks', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'open', open, 'closed', closed, 'cents', cents
      ) order by kind), '[]')
      from (
        select kind, count(*) filter (where is_open) as open, count(*) filter (where not is_open) as closed,
          sum(cents) as cents
        from asked group by kind
      ) kinds
    ),
    'withoutOrder', private.money_without_order(),
    'differenceCents', (select coalesce(sum(bank - shop), 0) from by_order),
    'differing', jsonb_build_object('count', (select count(*) from differing), 'orders', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'provider', provider, 'orderId', order_id, 'bankCents', bank, 'shopCents', shop
      )), '[]')
      from (select * from differing order by abs(bank - shop) desc, order_id limit 20) largest
    ))
  );
$$;

comment on function private.bank_against_shop is
  'The contract''s BankAgainstShop of a time, its end not included, without its day and the open lines of any day.';

create function public.bank_against_shop_of_day(p_day date) returns jsonb
-- Definer: admins may not read the bank's answers; this shows sums, and the orders where they differ.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('statements');
  select jsonb_build_object('day', p_day, 'openLines', (select count(*) from private.open_lines))
    || private.bank_against_shop(private.nairobi_midnight(p_day), private.nairobi_midnight(p_day + 1));
$$;

comment on function public.bank_against_shop_of_day is
  'The contract''s BankAgainstShop of a Nairobi day. The bank''s side is counted from its answers alone, the shop''s '
  'from the book and what is in question. PT403.';
grant execute on function public.bank_against_shop_of_day to authenticated;
