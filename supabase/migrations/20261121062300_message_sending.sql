-- Handing out messages that are due, each to one sender; what providers report later;
-- and what an admin can do about a message.
-- Who calls: the send-messages and message-events functions, any number at once, and admins with their own token.
set check_function_bodies = off;

create table private.sent_messages (
  provider text not null,
  provider_id text not null,
  message_id uuid not null references private.messages (id) on delete cascade,
  round integer not null,
  recipient text not null,
  primary key (provider, provider_id)
);

comment on table private.sent_messages is
  'What a provider took, under its own id: a report about an earlier round must not be read as one about the latest.';
create index sent_messages_by_message on private.sent_messages (message_id);

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
  'Reports of providers, each once: they are sent again until they are answered, and may come before the reply to the '
  'message itself. Stored for 30 days.';
comment on column private.message_events.event_id is 'The provider''s own name for the report.';

create index message_events_by_message on private.message_events (provider, provider_id);
create index message_events_by_time on private.message_events (received_at);

create table private.blocked_addresses (
  channel text not null check (channel in ('email', 'sms', 'whatsapp')),
  address text not null,
  kind text not null default 'all',
  reason text not null check (reason in ('bounced', 'complained')),
  message_id uuid not null references private.messages (id) on delete cascade,
  blocked_at timestamptz not null default now(),
  primary key (channel, address, kind)
);

comment on table private.blocked_addresses is
  'Addresses that do not exist or whose owner called a message spam: '
  'nothing is sent to them until an admin unblocks them.';
comment on column private.blocked_addresses.kind is
  'all; or the kind of message that was called spam by the owner, who goes on to hear of everything else. '
  'The overview says so.';
create index blocked_addresses_by_message on private.blocked_addresses (message_id);

create function private.block_reason(m private.messages) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select b.reason from private.blocked_addresses b
    where b.channel = m.channel and b.address = private.recipient_of(m) and b.kind in ('all', m.kind)
    limit 1
  );
end;
$$;

comment on function private.block_reason is
  'Why nothing is sent to the recipient of a message: bounced or complained; null when it is.';

create function private.is_owner_address(p_address text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select 1 from public.users u where u.role = 'admin' and u.email = lower(p_address))
    or exists (select 1 from private.message_rules r, unnest(r.emails) one where lower(one) = lower(p_address));
$$;

comment on function private.is_owner_address is
  'Whether mail to the owner may go to an address, whatever else is sent to it.';

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
  update private.messages m set state = e.report, reason = e.reason, dismissed_at = null
  where m.id = sent.message_id and m.round = sent.round and case e.report
    when 'delivered' then m.state in ('accepted', 'failed')
    when 'failed' then m.state = 'accepted'
    when 'bounced' then m.state in ('accepted', 'delivered', 'failed')
    when 'complained' then m.state in ('accepted', 'delivered')
  end;
  if e.report in ('bounced', 'complained') then
    insert into private.blocked_addresses (channel, address, kind, reason, message_id)
    select
      m.channel, sent.recipient,
      case
        when e.report = 'complained' and (r.audience = 'owner' or private.is_owner_address(sent.recipient)) then m.kind
        else 'all'
      end,
      e.report, m.id
    from private.messages m join private.message_rules r on r.kind = m.kind where m.id = sent.message_id
    on conflict do nothing;
  end if;
  return true;
end;
$$;

comment on function private.apply_message_event is
  'Writes what a report says into its message, and blocks an address; false when no message of this id is known.';

create function private.lock_provider_id(p_provider_id text) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtextextended('message ' || p_provider_id, 0));
end;
$$;

comment on function private.lock_provider_id is
  'One at a time: the answer to a message and a report about it must each see the other.';

create function public.record_message_events(p_provider text, p_events jsonb) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  one record;
  event private.message_events;
  recorded integer := 0;
  repeated integer := 0;
  unknown integer := 0;
begin
  for one in
    select * from jsonb_to_recordset(p_events) as e (id text, "providerId" text, report text, reason text) order by 2
  loop
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
  'p_events: MessageEvent[]. Returns RecordedEvents: how many were new, known already, '
  'or about no message of this shop.';

grant execute on function public.record_message_events to service_role;

