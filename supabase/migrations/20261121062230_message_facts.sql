-- What a message says, and whether that is still so at the moment of sending.
-- Who calls: what hands out messages to send-messages.

set check_function_bodies = off;

create function private.was_refund_announced(p_refund_id uuid) returns boolean
language sql stable set search_path = '' as $$
  with recursive entries as (
    select r.id, r.corrects from public.refunds r where r.id = p_refund_id
    union all
    select r.id, r.corrects from entries e join public.refunds r on r.id = e.corrects
  )
  select exists (
    select 1 from entries e join private.messages m on m.kind = 'refund_recorded' and m.subject = e.id::text
    where m.state in ('sending', 'accepted', 'delivered', 'unknown')
  );
$$;

comment on function private.was_refund_announced is 'May the buyer have read of this entry, or of one that it corrects? False for null.';

create function private.message_is_true(m private.messages) returns boolean
language sql stable set search_path = '' as $$
  select case m.kind
    -- Whoever was written to about a refusal knows that the order is not paid.
    when 'order_unpaid' then o.status in ('pending', 'failed') and private.payment_step(o.id) = 'pay' and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.kind = 'payment_refused' and r.state in ('waiting', 'sending', 'accepted', 'delivered', 'unknown')
    )
    -- Not once its money was given back.
    when 'order_paid' then o.status in ('paid', 'completed') and (select m.accepted_cents > 0 from private.money_of_order(o.id) m)
    when 'owner_order_paid' then o.status in ('paid', 'completed') and (select m.accepted_cents > 0 from private.money_of_order(o.id) m)
    -- Not to a buyer who tries again: the latest attempt counts.
    when 'payment_refused' then o.status = 'failed' and (
      select t.id::text = m.subject and t.status = 'failed' from public.transactions t
      where t.order_id = o.id order by t.created_at desc, t.id limit 1
    )
    when 'payment_checking' then o.status = 'pending' and exists (
      select 1 from public.transactions t
      where t.id::text = m.subject and t.status = 'pending' and t.bank_status is not null
    )
    when 'order_completed' then o.status = 'completed'
    when 'order_cancelled' then o.status = 'cancelled'
    when 'refund_due' then exists (
      select 1 from public.owner_tasks k where k.id::text = m.subject and k.closed_at is null
    )
    when 'refund_recorded' then exists (
      select 1 from private.standing_refunds r
      where r.id::text = m.subject and (r.amount_cents > 0 or private.was_refund_announced(r.corrects))
    )
    -- It shows whose the mailbox is, so it never goes to a corrected address.
    when 'confirm_email' then exists (
      select 1 from private.email_confirmations c
      where c.id::text = m.subject and c.expires_at > now() and c.email = private.recipient_of(m)
    )
    when 'new_device' then true
    when 'owner_task' then exists (
      select 1 from public.owner_tasks k where k.id::text || ' ' || k.kind = m.subject and k.closed_at is null
    )
    when 'owner_low_stock' then exists (select 1 from private.runs_out(m.order_id))
    when 'owner_health' then (select h.problem is not null from private.check_component(split_part(m.subject, ' ', 1)) h)
    when 'owner_broken_rules' then (select c.broken > 0 from private.invariant_check c)
    when 'owner_daily_summary' then true
  end
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_is_true is 'Whether what a message says is still so: asked at the moment of sending.';

create function private.summary_of_day(p_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'day', p_day,
    'sales', received.sales,
    'orders', received.orders,
    'differenceCents', private.reconciliation_between(ends - interval '1 day', ends) -> 'differenceCents',
    'toPack', (select count(*) from public.orders o where o.status = 'paid'),
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null)
  )
  from (select (p_day + time '18:00') at time zone 'Africa/Nairobi' as ends) day
  cross join lateral (
    select coalesce(sum(r.amount), 0) as sales, count(*) as orders
    from private.received_payments r where r.decided_at >= ends - interval '1 day' and r.decided_at < ends
  ) received;
$$;

comment on function private.summary_of_day is
  '{day, sales in KES, orders, differenceCents, toPack, openTasks}: of the 24 hours until 18:00 in Nairobi; to pack and open are those of now.';

create function private.message_facts(m private.messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'order', case when o.id is not null then private.order_as_json(o) end,
    'holdUntil', (select private.iso_time(max(h.expires_at)) from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
    'task', (
      select jsonb_build_object('title', k.title, 'amountCents', k.amount_cents)
      from public.owner_tasks k where k.id::text = split_part(m.subject, ' ', 1)
    ),
    'refund', case when m.kind = 'refund_recorded' then (
      select jsonb_build_object('amountCents', r.amount_cents, 'day', r.day, 'bankReference', r.bank_reference,
        'isCorrection', private.was_refund_announced(r.corrects))
      from public.refunds r where r.id::text = m.subject
    ) end,
    'confirmation', case when m.kind = 'confirm_email' then (
      select jsonb_build_object('id', c.id, 'name', u.name, 'email', c.email)
      from private.email_confirmations c join public.users u on u.id = c.user_id where c.id::text = m.subject
    ) end,
    'newDevice', case when m.kind = 'new_device' then (
      select jsonb_build_object('name', u.name, 'device', substr(m.subject, 38), 'at', private.iso_time(m.created_at))
      from public.users u where u.email = m.recipient
    ) end,
    'lowStock', case when m.kind = 'owner_low_stock' then (
      select jsonb_agg(jsonb_build_object('name', r.name, 'stock', r.stock) order by r.stock, r.name) from private.runs_out(o.id) r
    ) end,
    'summary', case when m.kind = 'owner_daily_summary' then private.summary_of_day(m.subject::date) end,
    'health', case when m.kind = 'owner_health' then (
      select jsonb_build_object('component', split_part(m.subject, ' ', 1), 'problem', h.problem, 'advice', h.advice,
        'since', private.iso_time(h.since))
      from private.check_component(split_part(m.subject, ' ', 1)) h
    ) end,
    'brokenRules', case when m.kind = 'owner_broken_rules' then (
      select jsonb_build_object('count', c.broken, 'rows', c.rows) from private.invariant_check c
    ) end
  )
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_facts is 'What the text of a message is made of, as it is now: the reply type MessageFacts.';

grant execute on function private.was_refund_announced, private.message_is_true, private.summary_of_day, private.message_facts to service_role;
