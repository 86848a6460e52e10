-- The outbox: every message to a buyer or to the owner is a row, written in the transaction of the fact that it
-- reports; which message goes out, and to whom.
-- Who writes: triggers; admins the rules. Who reads: the send-messages function; admins in the file about sending.
set check_function_bodies = off;

create function private.normal_recipient(p_channel text, p_typed text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select n.address
    from (
      select case
        when p_channel = 'email' then lower(btrim(p_typed))
        else private.normal_phone_number(p_typed)
      end as address
    ) n
    where char_length(n.address) <= 254
      and n.address ~ case
        when p_channel = 'email' then '^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.]{2,}$'
        else '^\+[0-9]{8,15}$'
      end
  );
end;
$$;

comment on function private.normal_recipient is
  'An e-mail address or a phone number in the form in which it is stored; null for what cannot be written to.';

create function private.normal_recipients(p_channel text, p_typed jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select coalesce(array_agg(r.address order by r.place), '{}')
  from (
    select private.normal_recipient(p_channel, t.typed) as address, min(t.place) as place
    from jsonb_array_elements_text(p_typed) with ordinality t (typed, place) group by 1
  ) r;
$$;

comment on function private.normal_recipients is
  'Each address once, in the order in which they were typed; a null among them for what cannot be written to.';

create table private.message_rules (
  kind text primary key,
  -- What its history is found by.
  id uuid not null unique default gen_random_uuid(),
  audience text not null check (audience in ('buyer', 'owner', 'account')),
  turn integer not null default 1 check (turn in (1, 2, 3)),
  email boolean not null,
  sms boolean not null,
  whatsapp boolean not null,
  emails text[] not null default '{}' check (cardinality(emails) <= 5 and array_position(emails, null) is null),
  phones text[] not null default '{}' check (cardinality(phones) <= 5 and array_position(phones, null) is null),
  check (audience = 'owner' or (emails = '{}' and phones = '{}')),
  -- The SMS provider reaches Kenyan mobile phones.
  check (audience = 'buyer' or not sms or array_to_string(phones, ' ') ~ '\+254[17]'),
  check (audience = 'buyer' or not whatsapp or phones <> '{}'),
  -- It is about the mailbox itself.
  check (audience <> 'account' or email and not sms and not whatsapp)
);

comment on table private.message_rules is
  'Which message goes out on which channel, where that channel is set up. WhatsApp to buyers only with their consent. '
  'Every change is in public.history.';
comment on column private.message_rules.turn is
  'Who waits for whom. 1: about money and goods, and to the owner. 2: about the safety of an account. 3: what anybody '
  'can cause at no cost, so many a day: see private.limits_of_message().';
comment on column private.message_rules.emails is
  'Where mail to the owner goes; to the oldest admin while no address is given.';
comment on column private.message_rules.phones is 'Where SMS and WhatsApp to the owner go.';

insert into private.message_rules (kind, audience, turn, email, sms, whatsapp) values
  ('order_unpaid', 'buyer', 3, true, false, false),
  ('order_paid', 'buyer', 1, true, true, true),
  ('payment_refused', 'buyer', 3, true, false, false),
  ('payment_checking', 'buyer', 1, true, true, false),
  ('order_changed', 'buyer', 1, true, true, false),
  ('order_completed', 'buyer', 1, true, true, true),
  ('shipment_sent', 'buyer', 1, true, true, true),
  ('shipment_delivered', 'buyer', 1, true, false, false),
  ('order_cancelled', 'buyer', 3, true, false, false),
  ('order_link', 'buyer', 1, true, true, false),
  ('goods_arrived', 'buyer', 1, true, true, true),
  ('delivery_later', 'buyer', 1, true, true, true),
  ('debt_reminder', 'buyer', 1, true, true, false),
  ('refund_due', 'buyer', 1, true, true, false),
  ('refund_recorded', 'buyer', 1, true, true, false),
  ('confirm_email', 'account', 3, true, false, false),
  -- A quotation is asked for without an account: its mail is about no order, and goes out as those to an account do.
  ('quotation', 'account', 3, true, false, false),
  ('new_device', 'account', 2, true, false, false),
  -- Not limited: many harmless changes must not keep the notice of one from the owner.
  ('settings_changed', 'account', 1, true, false, false),
  ('second_factor_changed', 'account', 2, true, false, false),
  ('staff_invited', 'account', 2, true, false, false),
  ('password_changed', 'account', 2, true, false, false),
  ('email_changed', 'account', 2, true, false, false),
  ('owner_order_paid', 'owner', 1, true, false, false),
  ('owner_quotation', 'owner', 1, true, false, false),
  ('owner_task', 'owner', 1, true, false, false),
  ('owner_low_stock', 'owner', 1, true, false, false),
  ('owner_health', 'owner', 1, true, false, false),
  ('owner_broken_rules', 'owner', 1, true, false, false),
  ('owner_daily_summary', 'owner', 1, true, false, false);

create function private.is_for_owner(p_kind text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select r.audience = 'owner' from private.message_rules r where r.kind = p_kind);
end;
$$;

create function private.oldest_admin_email() returns text
language plpgsql stable set search_path = '' as $$
begin
  return (select u.email from public.users u where u.role = 'admin' order by u.created_at, u.id limit 1);
end;
$$;

comment on function private.oldest_admin_email is
  'To whom mail to the owner goes while no address is set; null while there is no admin.';

create function private.message_rule_as_json(r private.message_rules) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'email', r.email, 'sms', r.sms, 'whatsapp', r.whatsapp, 'emails', r.emails, 'phones', r.phones
  );