create function private.attempt_delay(p_attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select make_interval(mins => (array[1, 2, 5, 10, 20, 30, 60, 60, 120, 180, 240, 240, 240])[p_attempts]);
$$;

comment on function private.attempt_delay is
  'How long to wait after so many attempts: 14 attempts within 20 hours; null after the last.';

create function private.limits_of_message(m private.messages, out action text, out keys jsonb)
language plpgsql stable set search_path = '' as $$
declare
  rule private.message_rules;
  turn constant integer := private.turn_of_message(m.kind, m.order_id);
  recipient constant text := lower(coalesce(m.corrected_recipient, m.recipient));
begin
  select * into rule from private.message_rules r where r.kind = m.kind;
  action := case
    -- What the owner sends again is not counted.
    when m.attempts > 0 or m.round > 1 then null
    when rule.audience = 'owner' then case m.channel when 'email' then 'owner_mail' end
    when turn = 2 then 'notice'
    when turn = 3 and not exists (
      select 1 from private.money_of_order(m.order_id) o
      where o.received_cents + o.refunded_cents + o.returned_cents > 0
    ) then case when m.cause like 'staff %' then 'staff_message' else 'free_message' end
  end;
  keys := jsonb_strip_nulls(jsonb_build_object(
    'all', case m.kind when 'confirm_email' then m.kind else 'all' end, 'cause', m.cause,
    case m.channel when 'email' then m.channel else 'phone' end, case
      -- Limited where it is asked for: a stranger who types an address must not keep this mail from the mailbox's
      -- owner. Others by kind: what can be sent to somebody does not keep the notice of a new password from them.
      when m.kind <> 'confirm_email' then encode(sha256(convert_to(
        case when rule.audience <> 'owner' then m.kind || ' ' else '' end || recipient, 'utf8'
      )), 'hex')
    end
  ));
end;
$$;

comment on function private.limits_of_message is
  'By what a message is counted when it is first sent; action is null for one that has no limit.';

create function private.put_off(m private.messages) returns text
language plpgsql set search_path = '' as $$
declare
  is_for_owner constant boolean := private.is_for_owner(m.kind);
  wait integer;
begin
  -- Asked first: what must wait writes nothing.
  select coalesce(nullif(private.wait_for_limits(l.action, l.keys), 0), private.take_limits(l.action, l.keys))
  into wait from private.limits_of_message(m) l;
  if wait > 0 and m.put_off_at < now() - interval '1 day' and not is_for_owner then
    return 'daily_limit';
  end if;
  update private.messages w set
    put_off_at = coalesce(w.put_off_at, now()), next_attempt_at = now() + make_interval(secs => wait),
    reason = case when is_for_owner then 'put_off' else 'waits_its_turn' end
  where w.id = m.id and wait > 0
  returning w.reason into m.reason;
  return case when found then m.reason end;
end;
$$;

comment on function private.put_off is
  'Null for a message that may go out, which it counts; else put_off or waits_its_turn, or daily_limit after a day.';

create function private.take_along(m private.messages) returns void
language plpgsql set search_path = '' as $$
begin
  update private.messages w set
    state = 'skipped', next_attempt_at = null, finished_at = now(),
    sent_within = case when private.message_is_true(w) then m.id end,
    reason = case when private.message_is_true(w) then 'sent_with_others' else 'no_longer_true' end
  where w.id in (
    select o.id from private.messages o
    where o.next_attempt_at is not null and o.state = 'waiting' and o.put_off_at is not null and o.id <> m.id
      and private.is_for_owner(o.kind)
      and coalesce(o.corrected_recipient, o.recipient) = coalesce(m.corrected_recipient, m.recipient)
      and private.block_reason(o) is null
    order by o.id limit 100 for update skip locked
  );
end;
$$;

comment on function private.take_along is 'A mail to the owner takes along those that wait, since there were many.';

create function private.obstacle_to_sending(
  m private.messages, p_may_be_out boolean, p_provider text, p_key_seconds integer
) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_may_be_out then case
      when not coalesce(private.message_is_true(m), false) then 'no_longer_true'
      when p_provider is null then 'provider_gone'
      when p_key_seconds = 0 then 'sender_stopped'
      when m.first_sent_at < now() - make_interval(secs => p_key_seconds * 0.95)
        then 'too_late_to_repeat'
    end
    when p_provider is null then 'channel_off'
    when m.channel = 'whatsapp' and exists (
      select 1 from public.orders o, private.message_rules r
      where o.id = m.order_id and r.kind = m.kind and r.audience = 'buyer' and o.whatsapp_consent_at is null
    ) then 'no_consent'
    when not coalesce(private.message_is_true(m), false) then 'no_longer_true'
  end;
end;
$$;

comment on function private.obstacle_to_sending is
  'Why a message is not sent by a provider, whoever it is for. p_may_be_out: an earlier attempt may have reached them; '
  'p_key_seconds: how long the provider knows its key.';

create function private.claim_message(m private.messages, p_providers jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  may_be_out boolean := m.is_uncertain or (m.state = 'sending' and m.content is not null);
  way record;
  obstacle text;
  is_blocked boolean;
  facts jsonb;
begin
  -- Read ahead: the message claimed before it may have taken it along.
  if not exists (select 1 from private.messages w where w.id = m.id and w.next_attempt_at = m.next_attempt_at) then
    return null;
  end if;
  if m.kind = 'order_unpaid'
    and not may_be_out
    and (select private.may_pay(o) from public.orders o where o.id = m.order_id) = 'wait' then
    -- While the bank or a person decides it is not known whether anything is to be paid; then it is true, or not.
    update private.messages w set next_attempt_at = now() + interval '5 minutes' where w.id = m.id;
    return null;
  end if;
  m.corrected_recipient := nullif(private.recipient_of(m), m.recipient);
  -- What may have gone out goes through the provider that knows its key,
  -- everything else through the first of its channel.
  select p.provider, p."keySeconds" as key_seconds into way
  from rows from (
    jsonb_to_recordset(p_providers) as (channel text, provider text, "keySeconds" integer)
  ) with ordinality
    as p (channel, provider, "keySeconds", place)
  where p.channel = m.channel and (not may_be_out or p.provider = m.provider)
  order by p.place limit 1;

  obstacle := private.obstacle_to_sending(m, may_be_out, way.provider, way.key_seconds);
  -- A message that is still true but cannot be sent to this address is shown to the owner.
  is_blocked := obstacle is null and private.block_reason(m) is not null;
  if is_blocked then
    obstacle := private.block_reason(m);
  end if;
  obstacle := coalesce(obstacle, private.put_off(m));
  if obstacle in ('put_off', 'waits_its_turn') then
    return null;
  end if;
  if obstacle is not null then
    update private.messages w set
      state = case when may_be_out then 'unknown' when is_blocked then 'failed' else 'skipped' end, reason = obstacle,
      lease = null, next_attempt_at = null, finished_at = now(),
      -- Nothing is left to be sent again.
      dismissed_at = case when may_be_out and obstacle = 'no_longer_true' then now() end
    where w.id = m.id;
    return null;
  end if;

  if m.channel = 'email' and m.attempts = 0 and m.round = 1 and private.is_for_owner(m.kind) then
    perform private.take_along(m);
  end if;
  if m.content is null then
    facts := private.message_facts(m);
  end if;
  update private.messages w set
    state = 'sending', reason = null, corrected_recipient = m.corrected_recipient, lease = gen_random_uuid(),
    attempts = w.attempts + 1, is_uncertain = may_be_out,
    next_attempt_at = now() + interval '2 minutes', provider = way.provider, key_seconds = way.key_seconds,
    -- The buyer may have chosen another language since.
    language = coalesce((
      select o.language from public.orders o, private.message_rules r
      where o.id = w.order_id and r.kind = w.kind and r.audience = 'buyer' and w.content is null
    ), w.language),
    -- Another provider has never seen the key.
    first_sent_at = case when w.provider = way.provider then w.first_sent_at when w.content is not null then now() end
  where w.id = m.id returning * into m;
  return jsonb_build_object(
    'id', m.id, 'lease', m.lease, 'kind', m.kind, 'channel', m.channel,
    'recipient', coalesce(m.corrected_recipient, m.recipient), 'language', m.language,
    'provider', m.provider, 'key', m.id::text || '-' || m.round, 'orderId', m.order_id, 'content', m.content,
    'facts', facts, 'linkVersion', (select o.link_version from public.orders o where o.id = m.order_id)
  );
end;
$$;

comment on function private.claim_message is
  'Claims one message that is due and locked: ClaimedMessage; null when it must not be sent, which its row says.';

create function private.turns_of_messages()
returns table (id uuid, turn integer, place bigint, used_until timestamptz)
-- Definer: no role reads what has been counted.
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  -- Of one cause the newest first: a flood that has ended is not in the way.
  select m.id, r.turn, case r.turn
    when 3 then row_number() over (partition by r.turn, coalesce(m.cause, m.id::text) order by m.id desc)
  end, c.used_until
  from private.messages m cross join lateral (select private.turn_of_message(m.kind, m.order_id) as turn offset 0) r
  left join private.rate_counts c
    on r.turn = 3 and c.action = 'free_message' and c.subject = 'cause' and c.key_hash = m.cause
  where m.next_attempt_at <= now();
end;
$$;

comment on function private.turns_of_messages is
  'The order of messages that are due: of each cause one (place) before the second of any, first of who had fewest '
  'of late (used_until).';

create function public.claim_messages(p_providers jsonb, p_limit integer) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  m private.messages;
  claimed jsonb;
  all_claimed jsonb[] := '{}';
  handled integer := 0;
begin
  for m in
    select d.* from private.messages d join private.turns_of_messages() t on t.id = d.id
    where d.next_attempt_at <= now()
    order by t.turn, t.place, t.used_until nulls first, d.next_attempt_at limit p_limit for update of d skip locked
  loop
    handled := handled + 1;
    begin
      claimed := private.claim_message(m, p_providers);
      if claimed is not null then
        all_claimed := all_claimed || claimed;
      end if;
    exception when others then
      -- One message in trouble must not hold up the others.
      update private.messages w set
        state = case when private.attempt_delay(w.attempts + 1) is null then 'failed' else w.state end,
        reason = left(sqlerrm, 500), attempts = w.attempts + 1,
        next_attempt_at = now() + private.attempt_delay(w.attempts + 1),
        finished_at = case when private.attempt_delay(w.attempts + 1) is null then now() end
      where w.id = m.id;
    end;
  end loop;
  return jsonb_build_object('messages', to_jsonb(all_claimed), 'handled', handled);
end;
$$;

comment on function public.claim_messages is
  'p_providers: MessageProvider[], those set up, the first of a channel for new messages. Returns ClaimedMessages: '
  'each message for one caller, for two minutes; handled counts those too that are not sent, '
  'and is 0 when nothing more is due.';
grant execute on function public.claim_messages to service_role;

create function public.store_message_content(p_id uuid, p_lease uuid, p_content jsonb) returns boolean
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  update private.messages m set
    content = p_content,
    content_hash = encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex'),
    first_sent_at = coalesce(m.first_sent_at, now())
  where m.id = p_id and m.lease = p_lease and m.state = 'sending' and m.content is null;
  return found;
end;
$$;

comment on function public.store_message_content is
  'Stores the finished message before it is sent; false when the lease is lost, and then it must not be sent.';
grant execute on function public.store_message_content to service_role;

create function public.record_message_result(
  p_id uuid, p_lease uuid, p_outcome text, p_provider_id text default null, p_reason text default null,
  p_retry_seconds integer default null, p_has_key boolean default true
) returns void
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_provider_id(p_provider_id) where p_provider_id is not null;
  with recorded as (
    update private.messages m set
      state = o.state,
      provider_id = coalesce(p_provider_id, m.provider_id),
      reason = left(p_reason, 500),
      is_uncertain = m.is_uncertain and p_outcome <> 'accepted' or (p_outcome = 'unknown'),
      -- Nobody has it: the next attempt says what is true then.
      content = case when o.state <> 'waiting' or m.is_uncertain or p_outcome = 'unknown' then m.content end,
      lease = null,
      next_attempt_at = case
        when o.state = 'waiting'
          then now() + greatest(private.attempt_delay(m.attempts), make_interval(secs => coalesce(p_retry_seconds, 0)))
      end,
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
    where m.id = p_id and o.id = m.id and m.lease = p_lease and m.state = 'sending'
    returning m.*
  )
  insert into private.sent_messages (provider, provider_id, message_id, round, recipient)
  select r.provider, r.provider_id, r.id, r.round, coalesce(r.corrected_recipient, r.recipient)
  from recorded r where r.state = 'accepted' and r.provider_id is not null
  on conflict do nothing;
  -- A report may have been faster than the answer.
  perform private.apply_message_event(e)
  from private.messages m join private.message_events e on e.provider = m.provider and e.provider_id = m.provider_id
  where m.id = p_id and m.state = 'accepted' order by e.received_at;
end;
$$;

comment on function public.record_message_result is
  'p_outcome: accepted; refused (certainly not sent, try again); rejected (never will be); unknown (no answer). '
  'Without the lease nothing happens.';
grant execute on function public.record_message_result to service_role;

create function public.send_order_link(p_order_id uuid) returns boolean
-- Definer: no role may write the outbox.
language sql security definer set search_path = '' as $$
  select private.require_permission('messages');
  select private.refuse_missing(not exists (select 1 from public.orders o where o.id = p_order_id));
  select private.queue_order_link(p_order_id);
$$;

comment on function public.send_order_link is
  'The owner has the link of an order sent to its buyer. False when it was sent today already, or nothing is sent to '
  'this buyer. PT403, PT404.';
grant execute on function public.send_order_link to authenticated;

create function public.queue_due_messages() returns integer
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  -- The last day that ended, at 18:00 in Nairobi.
  ended date := ((now() at time zone 'Africa/Nairobi') - interval '18 hours')::date;
begin
  -- Later too, when no job ran that evening; not for the days before there was an owner.
  if exists (
    select 1 from public.users u
    where u.role = 'admin' and u.created_at < (ended + time '18:00') at time zone 'Africa/Nairobi'
  ) then
    perform private.queue_message('owner_daily_summary', ended::text);
  end if;
  -- A batch: it runs every minute.
  update private.messages m set content = null, cause = null
  where m.id in (
    select d.id from private.messages d
    where (d.content is not null or d.cause is not null) and d.finished_at < now() - interval '30 days'
    limit 500
  );
  delete from private.message_events e where (e.provider, e.event_id) in (
    select o.provider, o.event_id
    from private.message_events o
    where o.received_at < now() - interval '30 days'
    limit 500
  );
  return (select count(*) from private.messages m where m.next_attempt_at <= now());
end;
$$;

comment on function public.queue_due_messages is
  'What the clock says: the summary of the day that ended at 18:00 in Nairobi; old texts are deleted. '
  'Returns how many messages are due.';
grant execute on function public.queue_due_messages to service_role;

create function private.message_row_as_json(p_message private.messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', m.id, 'kind', m.kind, 'orderId', m.order_id, 'channel', m.channel, 'recipient', private.recipient_of(m),
    'state', m.state, 'reason', m.reason, 'attempts', m.attempts, 'createdAt', private.iso_time(m.created_at),
    'nextAttemptAt', private.iso_time(m.next_attempt_at), 'finishedAt', private.iso_time(m.finished_at),
    'dismissedAt', private.iso_time(m.dismissed_at), 'blocked', private.block_reason(m)
  )
  from private.message_to_show(p_message) m;
$$;

comment on function private.message_row_as_json is 'The contract''s MessageRow.';

create function private.kinds_to_see() returns text[]
-- Definer: no role reads the rules.
language sql stable security definer set search_path = '' as $$
  select array_agg(r.kind) from private.message_rules r where r.audience = 'buyer' or private.may('settings');
$$;

comment on function private.kinds_to_see is
  'The kinds of messages that the caller sees: to buyers, and for the admin also those about the shop and about '
  'accounts, which have links for their person alone.';

create function public.list_messages(
  p_filter jsonb default '{}', p_limit integer default 50, p_after jsonb default null
) returns jsonb
-- Definer: admins may not read the outbox otherwise. Every filter has an index; how many recipients match a text
-- Postgres cannot know, and when it guesses few it would read all messages instead of the newest until there are
-- enough.
language plpgsql stable security definer set search_path = '' set enable_seqscan = off as $$
declare
  words text := nullif(lower(btrim(p_filter ->> 'text')), '');
  number text := substring(words from '^#?(?:ic-)?([0-9a-f]{8})$');
begin
  perform private.require_permission('messages');
  return (
    select jsonb_build_object('after', f.after, 'rows', coalesce((
      select jsonb_agg(private.message_row_as_json(m) order by p.place)
      from unnest(f.ids) with ordinality p (id, place) join private.messages m on m.id = p.id::uuid
    ), '[]'))
    from private.page_of_ids('select r.id, r.created_at as place from private.messages r where ' || private.conditions(
      format('r.kind = any (%L::text[])', private.kinds_to_see()),
      'r.order_id = ' || quote_literal((p_filter ->> 'orderId')::uuid),
      case when p_filter ? 'states' then
        format('r.state = any (%L::text[]) and (private.message_to_show(r)).state = r.state',
          array(select jsonb_array_elements_text(p_filter -> 'states'))) end,
      case when (p_filter ->> 'isOpen')::boolean then
        'r.state in (''failed'', ''unknown'', ''bounced'', ''complained'') and r.dismissed_at is null' end,
      case
        -- Read first, so that the few messages of an order are not looked for in all of them.
        when number is not null then format(
          'r.order_id = any (%L::uuid[])', array(select o.id from public.orders o where right(o.id::text, 8) = number)
        )
        when words is not null then format(
          'lower(coalesce(r.corrected_recipient, r.recipient)) like %L',
          private.like_pattern(coalesce(private.normal_phone_number(words), words))
        )
      end
    ), true, least(p_limit, 100), p_after) f
  );
end;
$$;

comment on function public.list_messages is
  'PageOfRows of MessageRow, newest first, 100 at most. p_filter: the contract''s MessageFilter. PT403.';

create function public.message_detail(p_id uuid) returns jsonb
-- Definer: admins may not read the outbox otherwise.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('messages');
  select private.message_row_as_json(m) || jsonb_build_object(
    'language', m.language, 'provider', m.provider,
    'subject', m.content ->> 'subject', 'text', m.content ->> 'text',
    'steps', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', private.iso_time(s.at), 'step', s.step, 'detail', s.detail,
        'byName', (select u.name from public.users u where u.id = s.actor_id)
      ) order by s.id), '[]')
      from private.message_steps s where s.message_id = m.id
    )
  )
  from private.messages m where m.id = p_id and m.kind = any (private.kinds_to_see());
