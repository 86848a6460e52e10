-- The outbox: every message to a buyer or to the owner is a row, written in the transaction of the fact that it
-- reports; which message goes out, to whom, and what it says.
-- Who writes: triggers; admins the rules. Who reads: the send-messages function; admins in the file about sending.
set check_function_bodies = off;

create function private.normal_recipient(p_channel text, p_typed text) returns text
language sql immutable set search_path = '' as $$
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
  -- The SMS provider reaches Kenyan numbers.
  check (audience = 'buyer' or not sms or array_to_string(phones, ' ') like '%+254%'),
  check (audience = 'buyer' or not whatsapp or phones <> '{}'),
  -- It is about the mailbox itself.
  check (audience <> 'account' or email and not sms and not whatsapp)
);

comment on table private.message_rules is
  'Which message goes out on which channel, where that channel is set up. WhatsApp to buyers only with their consent. '
  'Every change is in public.history.';
comment on column private.message_rules.turn is
  'Who waits for whom. 1: about money and goods, and to the owner. 2: about the safety of an account. 3: what anybody '
  'can cause at no cost, so many a day: see private.is_beyond_limit().';
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
  ('refund_due', 'buyer', 1, true, true, false),
  ('refund_recorded', 'buyer', 1, true, true, false),
  ('confirm_email', 'account', 3, true, false, false),
  -- A quotation is asked for without an account: its mail is about no order, and goes out as those to an account do.
  ('quotation', 'account', 3, true, false, false),
  ('new_device', 'account', 2, true, false, false),
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

grant select on private.message_rules to service_role;

create function private.is_for_owner(p_kind text) returns boolean
language sql stable set search_path = '' as $$
  select r.audience = 'owner' from private.message_rules r where r.kind = p_kind;
$$;

grant execute on function private.is_for_owner to service_role;

create function private.oldest_admin_email() returns text
language sql stable set search_path = '' as $$
  select u.email from public.users u where u.role = 'admin' order by u.created_at, u.id limit 1;
$$;

comment on function private.oldest_admin_email is
  'To whom mail to the owner goes while no address is set; null while there is no admin.';
grant execute on function private.oldest_admin_email to service_role;

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
  perform private.require_permission('settings');
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
    raise sqlstate 'PT400' using message = 'invalid_request', detail = sqlerrm;
  end;
  return public.list_message_rules();
end;
$$;

comment on function public.change_message_rule is
  'p_changes: MessageRuleValues to change. p_seen: what the person saw of them. Holds for messages written from now '
  'on. Returns MessageRules. PT403; PT404; PT400; PT409 changed_meanwhile.';

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
  is_put_off boolean not null default false,
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
comment on column private.messages.is_put_off is
  'Of many mails to the owner within an hour, the later ones wait, and become one.';
comment on column private.messages.sent_within is 'The mail to the owner that took this one along.';
comment on column private.messages.round is
  'Goes up when the owner sends it again; with the id it is the provider''s idempotency key.';
comment on column private.messages.state is
  'waiting, sending: to be sent. accepted: the provider has it. delivered, bounced, complained (called spam): reported '
  'later. failed: refused for good, or every time. unknown: it may have gone out, and sending it again could double '
  'it. skipped: no longer true, or switched off. stopped: by the owner.';
comment on column private.messages.content is
  'The finished message: every attempt sends these bytes. Deleted 30 days after the end; the hash stays.';
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
create index messages_with_content on private.messages (finished_at) where content is not null;

grant select, insert, update on private.messages to service_role;

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
grant select on private.order_addresses to service_role;

create function private.recipient_of(m private.messages) returns text
language sql stable set search_path = '' as $$
  select coalesce(m.corrected_recipient, (
    select a.address from private.order_addresses a, private.message_rules r
    where m.content is null and m.state in ('waiting', 'sending')
      and a.order_id = m.order_id and a.channel = m.channel and r.kind = m.kind and r.audience = 'buyer'
  ), m.recipient);
$$;

comment on function private.recipient_of is
  'Where a message goes: its own corrected address, that of its order while its text is not made, '
  'or the one it was written to.';
