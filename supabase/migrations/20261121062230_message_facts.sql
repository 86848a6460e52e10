-- What a message says: whether it is still true when it goes out, and the facts that its text is made of.
-- Who calls: the file about sending.
set check_function_bodies = off;

create function private.was_refund_announced(p_refund_id uuid) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select 1
    from private.refund_chain(p_refund_id) e (id)
    join private.messages m on m.kind = 'refund_recorded' and m.subject = e.id::text
    where m.state in ('sending', 'accepted', 'delivered', 'unknown')
  );
$$;

comment on function private.was_refund_announced is
  'May the buyer have read of this entry, or of one that it corrects? False for null.';

create function private.does_mailed_link_work(m private.messages) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- It shows whose the mailbox is, so it never goes to a corrected address.
  return exists (
    select 1 from private.email_confirmations c
    where c.id::text = split_part(m.subject, ' ', 1) and c.expires_at > now() and c.email = private.recipient_of(m)
  );
end;
$$;

create function private.stands_paid(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.status in ('paid', 'completed')
    and private.due_of_order(o) in ('later', 'all', 'too_much')
    and private.asked_of_order(o) <> 'taken_back';
end;
$$;

comment on function private.stands_paid is 'Whether an order is paid, and the shop has its money.';

create function private.other_message_is_true(m private.messages) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return case m.kind
    when 'refund_due' then exists (
      select 1 from public.owner_tasks k where k.id::text = split_part(m.subject, ' ', 1) and k.closed_at is null
    ) and not exists (
      -- The latest says what is due in all.
      select 1 from private.messages r
      where r.order_id = m.order_id and r.kind = m.kind and r.channel = m.channel and r.id > m.id
        and split_part(r.subject, ' ', 1) = split_part(m.subject, ' ', 1)
    )
    when 'refund_recorded' then exists (
      select 1 from private.standing_refunds r
      where r.id::text = m.subject and (r.amount_cents > 0 or private.was_refund_announced(r.corrects))
    )
    when 'quotation' then exists (
      select 1 from private.quotations q
      where q.id = split_part(m.subject, ' ', 1)::uuid
        and q.version = split_part(m.subject, ' ', 2)::integer
        and private.state_of_quotation(q) = 'open'
    )
    when 'owner_quotation' then exists (
      -- One that is answered is no question any more.
      select 1 from private.quotations q
      where q.id = m.subject::uuid and q.version = 1 and private.state_of_quotation(q) = 'open'
    )
    when 'owner_task' then exists (
      select 1 from public.owner_tasks k where k.id::text || ' ' || k.kind = m.subject and k.closed_at is null
    )
    when 'owner_low_stock' then exists (select 1 from private.runs_out(m.order_id))
    when 'owner_health' then (private.check_component(split_part(m.subject, ' ', 1)) ->> 'cases')::bigint > 0
    when 'owner_broken_rules' then (select c.broken > 0 from private.invariant_check c)
    else m.kind in ('new_device', 'second_factor_changed', 'owner_daily_summary')
      or m.kind in ('confirm_email', 'staff_invited', 'password_changed', 'email_changed', 'settings_changed')
      and private.does_mailed_link_work(m)
  end;
end;
$$;

comment on function private.other_message_is_true is
  'The same of a message about something else than what its order is now.';

create function private.message_is_true(m private.messages) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  o public.orders;
begin
  select * into o from public.orders x where x.id = m.order_id;
  return case m.kind
    -- Whoever was written to about a refusal since, or by a later message of this kind, knows what is to be paid.
    when 'order_unpaid' then private.may_pay(o) = 'pay' and (
      -- On account nobody is asked before it is sent; what came is thanked for.
      o.terms_days is null or private.has_left(o.id) or private.due_of_order(o) in ('part', 'added')
    ) and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.state in ('waiting', 'sending', 'accepted', 'delivered', 'unknown') and case r.kind
        when 'order_unpaid' then r.subject <> m.subject and r.id > m.id
        -- Of an order that a seller made the reminder comes days later.
        else r.kind in ('payment_refused', 'order_changed')
          and r.created_at >= m.created_at
          and (o.agreed_until is null or r.created_at > now() - interval '1 day')
      end
    )
    -- Not once its money was given back, or the bank took it back.
    when 'order_paid' then private.stands_paid(o)
    when 'owner_order_paid'
      then case when m.subject like '% on account' then o.status <> 'cancelled' and o.terms_days is not null
        else private.stands_paid(o) end
    -- Not to a buyer who tries again: the latest attempt counts.
    when 'payment_refused' then o.status = 'failed' and (
      select t.id::text = m.subject and t.status = 'failed' from public.transactions t
      where t.order_id = o.id order by t.created_at desc, t.id limit 1
    )
    when 'payment_checking' then o.status = 'pending' and exists (
      select 1 from public.transactions t
      where t.id::text = m.subject and t.status = 'pending' and t.bank_status is not null
    )
    -- It says what the order is now, so the latest is enough.
    when 'order_changed' then o.status <> 'cancelled' and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.kind = 'order_changed' and r.subject <> m.subject and r.id > m.id
    )
    when 'order_completed' then o.status = 'completed' and not private.has_left(o.id)
    -- Not once it was taken back, or all came back; of one that arrived meanwhile, only that.
    when 'shipment_sent' then exists (select 1 from private.shipments where id::text = m.subject and status = 'sent')
      and (select w.is_on_way from private.pieces_sent(array[o.id]) w)
    when 'shipment_delivered'
      then exists (select 1 from private.shipments s where s.id::text = m.subject and s.status = 'delivered')
    -- What is said of its refund in the same moment says so, too.
    when 'order_cancelled' then o.status = 'cancelled' and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.kind = 'refund_recorded' and r.channel = m.channel
        and (r.state = 'waiting' or r.state in ('sending', 'accepted', 'delivered', 'unknown')
          and r.created_at >= m.created_at)
    )
    -- Not to whom a later message has brought it, about what is left to pay.
    when 'order_link' then split_part(m.subject, ' ', 2) = o.link_version::text and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.kind = 'order_unpaid' and r.channel = m.channel and r.created_at > m.created_at
        and r.state in ('waiting', 'sending', 'accepted', 'delivered', 'unknown')
    )
    when 'goods_arrived' then o.status <> 'cancelled' and exists (
      select 1 from public.order_items i
      where i.id::text = split_part(m.subject, ' ', 1) and i.awaited < split_part(m.subject, ' ', 2)::integer
    )
    when 'delivery_later' then o.status = 'paid' and split_part(m.subject, ' ', 2) = o.delivery_by::text
    -- Paid, with other terms, or later than its next one, it is not.
    when 'debt_reminder' then (private.debt_of_order(o.id)).reminder is not distinct from m.subject
    else private.other_message_is_true(m)
  end;