$$;

comment on function public.message_detail is
  'MessageDetail: one message with its text as sent and what was done about it; null for an unknown id. PT403.';

create function private.is_key_known(m private.messages) returns boolean
language sql stable set search_path = '' as $$
  select m.is_uncertain and coalesce(m.first_sent_at > now() - make_interval(secs => m.key_seconds * 0.95), false);
$$;

comment on function private.is_key_known is
  'Whether the provider of a message that may be out knows its key still: the same one again reaches nobody twice.';

create function public.take_message_step(p_id uuid, p_step text, p_detail text default null) returns jsonb
-- Definer: admins take these steps and change nothing else of a message.
language plpgsql security definer set search_path = '' as $$
declare
  m private.messages;
  address text;
  is_allowed boolean;
begin
  perform private.require_permission('messages');
  select * into m from private.messages w where w.id = p_id and w.kind = any (private.kinds_to_see()) for update;
  perform private.refuse_missing(not found);
  is_allowed := case p_step
    -- Whoever has taken an account does not keep its person from hearing of it.
    when 'stopped' then m.state = 'waiting'
      and not exists (select 1 from private.message_rules r where r.kind = m.kind and r.audience = 'account')
    when 'address unblocked' then private.block_reason(m) is not null
    when 'dismissed' then m.state in ('failed', 'unknown', 'bounced', 'complained') and m.dismissed_at is null
    else p_step in ('sent again', 'address corrected', 'address corrected for the order')
      and m.state not in ('waiting', 'sending')
  end;
  if not is_allowed then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = m.state || ': cannot be ' || p_step;
  end if;

  if p_step = 'stopped' then
    -- What may be out is not called stopped.
    update private.messages w set state = case when w.is_uncertain then 'unknown' else 'stopped' end,
      next_attempt_at = null, finished_at = now() where w.id = p_id;
  elsif p_step = 'address unblocked' then
    p_detail := private.recipient_of(m);
    delete from private.blocked_addresses b
    where b.channel = m.channel and b.address = p_detail and b.kind in ('all', m.kind);
  elsif p_step = 'dismissed' then
    update private.messages w set dismissed_at = now() where w.id = p_id;
  else
    if p_step <> 'sent again' then
      address := private.normal_recipient(m.channel, p_detail);
      perform private.refuse_invalid(address is null, 'no such address');
      p_detail := private.recipient_of(m);
    end if;
    if p_step = 'address corrected for the order' then
      if m.order_id is null
        or not exists (select 1 from private.message_rules r where r.kind = m.kind and r.audience = 'buyer') then
        raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not a message to a buyer';
      end if;
      insert into private.order_addresses (order_id, channel, address) values (m.order_id, m.channel, address)
      on conflict on constraint order_addresses_pkey do update set address = excluded.address;
    end if;
    if address is null and private.is_key_known(m) then
      update private.messages w set
        state = 'waiting', reason = null, attempts = 0, next_attempt_at = now(), finished_at = null, dismissed_at = null
      where w.id = p_id;
      insert into private.message_steps (message_id, actor_id, step) values (p_id, (select auth.uid()), p_step);
      return public.message_detail(p_id);
    end if;
    -- Made anew, from what is true now, under a key of its own.
    update private.messages w set
      round = w.round + 1, corrected_recipient = coalesce(address, w.corrected_recipient), state = 'waiting',
      reason = null, content = null,
      attempts = 0, is_uncertain = false, provider = null, provider_id = null, lease = null, first_sent_at = null,
      next_attempt_at = now(), finished_at = null, dismissed_at = null
    where w.id = p_id;
  end if;
  insert into private.message_steps (message_id, actor_id, step, detail)
  values (p_id, (select auth.uid()), p_step, p_detail);
  return public.message_detail(p_id);