grant execute on function private.recipient_of to service_role;

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
  select 'sms', a.phone, a.language, r.sms from addressee a, rule r where a.phone like '+254%' and r.sms
  union all
  select 'whatsapp', a.phone, a.language, r.whatsapp from addressee a, rule r where a.has_consent and r.whatsapp;
end;
$$;

comment on function private.message_recipients is
  'Who gets a message, on which channel. Mail is listed even when it is switched off, '
  'so that the outbox says why there is none.';

create function private.queue_message(
  p_kind text, p_subject text, p_order_id uuid default null, p_delay interval default '0'
) returns void
language plpgsql set search_path = '' as $$
begin
  insert into private.messages (
    kind, subject, order_id, channel, recipient, language, state, reason, next_attempt_at, finished_at
  )
  select p_kind, p_subject, p_order_id, r.channel, r.recipient, r.language,
    case when r.is_on then 'waiting' else 'skipped' end,
    case when not r.is_on then 'switched off' end,
    case when r.is_on then now() + p_delay end,
    case when not r.is_on then now() end
  from private.message_recipients(p_kind, p_order_id) r
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

create function private.runs_out(p_order_id uuid) returns table (name text, stock integer)
language sql stable set search_path = '' as $$
  select p.name, p.stock from public.order_items i join public.products p on p.id = i.product_id
  where i.order_id = p_order_id and p.is_active and p.stock <= private.low_stock();
$$;

comment on function private.runs_out is 'The products of an order of which few pieces are left now.';

grant execute on function
  private.message_recipients, private.queue_message, private.queue_order_link, private.runs_out
to service_role;

create function private.queue_order_messages() returns trigger
-- Definer: whoever moves an order, only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
declare
  paid_as text;