$$;

comment on function private.message_rule_as_json is 'The contract''s MessageRuleValues: what an owner can change.';

create function public.list_message_rules() returns jsonb
-- Definer: no admin reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('settings');
  select jsonb_build_object(
    'oldestAdmin', private.oldest_admin_email(),
    'rules', (
      select jsonb_agg(
        private.message_rule_as_json(r) || jsonb_build_object('id', r.id, 'kind', r.kind, 'audience', r.audience)
        order by r.kind
      ) from private.message_rules r where r.audience <> 'account'
    )
  );
$$;

comment on function public.list_message_rules is
  'MessageRules: one of each kind, but for mails about an account, which always go out. PT403.';

create function public.change_message_rule(p_kind text, p_changes jsonb, p_seen jsonb) returns jsonb
-- Definer: no role writes the table.
language plpgsql security definer set search_path = '' as $$
declare
  rule private.message_rules;
  present jsonb;
  wanted jsonb := p_changes;
begin
  perform private.require_password('settings');
  select * into rule from private.message_rules r where r.kind = p_kind and r.audience <> 'account' for update;
  perform private.refuse_missing(not found);
  present := private.message_rule_as_json(rule);
  perform private.refuse_invalid(not present ?& array(select jsonb_object_keys(p_changes)), 'no such value');
  begin
    if wanted ? 'emails' then
      wanted := wanted || jsonb_build_object('emails', private.normal_recipients('email', wanted -> 'emails'));
    end if;
    if wanted ? 'phones' then
      wanted := wanted || jsonb_build_object('phones', private.normal_recipients('sms', wanted -> 'phones'));
    end if;
    -- Sent twice, or somebody else wanted the same.
    if present || wanted = present then
      return public.list_message_rules();
    end if;
    if present || p_seen <> present then
      raise sqlstate 'PT409' using message = 'changed_meanwhile';
    end if;
    rule := jsonb_populate_record(rule, wanted);
    update private.message_rules r set
      email = rule.email, sms = rule.sms, whatsapp = rule.whatsapp, emails = rule.emails, phones = rule.phones
    where r.kind = p_kind;
  exception when check_violation or not_null_violation or invalid_text_representation or invalid_parameter_value then
    perform private.refuse_invalid(true, sqlerrm);
  end;
  return public.list_message_rules();
end;
$$;

comment on function public.change_message_rule is
  'p_changes: MessageRuleValues to change. p_seen: what the person saw of them. Holds for messages written from now '
  'on. Returns MessageRules. PT403, also password_required; PT404; PT400; PT409 changed_meanwhile.';

grant execute on function public.list_message_rules, public.change_message_rule to authenticated;

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
  dismissed_at timestamptz,
  cause text check (char_length(cause) <= 100),
  put_off_at timestamptz,
  sent_within uuid references private.messages (id) on delete set null,
  unique nulls not distinct (kind, subject, order_id, channel, recipient),
  check ((state in ('waiting', 'sending')) = (next_attempt_at is not null)),
  check ((state in ('waiting', 'sending')) = (finished_at is null))
);

comment on table private.messages is
  'One row per message and recipient. The unique key is what keeps every code path from sending the same message '
  'twice.';
comment on column private.messages.subject is 'What it reports: the id of an order, transaction or task, or a day.';
comment on column private.messages.user_id is
  'The account that a message to an account is about, whose address may be another one by now. No foreign key: erasing '
  'deletes these messages itself.';
comment on column private.messages.corrected_recipient is
  'Where it goes instead, since the owner corrected the address, its own or that of its order; the first one keeps '
  'code paths from sending it twice.';
comment on column private.messages.dismissed_at is
  'When the owner said that nothing more is to be done about a message in trouble.';