end;
$$;

comment on function private.message_is_true is
  'Whether what a message says is still so: asked at the moment of sending.';

create function private.message_to_show(m private.messages) returns private.messages
language plpgsql stable set search_path = '' as $$
begin
  if m.state = 'waiting' and not coalesce(private.message_is_true(m), false) then
    m.state := 'skipped';
    m.reason := 'no_longer_true';
    m.next_attempt_at := null;
  end if;
  return m;
end;
$$;

comment on function private.message_to_show is
  'A message as it will end: what waits and is not true any more does not go out, which is found at its turn alone.';

create function private.summary_of_day(p_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'day', p_day,
    'sales', private.sales_between(ends - interval '1 day', ends),
    'differenceCents', private.bank_against_shop(ends - interval '1 day', ends) -> 'differenceCents',
    'toPack', (select count(*) from private.orders_to_send),
    'openTasks', (select count(*) from private.open_money_tasks)
  )
  from (select (p_day + time '18:00') at time zone 'Africa/Nairobi' as ends) day;
$$;

comment on function private.summary_of_day is
  '{day, sales: Sales, differenceCents, toPack, '
  'openTasks}: of the 24 hours until 18:00 in Nairobi; to pack and open are those of now.';

create function private.account_message_facts(m private.messages) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'confirmation', case when m.kind in (
      'confirm_email', 'staff_invited', 'password_changed', 'email_changed', 'settings_changed'
    ) then (
      select jsonb_build_object(
        'id', c.id, 'name', coalesce(c.name, u.name), 'email', c.email, 'opens', c.opens, 'role', c.role,
        'at', private.iso_time(c.created_at),
        'changed', nullif(split_part(m.subject, ' ', 2), '')
      )
      from private.email_confirmations c join public.users u on u.id = c.user_id
      where c.id::text = split_part(m.subject, ' ', 1)
    ) end,
    'newDevice', case when m.kind = 'new_device' then (
      select jsonb_build_object('name', u.name, 'device', substr(m.subject, 38), 'at', private.iso_time(m.created_at))
      from public.users u where u.email = m.recipient
    ) end,
    'secondFactor', case when m.kind = 'second_factor_changed' then (
      select jsonb_build_object(
        'name', u.name, 'isSetUp', m.subject like '% set_up', 'at', private.iso_time(m.created_at)
      )
      from public.users u where u.id = m.user_id
    ) end
  );