begin
  if new.status in ('paid', 'cancelled', 'pending') then
    -- It would be listed as waiting though it can never become true again. One that the sender has now,
    -- it judges itself.
    update private.messages m set
      state = 'skipped', reason = 'No longer true', next_attempt_at = null, finished_at = now()
    where m.id in (
      select w.id from private.messages w
      where w.order_id = new.id and w.state = 'waiting' and not w.is_uncertain
        and w.kind = any (case
          when new.status = 'pending'
            -- The payment was reversed. Paid again, it is announced anew.
            then array['order_paid', 'owner_order_paid']
          else array['order_unpaid', 'order_link', 'payment_refused', 'payment_checking']
        end)
      for update skip locked
    );
  end if;
  if tg_op = 'INSERT' then
    if new.agreed_until is null then
      perform private.queue_message('order_unpaid', new.id::text, new.id, '10 minutes');
    else
      -- By then the seller has recorded what was paid at once. Whoever pays later as agreed is reminded shortly before
      -- it ends.
      perform private.queue_order_link(new.id, '10 minutes');
      perform private.queue_message('order_unpaid', new.id::text, new.id, (new.agreed_until - now()) * 7 / 8);
    end if;
  elsif new.status = 'paid' and old.status <> 'completed' then
    -- Once more when a payment was reversed, or it was changed and cost more, and it is paid again.
    paid_as := concat_ws(' ', new.id, (
      select nullif(count(*), 0) from public.history h
      where h.table_name = 'orders'
        and h.row_id = new.id
        and h.before ->> 'status' = 'paid'
        and h.after ->> 'status' = 'pending'
    ));
    perform private.queue_message('order_paid', paid_as, new.id);
    perform private.queue_message('owner_order_paid', paid_as, new.id);
    if exists (select 1 from private.runs_out(new.id)) then
      perform private.queue_message('owner_low_stock', new.id::text, new.id);
    end if;
  -- The messages about its parcels say so, of an order that has any.
  elsif new.status = 'completed' and not private.has_left(new.id) then
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
    if new.response_data ->> 'status' <> '255' then
      perform private.queue_message('payment_refused', new.id::text, new.order_id);
    elsif exists (
      select 1 from private.messages m
      where m.kind = 'payment_checking' and m.subject = new.id::text and m.state not in ('waiting', 'skipped')
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
  if new.closed_at is null and (tg_op = 'INSERT' or new.kind <> old.kind) then
    perform private.queue_message('owner_task', new.id::text || ' ' || new.kind, new.order_id);
    if new.kind in ('late_money', 'money_after_refusal') then
      perform private.queue_message('refund_due', new.id || ' ' || new.transaction_id, new.order_id);
    end if;
  end if;
  return null;
end;
$$;

create trigger queue_messages after insert or update of kind on public.owner_tasks
  for each row execute function private.queue_task_messages();

create function private.queue_account_mail(
  p_kind text, p_subject text, p_user_id uuid, p_recipient text, p_delay interval default '0'
) returns void
language sql set search_path = '' as $$
  insert into private.messages (kind, subject, user_id, channel, recipient, language, next_attempt_at)
  values (p_kind, p_subject, p_user_id, 'email', p_recipient, coalesce((
    select o.language from public.orders o where o.user_id = p_user_id order by o.created_at desc, o.id desc limit 1
  ), 'en'), now() + p_delay);
$$;

comment on function private.queue_account_mail is
  'Puts a mail about an account into the outbox, in the language of its latest order.';

create function private.queue_quotation_messages() returns trigger
-- Definer: only this trigger writes the outbox about it.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.seller_id is null then
    perform private.queue_message('owner_quotation', new.id::text);
  end if;
  if new.customer_email is not null and private.state_of_quotation(new) = 'open' then
    -- A seller may correct it once more.
    perform private.queue_account_mail(
      'quotation', new.id || ' ' || new.version, new.user_id, new.customer_email,
      case tg_op when 'INSERT' then interval '0' else interval '5 minutes' end
    );
  end if;
  return null;
end;
$$;

create trigger queue_messages after insert on private.quotations
  for each row execute function private.queue_quotation_messages();
create trigger queue_messages_when_changed after update of version on private.quotations
  for each row when (new.version <> old.version) execute function private.queue_quotation_messages();

create function public.request_email_confirmation(p_user_id uuid, p_email text default null) returns boolean
-- Definer: no other function writes the confirmations.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  wanted text;
  confirmation_id uuid;
begin
  select * into person from public.users u where u.id = p_user_id;
  perform private.refuse_missing(not found);
  wanted := coalesce(lower(p_email), person.email);
  if wanted = person.email and person.email_confirmed_at is not null then
    return false;
  end if;
  if exists (select 1 from public.users u where u.email = wanted and u.id <> p_user_id) then
    raise sqlstate 'PT409' using message = 'email_taken';
  end if;
  insert into private.email_confirmations (user_id, email) values (p_user_id, wanted) returning id into confirmation_id;
  perform private.queue_account_mail('confirm_email', confirmation_id::text, p_user_id, wanted);
  return true;
end;
$$;

comment on function public.request_email_confirmation is
  'Puts a link into the outbox: to the account''s address, or to the one that it is to change to (p_email). Earlier '
  'links work until they expire. False when the address is confirmed already. PT404; PT409 email_taken.';
grant execute on function public.request_email_confirmation to service_role;
create function public.invite_staff(p_name text, p_email text, p_role text) returns jsonb
-- Definer: no role writes the links and the outbox.
language plpgsql security definer set search_path = '' as $$
declare
  wanted constant text := private.normal_recipient('email', p_email);
  invitation_id uuid;
begin
  perform private.require_password('people');
  perform private.refuse_invalid(
    wanted is null or coalesce(p_name, '') !~ '\S' or not private.role_may(p_role, 'dashboard'),
    'name, address and role'
  );
  if exists (select 1 from public.users u where u.email = wanted and u.role <> 'customer') then
    raise sqlstate 'PT409' using message = 'already_staff';
  end if;
  delete from private.email_confirmations c where c.opens = 'invitation' and c.email = wanted;
  insert into private.email_confirmations (user_id, email, opens, role, name, expires_at)
  values (private.caller_id(), wanted, 'invitation', p_role, btrim(p_name), now() + interval '72 hours')
  returning id into invitation_id;
  perform private.queue_account_mail('staff_invited', invitation_id::text, null, wanted);
  perform private.log_security('staff_invited');
  return public.list_invitations();
end;
$$;

comment on function public.invite_staff is
  'Mails a link for 72 hours with which the account of the address gets a role of staff; an earlier one to it ends. '
  'Returns Invitation[]. PT400 invalid_request; PT403, also password_required; PT409 already_staff.';

create function public.list_invitations() returns jsonb
-- Definer: no role reads the links.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('people');
  select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'role', c.role,
    'expiresAt', private.iso_time(c.expires_at)) order by c.created_at desc), '[]')
  from private.email_confirmations c where c.opens = 'invitation' and c.expires_at > now();
