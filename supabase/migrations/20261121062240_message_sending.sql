-- Handing out messages that are due, each to one sender; what came of each attempt; and what the clock says.
-- Who calls: the send-messages function, any number at once, at any time.

create function private.attempt_delay(p_attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select make_interval(mins => (array[1, 2, 5, 10, 20, 30, 60, 60, 120, 180, 240, 240, 240])[p_attempts]);
$$;

comment on function private.attempt_delay is 'How long to wait after so many attempts: 14 attempts within 20 hours; null after the last.';

create function private.is_beyond_limit(m private.messages) returns boolean
language plpgsql set search_path = '' as $$
declare
  recipient text := lower(coalesce(m.corrected_recipient, m.recipient));
  keys jsonb := jsonb_build_object('all', 'all', case m.channel when 'email' then m.channel else 'phone' end, encode(sha256(convert_to(recipient, 'utf8')), 'hex'));
begin
  -- An order costs nothing and anybody's address can be typed into it. What the owner sends again is not counted.
  if m.kind not in ('order_unpaid', 'order_cancelled') or m.attempts > 0 or m.round > 1
    or exists (select 1 from private.money_of_order(m.order_id) o where o.received_cents > 0 or o.refunded_cents > 0) then
    return false;
  end if;
  -- Asked first: one recipient's messages above their limit are not counted for all.
  return private.wait_for_limits('unpaid_message', keys) > 0 or private.take_limits('unpaid_message', keys) > 0;
end;
$$;

comment on function private.is_beyond_limit is
  'Counts a message about an order that nobody paid for; true when this recipient, or all together, had as many as the limits allow.';

create function private.claim_message(m private.messages, p_providers jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  may_be_out boolean := m.is_uncertain or (m.state = 'sending' and m.content is not null);
  way record;
  obstacle text;
  is_blocked boolean;
  facts jsonb;
begin
  m.corrected_recipient := nullif(private.recipient_of(m), m.recipient);
  -- What may have gone out goes through the provider that knows its key, everything else through the first of its channel.
  select p.provider, p."keySeconds" as key_seconds into way
  from rows from (jsonb_to_recordset(p_providers) as (channel text, provider text, "keySeconds" integer)) with ordinality
    as p (channel, provider, "keySeconds", place)
  where p.channel = m.channel and (not may_be_out or p.provider = m.provider)
  order by p.place limit 1;

  if may_be_out then
    obstacle := case
      when way.provider is null then 'The provider that may have it is no longer set up'
      when way.key_seconds = 0 then 'The sender stopped in the middle'
      when m.first_sent_at < now() - make_interval(secs => way.key_seconds * 0.95) then 'No answer within the time in which a repeat is safe'
    end;
  else
    obstacle := case
      when way.provider is null then 'The channel is not set up'
      when m.channel = 'whatsapp' and exists (
        select 1 from public.orders o, private.message_rules r
        where o.id = m.order_id and r.kind = m.kind and r.audience = 'buyer' and o.whatsapp_consent_at is null
      ) then 'No consent to WhatsApp'
      when not coalesce(private.message_is_true(m), false) then 'No longer true'
    end;
  end if;
  -- A message that is still true but cannot be sent to this address is shown to the owner.
  is_blocked := obstacle is null and private.block_reason(m) is not null;
  if is_blocked then
    obstacle := 'Nothing is sent to this address since a message ' || case private.block_reason(m)
      when 'bounced' then 'bounced' else 'was called spam' end;
  end if;
  if obstacle is null and private.is_beyond_limit(m) then
    obstacle := 'The limit of messages about unpaid orders is reached';
  end if;
  if obstacle is not null then
    update private.messages w set
      state = case when may_be_out then 'unknown' when is_blocked then 'failed' else 'skipped' end, reason = obstacle, lease = null, next_attempt_at = null, finished_at = now()
    where w.id = m.id;
    return null;
  end if;

  if m.content is null then
    facts := private.message_facts(m);
  end if;
  update private.messages w set
    state = 'sending', reason = null, corrected_recipient = m.corrected_recipient, lease = gen_random_uuid(), attempts = w.attempts + 1, is_uncertain = may_be_out,
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
    'id', m.id, 'lease', m.lease, 'kind', m.kind, 'channel', m.channel, 'recipient', coalesce(m.corrected_recipient, m.recipient), 'language', m.language,
    'provider', m.provider, 'key', m.id::text || '-' || m.round, 'orderId', m.order_id, 'content', m.content, 'facts', facts,
    'linkVersion', (select o.link_version from public.orders o where o.id = m.order_id)
  );
end;
$$;

comment on function private.claim_message is 'Claims one message that is due and locked: ClaimedMessage; null when it must not be sent, which its row says.';

create function public.claim_messages(p_providers jsonb, p_limit integer) returns jsonb
language plpgsql set search_path = '' as $$
declare
  m private.messages;
  claimed jsonb;
  all_claimed jsonb[] := '{}';
  handled integer := 0;
begin
  for m in
    select * from private.messages d where d.next_attempt_at <= now()
    order by d.next_attempt_at limit p_limit for update skip locked
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
  'p_providers: MessageProvider[], those set up, the first of a channel for new messages. Returns ClaimedMessages: each message for one caller, '
  'for two minutes; handled counts those too that are not sent, and is 0 when nothing more is due.';
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
  p_id uuid, p_lease uuid, p_outcome text, p_provider_id text default null, p_reason text default null,
  p_retry_seconds integer default null, p_has_key boolean default true
) returns void
language sql set search_path = '' as $$
  select private.lock_provider_id(p_provider_id) where p_provider_id is not null;
  with recorded as (
    update private.messages m set
      state = o.state,
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
    where m.id = p_id and o.id = m.id and m.lease = p_lease and m.state = 'sending'
    returning m.*
  )
  insert into private.sent_messages (provider, provider_id, message_id, round, recipient)
  select r.provider, r.provider_id, r.id, r.round, coalesce(r.corrected_recipient, r.recipient)
  from recorded r where r.state = 'accepted' and r.provider_id is not null
  on conflict do nothing;
  -- A report may have been faster than the answer.
  select private.apply_message_event(e)
  from private.messages m join private.message_events e on e.provider = m.provider and e.provider_id = m.provider_id
  where m.id = p_id and m.state = 'accepted' order by e.received_at;
