-- M-Pesa: prompts on a buyer's phone, decided by Safaricom's own answer to our query, and payments to the paybill by
-- hand, which count once there is evidence of them.
-- Who writes: the api and payment-notices with the secret key. Who reads: admins, through functions.
set check_function_bodies = off;

create function private.account_number(p_order_id uuid) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return 'IC' || upper(right(p_order_id::text, 8));
end;
$$;

comment on function private.account_number is
  'What a buyer of an order types as the account of the paybill: the contract''s accountNumber().';

create function private.amount_of_prompt(p_due integer) returns integer
-- Definer: no role reads the settings.
language plpgsql stable security definer set search_path = '' as $$
declare
  s private.settings;
begin
  select * into s from private.settings;
  if not s.prompts_are_on then
    raise sqlstate 'PT409' using message = 'prompts_are_off';
  end if;
  return least(p_due, s.mpesa_limit);
end;
$$;

comment on function private.amount_of_prompt is
  'KES: what a prompt asks for of this sum, as much of it as Safaricom takes at once. PT409 prompts_are_off.';

create function private.open_prompt(p_order_id uuid, p_amount integer, p_phone text) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  transaction public.transactions;
begin
  perform private.refuse_invalid((p_phone ~ '^254[17][0-9]{8}$') is not true, 'phone');
  insert into public.transactions (order_id, amount, trace, payment_method, reference, phone, next_ask_at)
  values (p_order_id, p_amount, private.new_trace(), 'mpesa', private.account_number(p_order_id), p_phone, null)
  returning * into transaction;
  return transaction;
end;
$$;

comment on function private.open_prompt is
  'A prompt that the caller sends to this phone now; its trace is the secret of the address of Safaricom''s notice.';

create function private.prompt_is_checked_for() returns interval
language sql immutable set search_path = '' as $$ select interval '15 minutes' $$;

comment on function private.prompt_is_checked_for is
  'How long after it was sent a prompt that was not paid is asked about: a late PIN is reported.';

create function private.next_question_of_prompt(t public.transactions, p_now timestamptz) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return (
    select t.created_at + min(s.age)
    from (
      select make_interval(secs => x) as age from unnest(array[10, 20, 30, 45, 60, 90, 180, 300, 600, 900, 1800]) x
      union all select make_interval(hours => h) from generate_series(1, 72) h
    ) s
    where t.checkout_id is not null and t.created_at + s.age > p_now
      and t.status not in ('completed', 'review', 'returned')
      -- Its notice said that it was paid: nobody gives up.
      and (t.status <> 'failed' or t.told ->> 'code' = '0' or s.age <= private.prompt_is_checked_for())
  );
end;
$$;

comment on function private.next_question_of_prompt is
  'When Safaricom is asked about a prompt again; null when that is over, or it cannot be asked.';

create function private.next_question(t public.transactions, p_verdict text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return case
    when t.payment_method = 'mpesa' then private.next_question_of_prompt(t, now())
    -- A decision is checked: banks have been seen to take the money after a refusal, or a second time.
    when t.status in ('completed', 'failed')
      then private.next_check_after(t.decided_at, now(), p_verdict <> 'undecided')
    when t.status in ('pending', 'expired') then private.next_ask_after(t.created_at, now(), t.bank_status is not null)
  end;
end;
$$;

comment on function private.next_question is 'When the bank, or Safaricom, is asked again after an answer.';

create function private.can_be_asked(t public.transactions) returns boolean
language sql immutable set search_path = '' as $$
  select t.source = 'asked' and (
    t.payment_method = 'card' or t.checkout_id is not null and t.bank_status is distinct from '0'
  );
$$;

comment on function private.can_be_asked is
  'Whether the bank, or Safaricom, knows a name by which to ask about it; of a prompt that was paid all is known.';

create function private.judge_prompt(t public.transactions, p_answer jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case
      -- It was paid, and its money counts: what is said later changes nothing.
      when t.bank_status = '0' or p_answer ->> 'trace' is distinct from t.trace then 'undecided'
      when p_answer ->> 'status' = '0' then 'approved'
      -- The code of too little money has been seen with the text of a prompt that is still open.
      when p_answer ->> 'description' ~* 'under processing|being processed' then 'undecided'
      when p_answer ->> 'status' in ('1', '8', '1001', '1019', '1025', '2001', '9999', 'E3008') then 'refused'
      -- Cancelled, or the prompt ran out: asked once more after its minute.
      when p_answer ->> 'status' = '1032' and t.created_at <= now() - interval '1 minute' then 'refused'
      -- No answer of the phone, or of Safaricom's own system: the PIN may be on its way.
      when p_answer ->> 'status' in ('17', '26', '1037') and private.prompt_ends_at(t) <= now() then 'refused'
      else 'undecided'
    end
  );
end;
$$;

comment on function private.judge_prompt is
  'What an answer to the query about a prompt says: approved, refused, or undecided, as every code that is not known.';

create function private.is_unanswered(t public.transactions) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select t.response_data ->> 'code' is not distinct from 'no token'
      or coalesce(t.bank_status, t.checkout_id) = 'no answer'
  );
