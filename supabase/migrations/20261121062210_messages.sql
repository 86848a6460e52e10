-- The outbox: every message to a buyer or to the owner is a row, written in the transaction of the fact that it reports.
-- Who writes: triggers on orders, transactions and tasks; the send-messages function. Who reads: that function; admins in later files.

create table private.message_rules (
  kind text primary key,
  audience text not null check (audience in ('buyer', 'owner')),
  email boolean not null,
  sms boolean not null,
  whatsapp boolean not null
);

comment on table private.message_rules is 'Which message goes out on which channel, where that channel is set up. WhatsApp to buyers only with their consent.';

insert into private.message_rules (kind, audience, email, sms, whatsapp) values
  ('order_unpaid', 'buyer', true, false, false),
  ('order_paid', 'buyer', true, true, true),
  ('payment_refused', 'buyer', true, false, false),
  ('payment_checking', 'buyer', true, true, false),
  ('order_completed', 'buyer', true, true, true),
  ('order_cancelled', 'buyer', true, false, false),
  ('refund_due', 'buyer', true, true, false),
  ('owner_order_paid', 'owner', true, false, false),
  ('owner_task', 'owner', true, false, false),
  ('owner_low_stock', 'owner', true, false, false),
  ('owner_job_silent', 'owner', true, false, false),
  ('owner_daily_summary', 'owner', true, false, false);

create table private.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null references private.message_rules (kind),
  subject text not null check (char_length(subject) between 1 and 100),
  order_id uuid references public.orders (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  recipient text not null check (char_length(recipient) between 3 and 254),
  language text not null default 'en' check (language in ('en', 'sw')),
  round integer not null default 1 check (round > 0),
  state text not null default 'waiting' check (state in (
    'waiting', 'sending', 'accepted', 'delivered', 'bounced', 'failed', 'unknown', 'skipped', 'stopped'
  )),
  reason text check (char_length(reason) <= 500),
  content jsonb,
  content_hash text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  first_sent_at timestamptz,
  is_uncertain boolean not null default false,
  provider text,
  provider_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  unique (kind, subject, channel, recipient),
  check ((state in ('waiting', 'sending')) = (next_attempt_at is not null)),
  check ((state in ('waiting', 'sending')) = (finished_at is null))
);

comment on table private.messages is 'One row per message and recipient. The unique key is what keeps every code path from sending the same message twice.';
comment on column private.messages.subject is 'What it reports: the id of an order, transaction or task, or a day.';
comment on column private.messages.round is 'Goes up when the owner sends it again; with the id it is the provider''s idempotency key.';
comment on column private.messages.state is
  'waiting, sending: to be sent. accepted: the provider has it. delivered, bounced: reported later. failed: refused for good, or every time. '
  'unknown: it may have gone out, and sending it again could double it. skipped: no longer true, or switched off. stopped: by the owner.';
comment on column private.messages.content is 'The finished message: every attempt sends these bytes. Deleted 30 days after the end; the hash stays.';
comment on column private.messages.next_attempt_at is 'When to send, or while it is being sent: when the sender counts as dead.';
comment on column private.messages.first_sent_at is 'First attempt of this round: from here on runs the time for which the provider remembers the key.';
comment on column private.messages.is_uncertain is 'An attempt of this round ended without an answer: it may have gone out.';

create index messages_due on private.messages (next_attempt_at) where next_attempt_at is not null;
create index messages_by_order on private.messages (order_id, created_at);
create index messages_newest on private.messages (created_at desc, id desc);
create index messages_by_provider on private.messages (provider, provider_id) where provider_id is not null;
create index messages_in_trouble on private.messages (created_at) where state in ('failed', 'unknown', 'bounced');
create index messages_with_content on private.messages (finished_at) where content is not null;

grant select, insert, update on private.messages to service_role;
grant select on private.message_rules to service_role;

