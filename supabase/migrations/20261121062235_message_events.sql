-- What providers report about a message after they took it, and the addresses to which nothing more is sent.
-- Who writes: the send-messages and message-events functions; admins unblock an address. Who reads: what hands out messages; the dashboard.

create table private.sent_messages (
  provider text not null,
  provider_id text not null,
  message_id uuid not null references private.messages (id) on delete cascade,
  round integer not null,
  recipient text not null,
  primary key (provider, provider_id)
);

comment on table private.sent_messages is 'What a provider took, under its own id: a report about an earlier round must not be read as one about the latest.';
create index sent_messages_by_message on private.sent_messages (message_id);
grant select, insert on private.sent_messages to service_role;

create table private.message_events (
  provider text not null,
  event_id text not null check (char_length(event_id) between 1 and 300),
  provider_id text not null check (char_length(provider_id) between 1 and 200),
  report text not null check (report in ('delivered', 'failed', 'bounced', 'complained')),
  reason text check (char_length(reason) <= 500),
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

comment on table private.message_events is
  'Reports of providers, each once: they are sent again until they are answered, and may come before the answer to the message itself. Kept for 30 days.';
comment on column private.message_events.event_id is 'The provider''s own name for the report.';

create index message_events_by_message on private.message_events (provider, provider_id);
create index message_events_by_time on private.message_events (received_at);
grant select, insert, delete on private.message_events to service_role;

create table private.blocked_addresses (
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null,
  reason text not null check (reason in ('bounced', 'complained')),
  message_id uuid not null references private.messages (id) on delete cascade,
  blocked_at timestamptz not null default now(),
  primary key (channel, address)
);

comment on table private.blocked_addresses is 'Addresses that do not exist or whose owner called a message spam: nothing is sent to them until an admin unblocks them.';
create index blocked_addresses_by_message on private.blocked_addresses (message_id);
grant select, insert on private.blocked_addresses to service_role;

create function private.block_reason(m private.messages) returns text
language sql stable set search_path = '' as $$
  select b.reason from private.blocked_addresses b
  where b.channel = m.channel and b.address = private.recipient_of(m);
$$;

comment on function private.block_reason is 'Why nothing is sent to the recipient of a message: bounced or complained; null when it is.';

create function private.apply_message_event(e private.message_events) returns boolean
language plpgsql set search_path = '' as $$
declare
  sent private.sent_messages;
begin
  select * into sent from private.sent_messages s where s.provider = e.provider and s.provider_id = e.provider_id;
  if not found then
    return false;
  end if;
  -- Reports come late, twice and in any order: what arrived did not fail, and a complaint is about what arrived.
  update private.messages m set state = e.report, reason = e.reason, answered_at = null
  where m.id = sent.message_id and m.round = sent.round and case e.report
    when 'delivered' then m.state in ('accepted', 'failed')
    when 'failed' then m.state = 'accepted'
    when 'bounced' then m.state in ('accepted', 'delivered', 'failed')
    when 'complained' then m.state in ('accepted', 'delivered')
  end;
  if e.report in ('bounced', 'complained') then
    insert into private.blocked_addresses (channel, address, reason, message_id)
    select m.channel, sent.recipient, e.report, m.id from private.messages m where m.id = sent.message_id
    on conflict do nothing;
  end if;
  return true;
end;
$$;

comment on function private.apply_message_event is 'Writes what a report says into its message, and blocks an address; false when no message of this id is known.';

create function private.lock_provider_id(p_provider_id text) returns void
language sql set search_path = '' as $$
  select pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('message ' || p_provider_id, 0));
$$;

comment on function private.lock_provider_id is 'One at a time: the answer to a message and a report about it must each see the other.';

create function public.record_message_events(p_provider text, p_events jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  one record;
  event private.message_events;
  recorded integer := 0;
  repeated integer := 0;
  unknown integer := 0;
begin
  for one in select * from jsonb_to_recordset(p_events) as e (id text, "providerId" text, report text, reason text) order by 2 loop
    perform private.lock_provider_id(one."providerId");
    insert into private.message_events (provider, event_id, provider_id, report, reason)
    values (p_provider, one.id, one."providerId", one.report, left(one.reason, 500))
    on conflict do nothing returning * into event;
    if event.event_id is null then
      repeated := repeated + 1;
    elsif private.apply_message_event(event) then
      recorded := recorded + 1;
    else
      unknown := unknown + 1;
    end if;
  end loop;
  return jsonb_build_object('recorded', recorded, 'repeated', repeated, 'unknown', unknown);
end;
$$;

comment on function public.record_message_events is
  'p_events: MessageEvent[]. Returns RecordedEvents: how many were new, known already, or about no message of this shop.';

grant execute on function private.block_reason, private.apply_message_event, private.lock_provider_id, public.record_message_events to service_role;