end;
$$;

comment on function private.account_message_facts is 'What private.message_facts() has of a message about an account.';

create function private.is_last_parcel(s private.shipments, p_leaves boolean) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_partly_shipped(s.order_id) and not (p_leaves and exists (
    -- Of two that left before the first mail did, the second is the last; work that was done since is no parcel.
    select 1 from private.shipments l
    where l.order_id = s.order_id and l.status <> 'taken_back' and not l.is_work
      and (l.left_at, l.id) > (s.left_at, s.id)
  ));
$$;

comment on function private.is_last_parcel is
  'Whether nothing of its order is left to send; p_leaves: nor has left after it, for the mail that it leaves.';

create function private.credit_note_of(p_order_id uuid, p_reduction text) returns text
-- Definer: no role reads papers.
language sql stable security definer set search_path = '' as $$
  select string_agg(private.paper_number(p), ', ' order by p.id) from private.papers p
  where p.order_id = p_order_id and p.kind = 'credit_note' and p_reduction = any (p.reduction_ids::text[]);
$$;

comment on function private.credit_note_of is 'The number of the credit note of a reduction; null without one.';

create function private.invoices_of(p_order_id uuid) returns text
-- Definer: no role reads papers.
language sql stable security definer set search_path = '' as $$
  select string_agg(private.paper_number(p), ', ' order by p.id)
  from private.invoices_in_force i join private.papers p on p.id = i.id where i.order_id = p_order_id;
$$;

comment on function private.invoices_of is
  'The numbers of the invoices of an order that were not made again; null without.';

create function private.goods_of_receipt(p_order_id uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(
      jsonb_build_object('name', i.product_name, 'model', p.model, 'warrantyYears', p.warranty_years)
      order by i.product_name, i.id
    ), '[]')
    from private.ordered_pieces i join public.products p on p.id = i.product_id
    where i.order_id = p_order_id and i.quantity > i.back
  );
end;
$$;

comment on function private.goods_of_receipt is 'What a receipt names with its warranty: what did not come back.';

create function private.shared_payment(p_order_id uuid) returns bigint
language plpgsql stable set search_path = '' as $$
begin
  return (
    select case when exists (
      select 1 from private.payments_of_orders x where x.transaction_id = l.id and x.order_id <> p_order_id
    ) then l.bank_amount_cents end
    from (
      select t.* from private.payments_of_orders c join public.transactions t on t.id = c.transaction_id
      where c.order_id = p_order_id order by t.created_at desc, t.id desc limit 1
    ) l
  );
end;
$$;

comment on function private.shared_payment is
  'Cents of the latest payment of an order where it pays other orders, too; null where it does not.';