create function private.message_recipients(p_kind text, p_order_id uuid)
returns table (channel text, recipient text, language text, is_on boolean)
language sql stable set search_path = '' as $$
  with rule as (select * from private.message_rules r where r.kind = p_kind),
  addressee as (
    select o.customer_email as email, o.customer_phone as phone, 'en' as language
    from public.orders o, rule r where r.audience = 'buyer' and o.id = p_order_id
    union all
    (select u.email, null, 'en' from public.users u, rule r
      where r.audience = 'owner' and u.role = 'admin' order by u.created_at, u.id limit 1)
  )
  select 'email', a.email, a.language, r.email from addressee a, rule r where a.email is not null
  union all
  select 'sms', a.phone, a.language, r.sms from addressee a, rule r where a.phone like '+254%' and r.sms;
$$;

comment on function private.message_recipients is 'Who gets a message, on which channel. Mail is listed even when it is switched off, so that the outbox says why there is none.';

create function private.queue_message(
  p_kind text, p_subject text, p_order_id uuid default null, p_delay interval default '0'
) returns void
language sql set search_path = '' as $$
  insert into private.messages (kind, subject, order_id, channel, recipient, language, state, reason, next_attempt_at, finished_at)
  select p_kind, p_subject, p_order_id, r.channel, r.recipient, r.language,
    case when r.is_on then 'waiting' else 'skipped' end,
    case when not r.is_on then 'switched off' end,
    case when r.is_on then now() + p_delay end,
    case when not r.is_on then now() end
  from private.message_recipients(p_kind, p_order_id) r
  on conflict (kind, subject, channel, recipient) do nothing;
$$;

comment on function private.queue_message is 'Puts a message into the outbox, once for each recipient, however often it is called.';

create function private.queue_order_messages() returns trigger
-- Definer: whoever moves an order, only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.queue_message('order_unpaid', new.id::text, new.id, '10 minutes');
  elsif new.status = 'paid' and old.status <> 'completed' then
    perform private.queue_message('order_paid', new.id::text, new.id);
    perform private.queue_message('owner_order_paid', new.id::text, new.id);
    if exists (
      select 1 from public.order_items i join public.products p on p.id = i.product_id
      where i.order_id = new.id and p.is_active and p.stock <= private.low_stock()
    ) then
      perform private.queue_message('owner_low_stock', new.id::text, new.id);
    end if;
  elsif new.status = 'completed' then
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
-- Definer: the same.
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    perform private.queue_message('payment_refused', new.id::text, new.order_id);
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
-- Definer: the same.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.kind <> old.kind then
    perform private.queue_message('owner_task', new.id::text || ' ' || new.kind, new.order_id);
    if new.kind in ('late_money', 'second_charge', 'money_after_refusal') then
      perform private.queue_message('refund_due', new.id::text, new.order_id);
    end if;
  end if;
  return null;
end;
$$;

create trigger queue_messages after insert or update of kind on public.owner_tasks
  for each row execute function private.queue_task_messages();

create function private.message_is_true(m private.messages) returns boolean
language sql stable set search_path = '' as $$
  select case m.kind
    when 'order_unpaid' then o.status = 'pending' and private.payment_step(o.id) = 'pay'
    when 'order_paid' then o.status in ('paid', 'completed')
    when 'owner_order_paid' then o.status in ('paid', 'completed')
    when 'payment_refused' then o.status = 'failed'
    when 'payment_checking' then o.status = 'pending' and exists (
      select 1 from public.transactions t
      where t.id::text = m.subject and t.status = 'pending' and t.bank_status is not null
    )
    when 'order_completed' then o.status = 'completed'
    when 'order_cancelled' then o.status = 'cancelled'
    when 'owner_task' then exists (
      select 1 from public.owner_tasks k where k.id::text = split_part(m.subject, ' ', 1) and k.closed_at is null
    )
    else true
  end
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_is_true is 'Whether what a message says is still so: asked at the moment of sending.';

create function private.summary_of_day(p_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'day', p_day,
    'sales', (select coalesce(sum(t.amount), 0) from public.transactions t
      where t.status = 'completed' and (t.decided_at at time zone 'Africa/Nairobi')::date = p_day),
    'orders', (select count(*) from public.transactions t
      where t.status = 'completed' and (t.decided_at at time zone 'Africa/Nairobi')::date = p_day),
    'toPack', (select count(*) from public.orders o where o.status = 'paid'),
    'openTasks', (select count(*) from public.owner_tasks k where k.closed_at is null)
  );