end;
$$;

comment on function private.is_unanswered is
  'Whether Safaricom has answered neither the call that sent a prompt nor a query about it; null while both may come.';

create function private.mpesa_silence(out since timestamptz, out prompts bigint)
language sql stable set search_path = '' as $$
  select min(t.created_at), count(*) from public.transactions t
  where t.phone is not null and private.is_unanswered(t) and t.created_at > coalesce((
    select max(a.created_at) from public.transactions a where a.phone is not null and not private.is_unanswered(a)
  ), '-infinity')
  -- An hour after the last of them it is worth a try: the next one says it.
  having count(*) >= 3 and max(t.created_at) > now() - interval '1 hour';
$$;

comment on function private.mpesa_silence is
  'Since when Safaricom answers no prompt, once that is three in a row, of whatever orders, and how many; null while '
  'it answers and when nobody tries.';

create table private.paybill_payments (
  receipt text primary key check (receipt ~ '^[A-Z0-9]{10}$'),
  account text not null check (char_length(account) <= 100),
  cents bigint not null check (cents between 1 and 9999999900),
  payer text not null default '' check (char_length(payer) <= 200),
  paid_at timestamptz not null,
  told_at timestamptz not null default now(),
  body jsonb,
  evidence text check (evidence in ('pull', 'statement', 'person', 'prompt')),
  order_id uuid references public.orders (id) on delete restrict,
  transaction_id uuid references public.transactions (id) on delete restrict,
  prompt_id uuid references public.transactions (id) on delete restrict,
  check ((evidence is null) = (transaction_id is null))
);

comment on table private.paybill_payments is
  'What Safaricom has told or listed of payments to the paybill, one row a receipt. Without evidence it is only '
  'announced: pieces are held, and nothing else follows. With it, transaction_id is the payment that counts.';
comment on column private.paybill_payments.account is 'As the buyer typed it.';
comment on column private.paybill_payments.body is 'The notice as it came; null of a payment that was only listed.';
comment on column private.paybill_payments.evidence is
  'pull: a list that we asked for. statement: a line of an imported statement. person: staff recorded its code. '
  'prompt: it is what a prompt took, of which our query said so.';
comment on column private.paybill_payments.order_id is 'For which its account was typed, as far as that is clear.';
comment on column private.paybill_payments.prompt_id is 'The prompt that took it.';

create index paybill_payments_announced on private.paybill_payments (order_id) where transaction_id is null;
create index paybill_payments_by_transaction on private.paybill_payments (transaction_id);
create index paybill_payments_by_prompt on private.paybill_payments (prompt_id) where prompt_id is not null;
create index paybill_payments_proven on private.paybill_payments (paid_at) where evidence in ('pull', 'statement');
create index paybill_payments_by_account on private.paybill_payments (account, told_at);
create index paybill_payments_in_statements on private.paybill_payments (told_at) where evidence = 'statement';

