-- The outbox: every message to a buyer or to the owner is a row, written in the transaction of the fact that it reports.
-- Who writes: triggers on orders, transactions and tasks; the send-messages function. Who reads: that function; admins in later files.

create table private.messages (
  id uuid primary key default private.time_ordered_uuid(),
  kind text not null references private.message_rules (kind),
  subject text not null check (char_length(subject) between 1 and 100),
  order_id uuid references public.orders (id) on delete cascade,
  user_id uuid,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  recipient text not null check (char_length(recipient) between 3 and 254),
  corrected_recipient text check (char_length(corrected_recipient) between 3 and 254),
  language text not null default 'en' check (language in ('en', 'sw')),
  round integer not null default 1 check (round > 0),
  state text not null default 'waiting' check (state in (
    'waiting', 'sending', 'accepted', 'delivered', 'bounced', 'complained', 'failed', 'unknown', 'skipped', 'stopped'
  )),
  reason text check (char_length(reason) <= 500),
  content jsonb,
  content_hash text,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  lease uuid,
  first_sent_at timestamptz,
  key_seconds integer,
  is_uncertain boolean not null default false,
  provider text,
  provider_id text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  answered_at timestamptz,
  unique (kind, subject, channel, recipient),
  check ((state in ('waiting', 'sending')) = (next_attempt_at is not null)),
  check ((state in ('waiting', 'sending')) = (finished_at is null))
);

comment on table private.messages is 'One row per message and recipient. The unique key is what keeps every code path from sending the same message twice.';
comment on column private.messages.subject is 'What it reports: the id of an order, transaction or task, or a day.';
comment on column private.messages.user_id is
  'The account that a message to an account is about, whose address may be another one by now. No foreign key: erasing deletes these messages itself.';
comment on column private.messages.corrected_recipient is 'Where it goes instead, since the owner corrected the address, its own or that of its order; the first one keeps code paths from sending it twice.';
comment on column private.messages.answered_at is 'When the owner said that nothing more is to be done about a message in trouble.';
comment on column private.messages.round is 'Goes up when the owner sends it again; with the id it is the provider''s idempotency key.';
comment on column private.messages.state is
  'waiting, sending: to be sent. accepted: the provider has it. delivered, bounced, complained (called spam): reported later. failed: refused for good, or every time. '
  'unknown: it may have gone out, and sending it again could double it. skipped: no longer true, or switched off. stopped: by the owner.';
comment on column private.messages.content is 'The finished message: every attempt sends these bytes. Deleted 30 days after the end; the hash stays.';
comment on column private.messages.next_attempt_at is 'When to send, or while it is being sent: when the sender counts as dead.';
comment on column private.messages.provider is 'Through whom the latest attempt went.';
comment on column private.messages.first_sent_at is 'First attempt of this round through this provider: from here on runs the time for which it remembers the key.';
comment on column private.messages.key_seconds is 'How long that provider remembers an idempotency key.';
comment on column private.messages.is_uncertain is 'An attempt of this round ended without an answer: it may have gone out.';

create index messages_due on private.messages (next_attempt_at) where next_attempt_at is not null;
create index messages_by_order on private.messages (order_id);
create index messages_by_user on private.messages (user_id) where user_id is not null;
create index messages_newest on private.messages (created_at, id);
create index messages_in_trouble on private.messages (created_at desc, id desc)
  where state in ('failed', 'unknown', 'bounced', 'complained') and answered_at is null;
create index messages_by_state on private.messages (state);
-- The words of a recipient who is not the buyer of the order: a buyer's are in public.orders, which has an index of them.
create index messages_by_other_recipient on private.messages
  using gin ((lower(coalesce(corrected_recipient, recipient))) extensions.gin_trgm_ops)
  where order_id is null or corrected_recipient is not null or kind like 'owner\_%';
create index messages_with_content on private.messages (finished_at) where content is not null;

grant select, insert, update on private.messages to service_role;