$$;

comment on function private.summary_of_day is '{day, sales in KES, orders, toPack, openTasks} of a day in Nairobi.';

create function private.message_facts(m private.messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'order', case when o.id is not null then private.order_as_json(o) end,
    'holdUntil', (select private.iso_time(max(h.expires_at)) from private.stock_holds h where h.order_id = o.id and h.expires_at > now()),
    'task', (
      select jsonb_build_object('title', k.title, 'amountCents', k.amount_cents)
      from public.owner_tasks k where k.id::text = split_part(m.subject, ' ', 1)
    ),
    'lowStock', case when m.kind = 'owner_low_stock' then (
      select jsonb_agg(jsonb_build_object('name', p.name, 'stock', p.stock) order by p.stock, p.name)
      from public.order_items i join public.products p on p.id = i.product_id
      where i.order_id = o.id and p.is_active and p.stock <= private.low_stock()
    ) end,
    'summary', case when m.kind = 'owner_daily_summary' then private.summary_of_day(m.subject::date) end,
    'silentSince', case when m.kind = 'owner_job_silent' then m.subject end
  )
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_facts is 'What the text of a message is made of, as it is now: the reply type MessageFacts.';

create function private.attempt_delay(p_attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select make_interval(mins => (array[1, 2, 5, 10, 20, 30, 60, 60, 120, 180, 240, 240, 240])[p_attempts]);
$$;

comment on function private.attempt_delay is 'How long to wait after so many attempts: 14 attempts within 20 hours; null after the last.';

create function public.claim_messages(p_channels jsonb, p_limit integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  claimed jsonb;
begin
  -- Sent by somebody who died: where the provider knows no key, sending again could double it.
  update private.messages m set state = 'unknown', reason = 'The sender stopped in the middle', next_attempt_at = null, finished_at = now()
  where m.next_attempt_at <= now() and m.state = 'sending' and m.content is not null
    and coalesce((p_channels -> m.channel ->> 'keySeconds')::integer, 0) = 0;
  -- The provider forgets the key soon: whether it went out is for a person to find out.
  update private.messages m set state = 'unknown', reason = 'No answer within the time in which a repeat is safe', next_attempt_at = null, finished_at = now()
  where m.next_attempt_at <= now() and m.content is not null and (m.is_uncertain or m.state = 'sending')
    and m.first_sent_at < now() - make_interval(secs => coalesce((p_channels -> m.channel ->> 'keySeconds')::integer, 0) * 0.95);

  with due as materialized (
    select m.id from private.messages m
    where m.next_attempt_at <= now()
    order by m.next_attempt_at limit p_limit
    for update skip locked
  ), judged as (
    select m.id, case
      when not p_channels ? m.channel then 'The channel is not set up'
      when not m.is_uncertain and m.state = 'waiting' and not private.message_is_true(m) then 'No longer true'
    end as obstacle
    from private.messages m where m.id in (select id from due)
  ), moved as (
    update private.messages m set
      state = case when j.obstacle is null then 'sending' else 'skipped' end,
      reason = j.obstacle,
      finished_at = case when j.obstacle is not null then now() end,
      lease = gen_random_uuid(),
      attempts = m.attempts + case when j.obstacle is null then 1 else 0 end,
      is_uncertain = m.is_uncertain or (m.state = 'sending' and m.content is not null),
      next_attempt_at = case when j.obstacle is null then now() + interval '2 minutes' end
    from judged j where m.id = j.id
    returning m.*
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', m.id, 'lease', m.lease, 'kind', m.kind, 'channel', m.channel, 'recipient', m.recipient, 'language', m.language,
    'key', m.id::text || '-' || m.round, 'orderId', m.order_id, 'content', m.content,
    'linkVersion', (select o.link_version from public.orders o where o.id = m.order_id),
    'facts', case when m.content is null then private.message_facts(m) end
  ) order by m.created_at), '[]') into claimed
  from moved m where m.state = 'sending';
  return claimed;
end;
$$;

comment on function public.claim_messages is
  'p_channels: {<channel>: {keySeconds}} of those set up; keySeconds is how long the provider remembers an idempotency key, 0 for none. '
  'Returns ClaimedMessage[], each for one caller, for two minutes.';