create function private.message_facts(m private.messages) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  o public.orders;
begin
  select * into o from public.orders x where x.id = m.order_id;
  return private.account_message_facts(m) || jsonb_build_object(
    'order', case when o.id is not null then private.order_as_json(o) end, 'isLinkRenewed', o.link_version > 1,
    'task', (
      select private.task_in_short(k)
        || jsonb_build_object('amountCents', private.task_cents(k), 'method', t.payment_method)
      from public.owner_tasks k left join public.transactions t on t.id = k.transaction_id
      where k.id::text = split_part(m.subject, ' ', 1)
    ),
    'refund', case when m.kind = 'refund_recorded' then (
      select jsonb_build_object('amountCents', r.cents, 'day', r.day, 'bankReference', r.bank_reference,
        'isCorrection', private.was_refund_announced(r.corrects), 'method', r.method)
      from private.refunds_of_orders r where r.id::text = m.subject and r.order_id = o.id
    ) end,
    'shipment', case when m.kind in ('shipment_sent', 'shipment_delivered') then (
      select private.shipment_as_json(s) || jsonb_build_object(
        'isLast', private.is_last_parcel(s, m.kind = 'shipment_sent'), 'invoices', private.invoices_of(o.id))
      from private.shipments s where s.id::text = m.subject
    ) end,
    'debt', case when m.kind = 'debt_reminder' then (
      select jsonb_build_object('cents', d.dunned_cents, 'owedBy', d.owed_by) from private.debt_of_order(o.id) d) end,
    'arrived', case when m.kind = 'goods_arrived' then (
      select i.product_name from public.order_items i where i.id::text = split_part(m.subject, ' ', 1)
    ) end,
    'came', case when m.kind = 'order_unpaid' then (
      select sum(c.cents) from private.counting_shares c
      where c.order_id = o.id and c.transaction_id::text = m.subject having sum(c.cents) > 0
    ) end,
    'isSameTotal', case when m.kind = 'order_changed' then (
      select c.effect ->> 'totalBefore' = c.effect ->> 'totalAfter'
      from private.order_changes c where c.id::text = m.subject
    ) end,
    'creditedCents', (select r.cents from private.reductions r where (r.order_id, r.id::text) = (o.id, m.subject)),
    'creditNote', private.credit_note_of(o.id, m.subject), 'overpaidCents', private.overpaid_cents(o.id),
    'reversed', case when m.kind = 'order_unpaid' then (
      select jsonb_build_object('method', t.payment_method, 'reference', t.reference,
        'cents', coalesce(t.bank_amount_cents, t.amount * 100::bigint),
        'isTakenBack', exists (
          select 1 from private.standing_refunds r where r.transaction_id = t.id and r.bank_cause is not null))
      from public.transactions t where t.id || ' reversed' = m.subject
    ) end,
    'quotation', case when m.kind in ('quotation', 'owner_quotation') then (
      select jsonb_build_object(
        'id', q.id, 'number', q.number, 'version', q.version, 'linkVersion', q.link_version, 'name', q.customer_name,
        'contact', concat_ws(', ', q.customer_phone, q.customer_email), 'companyName', q.company_name,
        'totalAmount', private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0),
        'lastDay', private.nairobi_day(q.valid_until - interval '1 second'), 'reference', q.purchase_order,
        'paymentTerms', q.payment_terms, 'termsDays', q.terms_days,
        'lines', private.lines_of_quotation(q)
      )
      from private.quotations q where q.id = split_part(m.subject, ' ', 1)::uuid
    ) end,
    'receipt', case when m.kind = 'order_paid' then (
      select jsonb_build_object(
        'paidOn', private.nairobi_day(max(t.decided_at)), 'goods', private.goods_of_receipt(o.id),
        'sharedCents', private.shared_payment(o.id))
      from private.payments_of_orders c join public.transactions t on t.id = c.transaction_id where c.order_id = o.id
    ) end,
    'lowStock', case when m.kind = 'owner_low_stock' then (
      select jsonb_agg(jsonb_build_object('name', r.name, 'stock', r.stock) order by r.stock, r.name)
      from private.runs_out(o.id) r
    ) end,
    'summary', case when m.kind = 'owner_daily_summary' then private.summary_of_day(m.subject::date) end,
    'health', case when m.kind = 'owner_health' then private.check_component(split_part(m.subject, ' ', 1)) end,
    'brokenRules', case when m.kind = 'owner_broken_rules' then (
      select jsonb_build_object('count', c.broken, 'rows', c.rows) from private.invariant_check c
    ) end,
    'others', case when m.channel = 'email' and private.is_for_owner(m.kind) then (
      select jsonb_agg(
        jsonb_build_object('kind', w.kind, 'facts', private.message_facts(w)) order by w.created_at, w.id
      ) from private.messages w where w.sent_within = m.id
    ) end
  );
end;
$$;

comment on function private.message_facts is
  'What the text of a message is made of, as it is now: the reply type MessageFacts.';