create function private.folded_account(p_account text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- A person's 0, 1, 5 and 8 look like O, I or L, S and B.
  return regexp_replace(
    translate(regexp_replace(upper(p_account), '[^A-Z0-9]', '', 'g'), 'OILSB', '01158'),
    -- IC, which some leave out; a number may begin with 1C itself.
    '^1C(?=.{8}$)', ''
  );
end;
$$;

comment on function private.folded_account is
  'An account number as badly as it may be typed: without case, blanks and IC, and what looks alike as one.';
create index orders_by_folded_account on public.orders (private.folded_account(right(id::text, 8)));

create function private.order_of_account(p_account text, p_cents bigint) returns uuid
-- Definer: what is due is the book's.
language sql stable security definer set search_path = '' as $$
  with same as materialized (
    select o.id, private.account_number(o.id) = upper(btrim(p_account)) as is_exact,
      private.is_sum_due(o.id, p_cents) and o.status <> 'cancelled' as is_due
    from public.orders o
    where private.folded_account(right(o.id::text, 8)) = private.folded_account(p_account)
    limit 20
  )
  select case
    when count(*) filter (where is_exact) = 1 then min(id::text) filter (where is_exact)
    when count(*) filter (where is_due) = 1 then min(id::text) filter (where is_due)
  end::uuid
  from same;
$$;

comment on function private.order_of_account is
  'The order that an account of the paybill names: typed exactly whatever the sum, else the one that it fits and of '
  'which this sum is due; null when neither is clear.';

create function private.receipt_of_prompt(t public.transactions) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when p.receipt is null or p.receipt = n.receipt then coalesce(n.receipt, p.receipt) else p.receipt end
    from (
      select case when t.told ->> 'code' = '0' and (t.told ->> 'cents')::bigint = t.amount::bigint * 100
        then t.told ->> 'receipt' end as receipt
    ) n
    left join lateral (
      select x.receipt from private.paybill_payments x
      where x.account = private.account_number(t.order_id) and x.cents = t.amount::bigint * 100
        and x.told_at >= t.created_at
        and coalesce(x.prompt_id = t.id, true)
      order by x.prompt_id nulls last, x.receipt = n.receipt desc nulls last, x.told_at limit 1
    ) p on true
  );
end;
$$;

comment on function private.receipt_of_prompt is
  'The receipt of a prompt that was paid: what the paybill received for its account and sum since it was sent, the one '
  'that its notice names first, since nobody signs a notice; else that of the notice. Null until one is known.';