grant execute on function public.claim_messages to service_role;

create function public.store_message_content(p_id uuid, p_lease uuid, p_content jsonb) returns boolean
language sql set search_path = '' as $$
  with stored as (
    update private.messages m set
      content = p_content,
      content_hash = encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex'),
      first_sent_at = coalesce(m.first_sent_at, now())
    where m.id = p_id and m.lease = p_lease and m.state = 'sending' and m.content is null
    returning 1
  )
  select exists (select 1 from stored);
$$;

comment on function public.store_message_content is 'Keeps the finished message before it is sent; false when the lease is lost, and then it must not be sent.';
grant execute on function public.store_message_content to service_role;

create function public.record_message_result(
  p_id uuid, p_lease uuid, p_outcome text, p_provider text, p_provider_id text default null, p_reason text default null,
  p_retry_seconds integer default null, p_has_key boolean default true
) returns void
language sql set search_path = '' as $$
  update private.messages m set
    state = o.state,
    provider = p_provider,
    provider_id = coalesce(p_provider_id, m.provider_id),
    reason = left(p_reason, 500),
    is_uncertain = m.is_uncertain and p_outcome <> 'accepted' or (p_outcome = 'unknown'),
    lease = null,
    next_attempt_at = case when o.state = 'waiting'
      then now() + greatest(private.attempt_delay(m.attempts), make_interval(secs => coalesce(p_retry_seconds, 0))) end,
    finished_at = case when o.state <> 'waiting' then now() end
  from (
    select w.id, case
      when p_outcome = 'accepted' then 'accepted'
      when p_outcome = 'rejected' then 'failed'
      when p_outcome = 'unknown' and not p_has_key then 'unknown'
      when private.attempt_delay(w.attempts) is null and (w.is_uncertain or p_outcome = 'unknown') then 'unknown'
      when private.attempt_delay(w.attempts) is null then 'failed'
      else 'waiting'
    end as state
    from private.messages w where w.id = p_id
  ) o
  where m.id = p_id and o.id = m.id and m.lease = p_lease and m.state = 'sending';
$$;

comment on function public.record_message_result is
  'p_outcome: accepted; refused (certainly not sent, try again); rejected (never will be); unknown (no answer). Without the lease nothing happens.';
grant execute on function public.record_message_result to service_role;

-- When each job of the clock ran last.
create table private.heartbeats (
  job text primary key check (job in ('reconcile', 'send-messages')),
  at timestamptz not null default now()
);

comment on table private.heartbeats is 'When each job that runs every minute ran last.';
grant select, insert, update on private.heartbeats to service_role;

create function public.record_heartbeat(p_job text) returns void
language sql set search_path = '' as $$
  insert into private.heartbeats (job, at) values (p_job, now()) on conflict (job) do update set at = excluded.at;
$$;

comment on function public.record_heartbeat is 'Notes that a job of the clock has just run.';
grant execute on function public.record_heartbeat to service_role;

create function public.queue_due_messages() returns integer
language plpgsql set search_path = '' as $$
declare
  nairobi timestamp := now() at time zone 'Africa/Nairobi';
  silent private.heartbeats;
begin
  if nairobi::time >= '18:00' then
    perform private.queue_message('owner_daily_summary', nairobi::date::text);
  end if;
  for silent in select * from private.heartbeats h where h.at < now() - interval '5 minutes' loop
    perform private.queue_message('owner_job_silent', silent.job || ' since ' || private.iso_time(silent.at));
  end loop;
  -- A batch: it runs every minute.
  update private.messages m set content = null
  where m.id in (
    select d.id from private.messages d where d.content is not null and d.finished_at < now() - interval '30 days' limit 500
  );
  return (select count(*) from private.messages m where m.next_attempt_at <= now());
end;
$$;

comment on function public.queue_due_messages is
  'What the clock says: the daily summary from 18:00 in Nairobi, a silent job; old texts are deleted. Returns how many messages are due.';
grant execute on function public.queue_due_messages to service_role;

grant execute on function private.message_recipients, private.queue_message, private.message_is_true, private.summary_of_day,
  private.message_facts, private.attempt_delay to service_role;