$$;

comment on function public.record_message_result is
  'p_outcome: accepted; refused (certainly not sent, try again); rejected (never will be); unknown (no answer). Without the lease nothing happens.';
grant execute on function public.record_message_result to service_role;

create function public.queue_due_messages() returns integer
language plpgsql set search_path = '' as $$
declare
  -- The last day that ended, at 18:00 in Nairobi.
  ended date := ((now() at time zone 'Africa/Nairobi') - interval '18 hours')::date;
begin
  -- Later too, when no job ran that evening; not for the days before there was an owner.
  if exists (select 1 from public.users u where u.role = 'admin' and u.created_at < (ended + time '18:00') at time zone 'Africa/Nairobi') then
    perform private.queue_message('owner_daily_summary', ended::text);
  end if;
  -- A batch: it runs every minute.
  update private.messages m set content = null
  where m.id in (
    select d.id from private.messages d where d.content is not null and d.finished_at < now() - interval '30 days' limit 500
  );
  delete from private.message_events e where (e.provider, e.event_id) in (
    select o.provider, o.event_id from private.message_events o where o.received_at < now() - interval '30 days' limit 500
  );
  return (select count(*) from private.messages m where m.next_attempt_at <= now());
end;
$$;

comment on function public.queue_due_messages is
  'What the clock says: the summary of the day that ended at 18:00 in Nairobi; old texts are deleted. Returns how many messages are due.';
grant execute on function public.queue_due_messages to service_role;

grant execute on function private.attempt_delay, private.is_beyond_limit, private.claim_message to service_role;