$$;

comment on function public.list_invitations is 'Invitation[]: those that wait for an answer, the latest first. PT403.';

create function public.withdraw_invitation(p_id uuid) returns jsonb
-- Definer: no role writes the links.
language sql security definer set search_path = '' as $$
  select private.require_permission('people');
  delete from private.email_confirmations c where c.id = p_id and c.opens = 'invitation';
  select public.list_invitations();
$$;

comment on function public.withdraw_invitation is
  'The link of an invitation opens nothing any more. Returns Invitation[]. PT403.';
grant execute on function public.invite_staff, public.list_invitations, public.withdraw_invitation to authenticated;

create function private.queue_new_device_mail() returns trigger
-- Definer: only this trigger writes the outbox about a sign-in.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_account_mail('new_device', gen_random_uuid() || ' ' || new.device, u.id, u.email)
  from public.users u
  where private.role_may(u.role, 'dashboard') and encode(sha256(convert_to(u.email, 'UTF8')), 'hex') = new.email_hash;
  return null;
end;
$$;

comment on function private.queue_new_device_mail is
  'The subject of the message is an id and the device in words: it says the same when session and device are long '
  'forgotten.';

create trigger new_device after insert on private.sign_in_attempts
  for each row when (new.device is not null and new.signed_in_at is not null)
  execute function private.queue_new_device_mail();
-- A device is known for half a year, as public.take_sign_in() has it.
create trigger new_device_again after update of signed_in_at on private.sign_in_attempts
  for each row when (new.device is not null and old.signed_in_at < now() - interval '180 days')
  execute function private.queue_new_device_mail();

create function private.announce_account_change() returns trigger
-- Definer: the auth service's role may not read or write what is the shop's.
language plpgsql security definer set search_path = '' as $$
declare
  because constant text := nullif(current_setting('shop.account_change', true), '');
  is_new_address constant boolean := new.email is distinct from old.email;
  person public.users;
  link_id uuid;
begin
  select * into person from public.users u where u.id = new.id;
  -- The auth service itself changes both for whoever has a token, and a stolen password gets one.
  if because is null and private.role_may(person.role, 'dashboard') and private.is_second_factor_required()
    and exists (select 1 from private.second_factors f where f.user_id = new.id and f.confirmed_at is not null)
  then
    update private.staff_activity s set may_change_until = null where s.user_id = new.id and s.may_change_until > now();
    if not found then
      raise sqlstate 'PT403' using message = 'second_factor_required';
    end if;
  end if;
  if because = 'undone' or person.id is null then
    return new;
  end if;
  -- The auth service has no limit of its own, and no link is dropped for a later one:
  -- the first is the rightful owner's.
  if (
    select count(*) from private.email_confirmations c
    where c.user_id = new.id and c.opens in ('undo', 'nothing') and c.expires_at > now()
  ) >= 20 then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
  insert into private.email_confirmations (user_id, email, opens, expires_at)
  values (
    person.id, person.email,
    case when is_new_address and person.email_confirmed_at is null then 'nothing' else 'undo' end,
    now() + interval '72 hours'
  )
  returning id into link_id;
  perform private.queue_account_mail(
    case when is_new_address then 'email_changed' else 'password_changed' end, link_id::text, person.id, person.email
  );
  return new;
end;
$$;