comment on column private.messages.cause is
  'Who caused a message that costs nothing: staff and an id, or the SHA-256 of an account with a confirmed address, '
  'else of the network address. Deleted with the content.';
comment on column private.messages.put_off_at is
  'Since when it waits for a limit. Of many mails to the owner the later ones become one.';
comment on column private.messages.sent_within is 'The mail to the owner that took this one along.';
comment on column private.messages.round is
  'Goes up when the owner sends it again; with the id it is the provider''s idempotency key.';
comment on column private.messages.state is
  'waiting, sending: to be sent. accepted: the provider has it. delivered, bounced, complained (called spam): reported '
  'later. failed: refused for good, or every time. unknown: it may have gone out, and sending it again could double '
  'it. skipped: no longer true, or switched off. stopped: by the owner.';
comment on column private.messages.content is
  'The finished message: whatever repeats an attempt that may have reached somebody sends these bytes; of one refused '
  'for certain it is made anew. Deleted 30 days after the end; the hash stays.';
comment on column private.messages.next_attempt_at is
  'When to send, or while it is being sent: when the sender counts as dead.';
comment on column private.messages.provider is 'Through whom the latest attempt went.';
comment on column private.messages.first_sent_at is
  'First attempt of this round through this provider: from here on runs the time for which it remembers the key.';
comment on column private.messages.key_seconds is 'How long that provider remembers an idempotency key.';
comment on column private.messages.is_uncertain is
  'An attempt of this round ended without an answer: it may have gone out.';

create index messages_within on private.messages (sent_within) where sent_within is not null;
create index messages_due on private.messages (next_attempt_at) where next_attempt_at is not null;
create index messages_by_order on private.messages (order_id);
create index messages_by_user on private.messages (user_id) where user_id is not null;
create index messages_newest on private.messages (created_at, id);
create index messages_in_trouble on private.messages (created_at desc, id desc)
  where state in ('failed', 'unknown', 'bounced', 'complained') and dismissed_at is null;
create index messages_by_state on private.messages (state);
create index messages_by_recipient on private.messages
  using gin ((lower(coalesce(corrected_recipient, recipient))) extensions.gin_trgm_ops);
create index messages_with_content on private.messages (finished_at) where content is not null or cause is not null;
create index messages_by_cause on private.messages (cause, order_id) where kind = 'order_unpaid';
create index messages_put_off on private.messages (put_off_at) where put_off_at is not null;

create view private.order_causes with (security_invoker = true) as
select m.order_id, m.cause from private.messages m where m.kind = 'order_unpaid' and m.cause is not null;

comment on view private.order_causes is
  'Who placed an order, for what costs nothing, as in private.messages.cause. Each order has this message from its '
  'first moment on, while a session that is signed out forgets its orders.';