create table private.message_steps (
  id bigint generated always as identity primary key,
  message_id uuid not null references private.messages (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  step text not null check (step in (
    'sent again', 'address corrected', 'address corrected for the order', 'address unblocked', 'stopped', 'answered'
  )),
  detail text check (char_length(detail) <= 1000)
);

comment on table private.message_steps is 'What admins did about a message; append-only. Written by the functions of the dashboard alone.';
comment on column private.message_steps.detail is 'The address it was to go to before, the one that was unblocked, or the reason that the owner gave.';

create index message_steps_by_message on private.message_steps (message_id, id);

-- Deleted with its message alone: nobody has the right to.
create trigger append_only before update or truncate on private.message_steps
  for each statement execute function private.refuse_change();

create table private.order_addresses (
  order_id uuid not null references public.orders (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null check (char_length(address) between 3 and 254),
  primary key (order_id, channel)
);

comment on table private.order_addresses is
  'Where the messages about an order go instead of the address that its buyer typed, which stays the one that finds and claims the order. '
  'Each channel by itself: consent to WhatsApp was given for one number. Who corrected it: private.message_steps.';
grant select on private.order_addresses to service_role;

create function private.recipient_of(m private.messages) returns text
language sql stable set search_path = '' as $$
  select coalesce(m.corrected_recipient, (
    select a.address from private.order_addresses a, private.message_rules r
    where m.content is null and m.state in ('waiting', 'sending')
      and a.order_id = m.order_id and a.channel = m.channel and r.kind = m.kind and r.audience = 'buyer'
  ), m.recipient);
$$;

comment on function private.recipient_of is 'Where a message goes: its own corrected address, that of its order while its text is not made, or the one it was written to.';
grant execute on function private.recipient_of to service_role;

create function private.message_recipients(p_kind text, p_order_id uuid)
returns table (channel text, recipient text, language text, is_on boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with rule as (select * from private.message_rules r where r.kind = p_kind),
  addressee as (
    select o.customer_email as email, o.customer_phone as phone, o.language, o.whatsapp_consent_at is not null as has_consent
    from public.orders o, rule r where r.audience = 'buyer' and o.id = p_order_id and o.erased_at is null
    union all
    select e.address, null, 'en', false
    from rule r, unnest(case when r.emails = '{}' then array[private.oldest_admin_email()] else r.emails end) e (address)
    where r.audience = 'owner'
    union all
    select null, n.phone, 'en', true from rule r, unnest(r.phones) n (phone)
  )
  select 'email', a.email, a.language, r.email from addressee a, rule r where a.email is not null
  union all
  select 'sms', a.phone, a.language, r.sms from addressee a, rule r where a.phone like '+254%' and r.sms
  union all
  select 'whatsapp', a.phone, a.language, r.whatsapp from addressee a, rule r where a.has_consent and r.whatsapp;
end;
$$;

comment on function private.message_recipients is 'Who gets a message, on which channel. Mail is listed even when it is switched off, so that the outbox says why there is none.';

create function private.queue_message(
  p_kind text, p_subject text, p_order_id uuid default null, p_delay interval default '0'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.messages (kind, subject, order_id, channel, recipient, language, state, reason, next_attempt_at, finished_at)
  select p_kind, p_subject, p_order_id, r.channel, r.recipient, r.language,
    case when r.is_on then 'waiting' else 'skipped' end,
    case when not r.is_on then 'switched off' end,
    case when r.is_on then now() + p_delay end,
    case when not r.is_on then now() end
  from private.message_recipients(p_kind, p_order_id) r
  -- A recipient who was added to the rule later gets the next message, not this one.
  where not exists (select 1 from private.messages m where m.kind = p_kind and m.subject = p_subject)
  on conflict (kind, subject, channel, recipient) do nothing;
end;
$$;

comment on function private.queue_message is 'Puts a message into the outbox, once for each recipient of that moment, however often it is called.';

create function private.runs_out(p_order_id uuid) returns table (name text, stock integer)
language plpgsql stable set search_path = '' as $$
begin
  return query
  select p.name, p.stock from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = p_order_id and p.is_active and p.stock <= private.low_stock();
end;
$$;

comment on function private.runs_out is 'The products of an order of which few pieces are left now.';

grant execute on function private.message_recipients, private.queue_message, private.runs_out to service_role;

create function private.queue_order_messages() returns trigger
-- Definer: whoever moves an order, only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.queue_message('order_unpaid', new.id::text, new.id, '10 minutes');
  elsif new.status = 'paid' and old.status <> 'completed' then
    perform private.queue_message('order_paid', new.id::text, new.id);
    perform private.queue_message('owner_order_paid', new.id::text, new.id);
    if exists (select 1 from private.runs_out(new.id)) then
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
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'failed' and old.status <> 'failed' then
    -- 255: the bank made no transaction, so no card was refused.
    if private.deciding_answer(new.answer_id) ->> 'status' <> '255' then
      perform private.queue_message('payment_refused', new.id::text, new.order_id);
    elsif exists (
      select 1 from private.messages m where m.kind = 'payment_checking' and m.subject = new.id::text and m.state not in ('waiting', 'skipped')
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

create function private.queue_refund_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_message('refund_recorded', new.id::text, new.order_id);
  return null;
end;
$$;

create trigger queue_messages after insert on public.refunds
  for each row when (new.amount_cents > 0 or new.corrects is not null) execute function private.queue_refund_messages();