create function private.is_same_money(t public.transactions, p_verdict text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return t.phone is not null and p_verdict = 'approved' and t.status in ('pending', 'expired', 'failed') and exists (
    select 1 from public.transactions o
    where o.payment_method = 'mpesa' and o.status <> 'reversed' and o.id <> t.id
      and o.transaction_id = private.receipt_of_prompt(t)
  );
end;
$$;

comment on function private.is_same_money is
  'Whether what a prompt took counts already: by its receipt, which the paybill''s list or staff had first.';

create function private.as_same_money(t public.transactions) returns public.transactions
language plpgsql set search_path = '' as $$
begin
  update private.paybill_payments p set prompt_id = t.id where p.receipt = private.receipt_of_prompt(t);
  t.decided_at := coalesce(t.decided_at, now());
  t.status := case t.status when 'pending' then 'expired' else t.status end;
  t.bank_status := '0';
  t.next_ask_at := null;
  perform private.close_tasks(t.order_id, 'undecided', 'completed', t.id);
  return t;
end;
$$;

comment on function private.as_same_money is 'A prompt of which the money counts as another payment.';

create function private.lock_prompt(p_trace text) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  t public.transactions;
begin
  -- The order first, then the transaction: everybody locks in this order.
  perform 1 from public.orders o
  where o.id = (select x.order_id from public.transactions x where x.trace = p_trace) for update;
  select * into t from public.transactions x where x.trace = p_trace and x.phone is not null for update;
  perform private.refuse_missing(not found);
  return t;
end;
$$;

comment on function private.lock_prompt is 'The prompt of this trace, with its order locked. PT404.';

create function public.note_prompt(p_trace text, p_answer jsonb) returns void
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  t public.transactions;
begin
  t := private.lock_prompt(p_trace);
  perform private.store_answer(
    t.id, 'shopper', p_answer, case when p_answer ->> 'status' = 'refused' then 'refused' else 'undecided' end
  );
  if t.status = 'pending' and p_answer ->> 'status' = 'refused' then
    update public.transactions x set
      status = 'failed', decided_at = now(), bank_status = 'refused', response_data = p_answer
    where x.id = t.id;
  elsif p_answer ->> 'status' = 'sent' then
    t.checkout_id := coalesce(t.checkout_id, p_answer ->> 'checkoutId');
    update public.transactions x set
      checkout_id = t.checkout_id, next_ask_at = private.next_question_of_prompt(t, now())
    where x.id = t.id;
  else
    -- It may have gone out: only a notice, a list or a statement can say so.
    update public.transactions x set bank_status = coalesce(x.bank_status, 'no answer') where x.id = t.id;
  end if;
end;
$$;

comment on function public.note_prompt is
  'What became of sending a prompt: {status: sent, checkoutId}, {status: refused, code, description}, null without an '
  'answer. PT404.';
grant execute on function public.note_prompt to service_role;

create function public.note_prompt_result(p_trace text, p_told jsonb) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  t public.transactions;
begin
  t := private.lock_prompt(p_trace);
  -- One of another prompt says nothing of this one.
  if t.checkout_id <> p_told ->> 'checkoutId' or exists (
    select 1 from public.transactions o where o.checkout_id = p_told ->> 'checkoutId' and o.id <> t.id
  ) then
    return '{"step": "nothing"}';
  end if;
  update public.transactions x set
    -- Of several the one that says most.
    told = case
      when x.told ->> 'code' = '0' and (x.told ->> 'receipt' is not null or p_told ->> 'code' <> '0') then x.told
      else p_told - 'checkoutId'
    end,
    checkout_id = p_told ->> 'checkoutId'
  where x.id = t.id returning * into t;
  if t.status = 'completed' then
    perform private.take_receipt(t);
    return '{"step": "nothing"}';
  elsif t.status in ('review', 'returned') or not private.can_be_asked(t) or t.asking_until > now() then
    return '{"step": "nothing"}';
  end if;
  perform private.begin_query(t.id);
  return private.question_about(t);
end;
$$;

comment on function public.note_prompt_result is
  'Safaricom''s unsigned notice about a prompt came to its own address: {checkoutId, code, receipt, cents}. A hint: '
  '{step: ask, trace, checkoutId}, the caller asks now; or {step: nothing}. PT404.';
grant execute on function public.note_prompt_result to service_role;

create function private.claim_receipt(t public.transactions) returns void
language sql set search_path = '' as $$
  update private.paybill_payments p set
    prompt_id = case when t.phone is null then p.prompt_id else t.id end,
    transaction_id = coalesce(p.transaction_id, t.id),
    evidence = coalesce(p.evidence, case when t.phone is null then 'person' else 'prompt' end)
  where p.receipt = t.transaction_id;
$$;

comment on function private.claim_receipt is
  'What was told of a receipt that is the code of a payment which counts: of a prompt, or recorded by staff.';

create function private.take_receipt(t public.transactions) returns void
language plpgsql set search_path = '' as $$
declare
  known constant text := private.receipt_of_prompt(t);
begin
  if t.transaction_id <> t.checkout_id or known is null then
    return;
  end if;
  if exists (
    select 1 from public.transactions o
    where o.payment_method = 'mpesa' and o.transaction_id = known and o.status <> 'reversed'
  ) then
    -- Somebody has typed the code as another payment.
    perform private.open_task('reused_index', t, t.order_id, t.bank_amount_cents);
    return;
  end if;
  update public.transactions x set transaction_id = known, reference = known where x.id = t.id returning * into t;
  perform private.claim_receipt(t);
end;
$$;

comment on function private.take_receipt is 'A prompt that counts gets its receipt once that is known.';

create function private.prompt_that_took(p private.paybill_payments) returns public.transactions
language plpgsql set search_path = '' as $$
declare
  t public.transactions;
begin
  -- Of one that is open nobody knows which payment it will be: then it is asked, and finds what counts already.
  select * into t from public.transactions x
  where x.order_id = p.order_id and x.phone is not null and x.status = 'completed'
    and private.account_number(x.order_id) = p.account and x.amount::bigint * 100 = p.cents
    and x.created_at <= p.told_at and x.settled_on is null
    -- A receipt that only a notice has named was a guess, or is that of a payment which will be listed too.
    and not exists (select 1 from private.paybill_payments y where y.receipt = x.transaction_id)
  order by x.created_at limit 1 for update;
  return t;
end;
$$;

comment on function private.prompt_that_took is
  'The prompt that took a payment to the paybill: of its account and sum, it counts, and its receipt is not proven. A '
  'row of nulls when there is none.';

create function private.link_paybill_payment(t public.transactions) returns void
language sql set search_path = '' as $$
  -- Kept for the order's prompt, too, which may have taken it and is not answered yet.
  insert into private.paybill_payments (receipt, account, cents, paid_at, order_id, transaction_id, evidence)
  select t.transaction_id, private.account_number(t.order_id), t.bank_amount_cents, t.decided_at, t.order_id, t.id,
    'person'
  where t.order_id is not null
  on conflict (receipt) do nothing;
  select private.claim_receipt(t);
$$;

comment on function private.link_paybill_payment is
  'Staff recorded a code: it is what was announced, or else of the order for which they did.';

create function private.unlink_paybill_payment(p_transaction_id uuid) returns void
language sql set search_path = '' as $$
  select private.close_tasks(k.order_id, k.kind, 'taken_back', k.transaction_id) from public.owner_tasks k
  where k.transaction_id = p_transaction_id and k.kind = 'wrong_amount';
  update public.transactions t set bank_status = '4999', next_ask_at = now()
  from private.paybill_payments p
  where p.transaction_id = p_transaction_id and t.id = p.prompt_id;
  delete from private.paybill_payments p
  where p.transaction_id = p_transaction_id and p.evidence = 'person' and p.body is null;
  update private.paybill_payments p set transaction_id = null, evidence = null
  where p.transaction_id = p_transaction_id;
$$;

comment on function private.unlink_paybill_payment is
  'What staff had recorded under its code never was that: Safaricom has only told of it, a prompt that seemed to have '
  'taken it is asked again, and its sum is no question any more.';

create function private.refuse_told_otherwise(p_method text, p_code text, p_cents bigint) returns void
-- Definer: no role of staff reads what was told.
language plpgsql stable security definer set search_path = '' as $$
declare
  told private.paybill_payments;
begin
  -- Of what a person alone wrote down Safaricom has said nothing.
  select * into told from private.paybill_payments p
  where p.receipt = p_code and (p.body is not null or p.evidence is distinct from 'person')
    and not private.is_withheld(p_method);
  if told.transaction_id is not null then
    raise sqlstate 'PT409' using message = 'payment_recorded';
  elsif told.cents <> p_cents then
    raise sqlstate 'PT409' using message = 'payment_sum_differs', detail = told.cents;
  elsif told.receipt is not null and p_method <> 'mpesa' then
    raise sqlstate 'PT409' using message = 'payment_by_mpesa';
  end if;
end;
$$;

comment on function private.refuse_told_otherwise is
  'What Safaricom has told of with this receipt is one payment, by M-Pesa. PT409 payment_recorded (it counts already), '
  'payment_sum_differs (another sum; detail: cents), payment_by_mpesa (another method).';

create function private.is_receipt_of_prompt(p_order_id uuid, p_method text, p_cents bigint) returns boolean
language sql stable set search_path = '' as $$
  select p_method = 'mpesa' and exists (
    select 1 from public.transactions t
    where t.order_id = p_order_id and t.phone is not null and t.status = 'completed' and not private.has_receipt(t)
      and t.bank_amount_cents = p_cents
  );
$$;

comment on function private.is_receipt_of_prompt is
  'Whether a code that staff record of an order is most likely that of a prompt which counts already, and whose '
  'receipt is not known.';

create function private.payment_with_receipt(p_receipt text) returns public.transactions
language plpgsql stable set search_path = '' as $$
declare
  t public.transactions;
begin
  select * into t from public.transactions x
  where x.transaction_id = p_receipt and x.status <> 'reversed'
    and (x.payment_method in ('mpesa', 'transfer', 'cash') or x.payment_method = 'cheque')
  order by x.payment_method = 'mpesa' desc, x.created_at limit 1;
  return t;
end;
$$;

comment on function private.payment_with_receipt is
  'The payment that counts under a receipt of M-Pesa, whatever way staff chose as they wrote it down. Null when none '
  'does.';

create function private.orders_of_receipt(p private.paybill_payments) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  t constant public.transactions := private.payment_with_receipt(p.receipt);
begin
  return array_remove(
    array[t.order_id] || array(select s.order_id from private.shares s where s.transaction_id = t.id order by s.id)
      || p.order_id,
    null
  );
end;
$$;

comment on function private.orders_of_receipt is
  'The orders that may follow from evidence of a payment to the paybill; first the one that it pays.';

create function private.count_paybill_payment(p_receipt text, p_evidence text) returns void
language plpgsql set search_path = '' as $$
declare
  p private.paybill_payments;
  t public.transactions;
  is_new boolean;
begin
  select * into p from private.paybill_payments x where x.receipt = p_receipt for update;
  t := private.payment_with_receipt(p.receipt);
  if t.id is not null then
    update public.transactions x set payment_method = 'mpesa', reference = p.receipt
    where x.id = t.id and x.payment_method <> 'mpesa';
    perform private.open_task('wrong_amount', t, o, p.cents)
    from unnest((private.orders_of_receipt(p))[1:1]) o where t.bank_amount_cents <> p.cents;
  else
    t := private.prompt_that_took(p);
    update public.transactions x set transaction_id = p.receipt, reference = p.receipt where x.id = t.id;
  end if;
  is_new := t.id is null;
  if is_new then
    insert into public.transactions (
      order_id, source, amount, payment_method, reference, transaction_id, bank_amount_cents, bank_status, next_ask_at,
      note
    )
    values (
      p.order_id, 'told', ceil(p.cents / 100.0)::integer, 'mpesa', p.receipt, p.receipt, p.cents, '0', null,
      nullif(btrim(left(concat_ws(', ', nullif(p.payer, ''), nullif(p.account, '')), 200)), '')
    )
    returning * into t;
    update public.transactions x set status = 'completed', decided_at = p.paid_at where x.id = t.id;
    if p.order_id is not null then
      perform private.add_shares(
        t.id, jsonb_build_array(jsonb_build_object('orderId', p.order_id, 'cents', p.cents))
      );
    end if;
  end if;
  update private.paybill_payments x set
    transaction_id = t.id, evidence = p_evidence, prompt_id = case when t.phone is null then x.prompt_id else t.id end
  where x.receipt = p.receipt;
  if is_new and p.order_id is not null then
    perform private.follow_book(p.order_id, t.id);
  end if;
end;
$$;

comment on function private.count_paybill_payment is
  'There is evidence of a payment to the paybill: it pays its order, or waits for one. Counts it already with another '
  'sum, that is a task. Its orders are locked.';

create function public.note_paybill_payments(p_payments jsonb, p_evidence text default null) returns integer
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' set lock_timeout = '3s' as $$
declare
  said jsonb;
  p private.paybill_payments;
  ready jsonb[] := '{}';
  counted integer := 0;
begin
  for said in select e.x from jsonb_array_elements(p_payments) e (x) order by e.x ->> 'receipt' loop
    -- Without its order, at which somebody may be at work: what was told is kept in any case.
    insert into private.paybill_payments (receipt, account, cents, payer, paid_at, body)
    values (
      said ->> 'receipt', said ->> 'account', (said ->> 'cents')::bigint, left(said ->> 'payer', 200),
      least((said ->> 'paidAt')::timestamptz, now()), said -> 'body'
    )
    on conflict (receipt) do nothing;
    select * into p from private.paybill_payments x where x.receipt = said ->> 'receipt';
    -- What was recorded by staff, or by our query, is proven now.
    continue when p.evidence in ('pull', 'statement') or p_evidence is null and p.transaction_id is not null;
    p.order_id := coalesce(p.order_id, private.order_of_account(p.account, (said ->> 'cents')::bigint));
    begin
      -- All orders before any pieces: who has an order waits for pieces, so who has pieces must not wait for an order.
      perform private.lock_orders(private.orders_of_receipt(p));
      -- Nobody signs a notice, and staff may be shown a message that was made up: what Safaricom lists stands.
      update private.paybill_payments x set cents = (said ->> 'cents')::bigint
      where x.receipt = p.receipt and p_evidence = 'pull' and x.cents <> (said ->> 'cents')::bigint;
      update private.paybill_payments x set order_id = p.order_id
      where x.receipt = p.receipt and x.order_id is null;
      ready := ready || said;
    exception when lock_not_available or deadlock_detected then
      raise warning 'payment % to the paybill does not count yet: %', p.receipt, sqlerrm;
    end;
  end loop;
  begin
    perform private.lock_products_of(array(
      select x.order_id from private.paybill_payments x, unnest(ready) r where x.receipt = r ->> 'receipt'
    ));
  exception when lock_not_available or deadlock_detected then
    raise warning 'payments to the paybill lock their products one by one: %', sqlerrm;
  end;
  foreach said in array ready loop
    select * into p from private.paybill_payments x where x.receipt = said ->> 'receipt';
    continue when p.evidence in ('pull', 'statement') or p_evidence is null and p.transaction_id is not null;
    begin
      if p_evidence is not null and p.cents = (said ->> 'cents')::bigint then
        perform private.count_paybill_payment(p.receipt, p_evidence);
        counted := counted + (p.transaction_id is null)::integer;
      else
        perform private.follow_announcement(p);
      end if;
    exception when lock_not_available or deadlock_detected or sqlstate 'PT409' or sqlstate 'PT503' then
      -- It stays announced, and the next list has it again; the others must not wait for it.
      raise warning 'payment % to the paybill does not count yet: %', p.receipt, sqlerrm;
    end;
  end loop;
  -- Last: two runs of the minute wait for each other here alone.
  if p_evidence = 'pull' then
    perform public.record_heartbeat('mpesa-list');
  end if;
  return counted;
end;
$$;

comment on function public.note_paybill_payments is
  'p_payments: [{receipt, account, cents, payer, paidAt, body}] as Safaricom told, or listed when we asked, which is '
  'p_evidence pull. How many of them count from now on. One that cannot count now does not keep the others away.';
grant execute on function public.note_paybill_payments to service_role;

create function private.follow_announcement(p private.paybill_payments) returns void
-- Definer: no role holds pieces by itself.
language plpgsql security definer set search_path = '' as $$
declare
  t public.transactions;
  o public.orders;
begin
  t := private.payment_with_receipt(p.receipt);
  if t.id is not null then
    perform private.claim_receipt(t);
    return;
  end if;
  t := private.prompt_that_took(p);
  if t.id is not null then
    perform private.take_receipt(t);
    return;
  end if;
  select * into o from public.orders x where x.id = p.order_id;
  if o.status in ('pending', 'failed') then
    perform private.hold_order(o.id, greatest(now() + interval '24 hours', (
      select max(h.expires_at) from private.stock_holds h where h.order_id = o.id
    )));
  end if;
end;
$$;

comment on function private.follow_announcement is
  'A payment was announced: it counts already, or is what a prompt took that has no receipt yet, or the pieces of its '
  'order are held for a day at least, while nothing else follows.';

create function private.announced_cents(p_order_id uuid) returns bigint
-- Definer: a buyer may know what was announced of their order.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(p.cents), 0)::bigint from private.paybill_payments p
    where p.order_id = p_order_id and p.transaction_id is null
  );