create table private.message_steps (
  id bigint generated always as identity primary key,
  message_id uuid not null references private.messages (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  step text not null check (step in (
    'sent again', 'address corrected', 'address corrected for the order', 'address unblocked', 'stopped', 'dismissed'
  )),
  detail text check (char_length(detail) <= 1000)
);

comment on table private.message_steps is
  'What admins did about a message; append-only. Written by the functions of the dashboard alone.';
comment on column private.message_steps.detail is
  'The address it was to go to before, the one that was unblocked, or the reason that the owner gave.';

create index message_steps_by_message on private.message_steps (message_id, id);

-- Deleted with its message alone: no role has the right to.
create trigger append_only before update or truncate on private.message_steps
  for each statement execute function private.refuse_change();

create table private.order_addresses (
  order_id uuid not null references public.orders (id) on delete cascade,
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null check (char_length(address) between 3 and 254),
  primary key (order_id, channel)
);

comment on table private.order_addresses is
  'Where the messages about an order go instead of the address that its buyer typed, which stays the one that finds '
  'and claims the order. Each channel by itself: consent to WhatsApp was given for one number. '
  'Who corrected it: private.message_steps.';

create function private.recipient_of(m private.messages) returns text
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
  return coalesce(m.corrected_recipient, (
    select a.address from private.order_addresses a, private.message_rules r
    where m.content is null and m.state in ('waiting', 'sending')
      and a.order_id = m.order_id and a.channel = m.channel and r.kind = m.kind and r.audience = 'buyer'
  ), m.recipient);
end;
$$;

comment on function private.recipient_of is
  'Where a message goes: its own corrected address, that of its order while its text is not made, '
  'or the one it was written to.';

create function private.message_recipients(p_kind text, p_order_id uuid)
returns table (channel text, recipient text, language text, is_on boolean)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with rule as (select * from private.message_rules r where r.kind = p_kind),
  addressee as (
    select o.customer_email as email, o.customer_phone as phone, o.language,
      o.whatsapp_consent_at is not null as has_consent
    from public.orders o, rule r where r.audience = 'buyer' and o.id = p_order_id and o.erased_at is null
    union all
    select e.address, null, 'en', false
    from rule r,
      unnest(case when r.emails = '{}' then array[private.oldest_admin_email()] else r.emails end) e (address)
    where r.audience = 'owner'
    union all
    select null, n.phone, 'en', true from rule r, unnest(r.phones) n (phone)
  )
  select 'email', a.email, a.language, r.email from addressee a, rule r where a.email is not null
  union all
  select 'sms', a.phone, a.language, r.sms from addressee a, rule r where a.phone ~ '^\+254[17]' and r.sms
  union all
  select 'whatsapp', a.phone, a.language, r.whatsapp from addressee a, rule r
  where a.has_consent and a.phone !~ '^\+254[2-6]' and r.whatsapp;
end;
$$;

comment on function private.message_recipients is
  'Who gets a message, on which channel; a Kenyan landline neither an SMS nor WhatsApp. '
  'Mail is listed even when it is switched off, so that the outbox says why there is none.';

create function private.turn_of_message(p_kind text, p_order_id uuid) returns integer
-- Definer: whoever writes the outbox.
language plpgsql stable security definer set search_path = '' as $$
begin
  return case
    -- What a buyer on account orders costs nothing either, and they type whose phone it is.
    when p_kind = 'order_link' and exists (
      select 1 from public.orders o where o.id = p_order_id and o.placed_by is null
    ) then 3
    else (select r.turn from private.message_rules r where r.kind = p_kind)
  end;
end;
$$;

comment on function private.turn_of_message is
  'private.message_rules.turn, and 3 of the link of an order that no seller made.';

create function private.message_cause(p_kind text, p_order_id uuid) returns text
-- Definer: it reads who the caller is.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(
      (select 'staff ' || u.id from public.users u where u.id = auth.uid() and private.role_may(u.role, 'dashboard')),
      -- One that confirms an address is counted apart from all others.
      case p_kind when 'confirm_email' then 'confirm ' else '' end || nullif(current_setting('shop.cause', true), ''),
      (select max(c.cause) from private.order_causes c where c.order_id = p_order_id)
    )
    where private.turn_of_message(p_kind, p_order_id) = 3
  );
end;
$$;

comment on function private.message_cause is
  'private.messages.cause: of staff, or set as shop.cause, or of the order; null for a message without a limit.';

create function private.queue_message(
  p_kind text, p_subject text, p_order_id uuid default null, p_delay interval default '0'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.messages (
    kind, subject, order_id, channel, recipient, language, cause, state, reason, next_attempt_at, finished_at
  )
  select p_kind, p_subject, p_order_id, r.channel, r.recipient, r.language, c.cause,
    case when r.is_on then 'waiting' else 'skipped' end,
    case when not r.is_on then 'switched off' end,
    case when r.is_on then now() + p_delay end,
    case when not r.is_on then now() end
  from private.message_recipients(p_kind, p_order_id) r, private.message_cause(p_kind, p_order_id) c (cause)
  -- A recipient who was added to the rule later gets the next message, not this one.
  where not exists (
    select 1 from private.messages m
    where m.kind = p_kind and m.subject = p_subject and m.order_id is not distinct from p_order_id
  )
  on conflict do nothing;
end;
$$;

comment on function private.queue_message is
  'Puts a message into the outbox, once for each recipient of that moment, however often it is called.';

create function private.queue_order_link(p_order_id uuid, p_delay interval default '0') returns boolean
language plpgsql set search_path = '' as $$
declare
  -- Asked for twice, it is one message: one a day for each version of the link.
  about constant text := (
    select concat_ws(' ', o.id, o.link_version, private.nairobi_day(now())) from public.orders o where o.id = p_order_id
  );
begin
  if exists (select 1 from private.messages m where m.kind = 'order_link' and m.subject = about) then
    update private.messages m set next_attempt_at = now() + p_delay
    where m.kind = 'order_link'
      and m.subject = about
      and m.state = 'waiting'
      and m.attempts = 0
      and m.next_attempt_at > now() + p_delay;
    return found;
  end if;
  perform private.queue_message('order_link', about, p_order_id, p_delay);
  return exists (
    select 1 from private.messages m where m.kind = 'order_link' and m.subject = about and m.state = 'waiting'
  );
end;
$$;

comment on function private.queue_order_link is
  'Puts the link of an order into the outbox, or sooner. False when it was sent today already, '
  'or nothing is sent to its buyer.';