comment on function private.announce_account_change is
  'Tells the address that an account has had until now of a new address or a new password, with a link that undoes it. '
  'For staff with a second factor it refuses a change that the api function has not let through with '
  'public.record_password_entry(), once each.';

-- Before the profile has the new address.
create trigger announce_account_change before update of email, encrypted_password on auth.users
  for each row when (
    new.email is distinct from old.email or new.encrypted_password is distinct from old.encrypted_password
  ) execute function private.announce_account_change();

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
language sql stable set search_path = '' as $$
  -- It shows whose the mailbox is, so it never goes to a corrected address.
  select exists (
    select 1 from private.email_confirmations c
    where c.id::text = m.subject and c.expires_at > now() and c.email = private.recipient_of(m)
  );
$$;

create function private.stands_paid(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.status in ('paid', 'completed')
    and private.due_of_order(o) in ('all', 'too_much')
    and private.asked_of_order(o) <> 'taken_back';
$$;

comment on function private.stands_paid is 'Whether an order is paid, and the shop has its money.';

create function private.message_is_true(m private.messages) returns boolean
language sql stable set search_path = '' as $$
  select case m.kind
    -- Whoever was written to about a refusal since, or by a later message of this kind, knows what is to be paid.
    when 'order_unpaid' then private.may_pay(o) = 'pay' and not exists (
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
    when 'owner_order_paid' then private.stands_paid(o)
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
    -- Not once it was taken back; of one that arrived meanwhile, only that.
    when 'shipment_sent'
      then exists (select 1 from private.shipments s where s.id::text = m.subject and s.status = 'sent')
    when 'shipment_delivered'
      then exists (select 1 from private.shipments s where s.id::text = m.subject and s.status = 'delivered')
    when 'order_cancelled' then o.status = 'cancelled'
    -- Not to whom a later message has brought it, about what is left to pay.
    when 'order_link' then split_part(m.subject, ' ', 2) = o.link_version::text and not exists (
      select 1 from private.messages r
      where r.order_id = o.id and r.kind = 'order_unpaid' and r.channel = m.channel and r.created_at > m.created_at
        and r.state in ('waiting', 'sending', 'accepted', 'delivered', 'unknown')
    )
    when 'refund_due' then exists (
      select 1 from public.owner_tasks k where k.id::text = split_part(m.subject, ' ', 1) and k.closed_at is null
    )
    when 'refund_recorded' then exists (
      select 1 from private.standing_refunds r
      where r.id::text = m.subject and (r.amount_cents > 0 or private.was_refund_announced(r.corrects))
    )
    when 'confirm_email' then private.does_mailed_link_work(m)
    when 'staff_invited' then private.does_mailed_link_work(m)
    when 'password_changed' then private.does_mailed_link_work(m)
    when 'email_changed' then private.does_mailed_link_work(m)
    when 'quotation' then exists (
      select 1 from private.quotations q
      where q.id = split_part(m.subject, ' ', 1)::uuid
        and q.version = split_part(m.subject, ' ', 2)::integer
        and private.state_of_quotation(q) = 'open'
    )
    when 'owner_quotation' then exists (
      select 1 from private.quotations q where q.id = m.subject::uuid and private.state_of_quotation(q) = 'open'
    )
    when 'new_device' then true
    when 'owner_task' then exists (
      select 1 from public.owner_tasks k where k.id::text || ' ' || k.kind = m.subject and k.closed_at is null
    )
    when 'owner_low_stock' then exists (select 1 from private.runs_out(m.order_id))
    when 'owner_health' then (private.check_component(split_part(m.subject, ' ', 1)) ->> 'cases')::bigint > 0
    when 'owner_broken_rules' then (select c.broken > 0 from private.invariant_check c)
    when 'owner_daily_summary' then true
  end
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_is_true is
  'Whether what a message says is still so: asked at the moment of sending.';

create function private.summary_of_day(p_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'day', p_day,
    'sales', private.sales_between(ends - interval '1 day', ends),
    'differenceCents', private.reconciliation_between(ends - interval '1 day', ends) -> 'differenceCents',
    'toPack', (select count(*) from private.orders_to_send),
    'openTasks', (select count(*) from private.open_money_tasks)
  )
  from (select (p_day + time '18:00') at time zone 'Africa/Nairobi' as ends) day;
$$;

comment on function private.summary_of_day is
  '{day, sales: Sales, differenceCents, toPack, '
  'openTasks}: of the 24 hours until 18:00 in Nairobi; to pack and open are those of now.';

create function private.message_facts(m private.messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'order', case when o.id is not null then private.order_as_json(o) end,
    'task', (
      select private.task_in_short(k)
        || jsonb_build_object('amountCents', private.task_cents(k), 'method', t.payment_method)
      from public.owner_tasks k join public.transactions t on t.id = k.transaction_id
      where k.id::text = split_part(m.subject, ' ', 1)
    ),
    'refund', case when m.kind = 'refund_recorded' then (
      select jsonb_build_object('amountCents', r.cents, 'day', r.day, 'bankReference', r.bank_reference,
        'isCorrection', private.was_refund_announced(r.corrects), 'method', r.payment_method)
      from private.refunds_of_orders r where r.id::text = m.subject and r.order_id = o.id
    ) end,
    'shipment', case when m.kind in ('shipment_sent', 'shipment_delivered') then (
      select private.shipment_as_json(s) || jsonb_build_object('isLast', not private.is_partly_shipped(s.order_id))
      from private.shipments s where s.id::text = m.subject
    ) end,
    'overpaidCents', private.overpaid_cents(o.id),
    'reversed', case when m.kind = 'order_unpaid' then (
      select jsonb_build_object('method', t.payment_method, 'reference', t.reference, 'amount', t.amount)
      from public.transactions t where t.id || ' reversed' = m.subject
    ) end,
    'confirmation', case when m.kind in ('confirm_email', 'staff_invited', 'password_changed', 'email_changed') then (
      select jsonb_build_object(
        'id', c.id, 'name', coalesce(c.name, u.name), 'email', c.email, 'opens', c.opens, 'role', c.role,
        'at', private.iso_time(c.created_at)
      )
      from private.email_confirmations c join public.users u on u.id = c.user_id where c.id::text = m.subject
    ) end,
    'newDevice', case when m.kind = 'new_device' then (
      select jsonb_build_object('name', u.name, 'device', substr(m.subject, 38), 'at', private.iso_time(m.created_at))
      from public.users u where u.email = m.recipient
    ) end,
    'quotation', case when m.kind in ('quotation', 'owner_quotation') then (
      select jsonb_build_object(
        'id', q.id, 'number', q.number, 'version', q.version, 'linkVersion', q.link_version, 'name', q.customer_name,
        'contact', concat_ws(', ', q.customer_phone, q.customer_email), 'companyName', q.company_name,
        'totalAmount', private.goods_of_quotation(q.lines) + coalesce(q.delivery_price, 0),
        'lastDay', private.nairobi_day(q.valid_until - interval '1 second')
      )
      from private.quotations q where q.id = split_part(m.subject, ' ', 1)::uuid
    ) end,
    'receipt', case when m.kind = 'order_paid' then (
      select jsonb_build_object('paidOn', private.nairobi_day(max(t.decided_at)), 'goods', (
        select jsonb_agg(jsonb_build_object(
          'name', i.product_name, 'model', p.model, 'warrantyYears', p.warranty_years
        ) order by i.product_name, i.id)
        from public.order_items i join public.products p on p.id = i.product_id where i.order_id = o.id
      ))
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
      select jsonb_agg(jsonb_build_object(
        'kind', t.kind, 'facts', private.message_facts(t)
      ) order by t.created_at, t.id)
      from private.messages t
      where t.sent_within = m.id
    ) end
  )
  from (select 1) here left join public.orders o on o.id = m.order_id;
$$;

comment on function private.message_facts is
  'What the text of a message is made of, as it is now: the reply type MessageFacts.';

grant execute on function
  private.was_refund_announced, private.refund_chain, private.stands_paid, private.does_mailed_link_work,
  private.message_is_true, private.summary_of_day, private.message_facts
to service_role;