end;
$$;

comment on function private.announced_cents is
  'What Safaricom has told of an order and nothing proves yet.';

create function private.has_receipt(t public.transactions) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return (select t.phone is not null and t.status = 'completed' and t.transaction_id is distinct from t.checkout_id);
end;
$$;

comment on function private.has_receipt is 'Whether it is a prompt that was paid, and Safaricom''s receipt is known.';

create function private.prompt_ends_at(t public.transactions) returns timestamptz
language plpgsql immutable set search_path = '' as $$
begin
  return (
    -- A prompt lives a minute on its phone, and its answer is there within three.
    select t.created_at + interval '3 minutes' where t.phone is not null
  );
end;
$$;

comment on function private.prompt_ends_at is 'Until when a prompt, while it is open, blocks other ways to pay.';

create function private.prompt_as_json(t public.transactions) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'phone', t.phone, 'amount', t.amount, 'sentAt', private.iso_time(t.created_at), 'code', t.bank_status,
      'isOpen', t.status = 'pending', 'isPaid', t.status = 'completed', 'hasReceipt', private.has_receipt(t),
      'blocksUntil', case when t.status = 'pending' and private.prompt_ends_at(t) > now() then
        private.iso_time(private.prompt_ends_at(t)) end
    )
    where t.phone is not null
  );
end;
$$;

comment on function private.prompt_as_json is 'The contract''s Prompt; null of any other transaction.';

create function private.count_announced_in_statements() returns void
-- Definer: only admins read the bank's statements.
language plpgsql security definer set search_path = '' as $$
declare
  receipt text;
  listed constant private.paybill_payments[] := array(
    select a from private.paybill_payments a
    where a.transaction_id is null and exists (
      select 1 from public.statement_lines l
      where l.closed_at is null and l.transaction_id is null and l.amount_cents = a.cents
        and private.has_code(concat_ws(' ', l.reference, l.bank_index), a.receipt)
    )
    order by a.receipt limit 500
  );
  orders constant uuid[] := array(
    select distinct o from unnest(listed) a cross join lateral unnest(private.orders_of_receipt(a)) o
  );
begin
  -- All orders, then all products, before the first of them counts, as everybody who has several.
  perform private.lock_orders(orders);
  perform private.lock_products_of(orders);
  foreach receipt in array array(select a.receipt from unnest(listed) a) loop
    perform private.count_paybill_payment(receipt, 'statement');
  end loop;
end;
$$;

comment on function private.count_announced_in_statements is
  'What was announced counts once a line of an imported statement has its receipt and sum.';