end;
$$;

comment on function public.take_message_step is
  'One of the steps of MessageDetail. sent again: a message that has ended, within a minute: the same one under the '
  'same key while its provider remembers that, otherwise made anew if it is still true; address corrected: the same to '
  'p_detail, for the order: its further messages too. stopped: one that waits is not sent any more. dismissed: the '
  'owner has settled one in trouble another way (p_detail: how), and it is no alert any more. address unblocked: it '
  'may be written to again; sends nothing by itself. Returns MessageDetail. PT400 no such address; PT403; PT404; '
  'PT409 transition_refused.';
grant execute on function public.take_message_step, public.list_messages, public.message_detail to authenticated;

create function private.messages_of_outage() returns setof private.messages
language sql stable set search_path = '' as $$
  select m.* from private.messages m
  where m.state = 'unknown' and m.dismissed_at is null and m.finished_at > now() - interval '3 days'
    and m.kind = any (private.kinds_to_see()) and private.block_reason(m) is null
    and not exists (
      select 1 from private.message_steps s where s.message_id = m.id and s.step in ('sent again', 'stopped')
    );
$$;

comment on function private.messages_of_outage is
  'What may have gone out or not, of the last three days (a weekend), and was neither sent again nor stopped by staff.';

create function public.messages_to_send_again() returns jsonb
-- Definer: admins may not read the outbox otherwise.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('messages');
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(m.id order by m.id), '[]'),
    'people', count(distinct private.recipient_of(m)) filter (where not private.is_key_known(m))
  )
  from (select * from private.messages_of_outage() order by id limit 500) m;
$$;

comment on function public.messages_to_send_again is
  'MessagesToSendAgain: what an outage of a provider left, 500 at most, and how many people may get it twice. PT403.';

create function public.send_messages_again(p_ids uuid[]) returns integer
-- Definer: as public.take_message_step(), which it calls.
language sql security definer set search_path = '' as $$
  select private.require_permission('messages');
  select count(public.take_message_step(w.id, 'sent again'))
  from (
    select m.id from private.messages m
    where m.id = any (p_ids) and m.state = 'unknown' and m.id in (select o.id from private.messages_of_outage() o)
    order by m.id for update skip locked
  ) w;
$$;

comment on function public.send_messages_again is
  'Sends those of messages_to_send_again() again, each once, and returns how many: what somebody else has sent or '
  'settled meanwhile is left. PT403.';
grant execute on function public.messages_to_send_again, public.send_messages_again to authenticated;
