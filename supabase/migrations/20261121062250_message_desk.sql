-- The dashboard's view of the outbox: every message with its text as sent, and what an owner can do about one.
-- Who calls: admins with their own token.

create function private.message_row_as_json(m private.messages) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', m.id, 'kind', m.kind, 'orderId', m.order_id, 'channel', m.channel, 'recipient', private.recipient_of(m),
    'state', m.state, 'reason', m.reason, 'attempts', m.attempts, 'createdAt', private.iso_time(m.created_at),
    'nextAttemptAt', private.iso_time(m.next_attempt_at), 'finishedAt', private.iso_time(m.finished_at),
    'answeredAt', private.iso_time(m.answered_at), 'blocked', private.block_reason(m)
  );
$$;

comment on function private.message_row_as_json is 'The contract''s MessageRow.';

create function public.list_messages(p_filter jsonb default '{}', p_limit integer default 50) returns jsonb
-- Definer: nobody may read the outbox otherwise. Every filter has an index; how many recipients match a text Postgres cannot know,
-- and when it guesses few it would read all messages instead of the newest until there are enough.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  page_size integer := least(greatest(p_limit, 1), 100);
  words text := lower(btrim(p_filter ->> 'text'));
  number text := substring(words from '^#?(?:ic-)?([0-9a-f]{8})$');
  -- Read first, so that the few messages of an order or of a rare state are not looked for in all of them.
  orders uuid[] := array(select o.id from public.orders o where right(o.id::text, 8) = number);
  states text[] := array(select jsonb_array_elements_text(p_filter -> 'states'));
  typed text := coalesce(private.normal_phone_number(words), words);
  sought text := private.like_pattern(typed);
  most_buyers constant integer := 1000;
  buyers uuid[];
begin
  perform private.require_admin();
  if words <> '' and number is null then
    -- Orders whose buyer has such an address. When they are very many, a page of the newest messages is soon found without.
    buyers := array(
      select o.id from public.orders o
      where o.search_text like private.like_pattern(ltrim(private.normalize_for_search(typed), '+'))
        and (lower(o.customer_email) like sought or o.customer_phone like sought)
      limit most_buyers + 1
    );
  end if;
  return (
    with found as materialized (
      select m.* from private.messages m
      where (not p_filter ? 'orderId' or m.order_id = (p_filter ->> 'orderId')::uuid)
        and (not p_filter ? 'states' or m.state = any (states))
        and (not coalesce((p_filter ->> 'isOpen')::boolean, false)
          or (m.state in ('failed', 'unknown', 'bounced', 'complained') and m.answered_at is null))
        and (coalesce(words, '') = '' or case
          when number is not null then m.order_id = any (orders)
          else lower(coalesce(m.corrected_recipient, m.recipient)) like sought
            and (cardinality(buyers) > most_buyers or m.order_id = any (buyers)
              or m.order_id is null or m.corrected_recipient is not null or m.kind like 'owner\_%')
        end)
        and (not p_filter ? 'after'
          or (m.created_at, m.id) < ((p_filter -> 'after' ->> 'at')::timestamptz, (p_filter -> 'after' ->> 'id')::uuid))
      order by m.created_at desc, m.id desc
      limit page_size + 1
    ), page as (
      select f.* from found f order by f.created_at desc, f.id desc limit page_size
    )
    select jsonb_build_object(
      'rows', (select coalesce(jsonb_agg(private.message_row_as_json(p) order by p.created_at desc, p.id desc), '[]') from page p),
      -- To the microsecond, or the next message would be listed twice or never.
      'after', case when (select count(*) from found) > page_size then (
        select jsonb_build_object('at', p.created_at::text, 'id', p.id) from page p order by p.created_at, p.id limit 1
      ) end
    )
  );
end;
$$;

comment on function public.list_messages is
  'Newest first. p_filter: MessageFilter {states, isOpen, text, orderId, after}. Returns {rows: MessageRow[], after}; after goes into the next '
  'call''s filter, null when these were the last. 100 rows at most. PT403.';

create function public.message_detail(p_id uuid) returns jsonb
-- Definer: nobody may read the outbox otherwise.
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
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
    from private.messages m where m.id = p_id
  );
end;
$$;

comment on function public.message_detail is 'MessageDetail: one message with its text as sent and what was done about it; null for an unknown id. PT403.';

create function private.take_message_step(p_id uuid, p_step text, p_detail text) returns void
-- Definer: admins take these steps and change nothing else of a message.
language plpgsql security definer set search_path = '' as $$
declare
  m private.messages;
  address text;
  is_allowed boolean;
begin
  perform private.require_admin();
  select * into m from private.messages w where w.id = p_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  is_allowed := case p_step
    when 'stopped' then m.state = 'waiting'
    when 'address unblocked' then private.block_reason(m) is not null
    when 'answered' then m.state in ('failed', 'unknown', 'bounced', 'complained') and m.answered_at is null
    else m.state not in ('waiting', 'sending')
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
    delete from private.blocked_addresses b where b.channel = m.channel and b.address = p_detail;
  elsif p_step = 'answered' then
    update private.messages w set answered_at = now() where w.id = p_id;
  else
    if p_step <> 'sent again' then
      address := private.normal_recipient(m.channel, p_detail);
      if address is null then
        raise sqlstate 'PT400' using message = 'invalid_request', detail = 'no such address';
      end if;
      p_detail := private.recipient_of(m);
    end if;
    if p_step = 'address corrected for the order' then
      if m.order_id is null or not exists (select 1 from private.message_rules r where r.kind = m.kind and r.audience = 'buyer') then
        raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not a message to a buyer';
      end if;
      insert into private.order_addresses (order_id, channel, address) values (m.order_id, m.channel, address)
      on conflict on constraint order_addresses_pkey do update set address = excluded.address;
    end if;
    if address is null and m.is_uncertain and m.first_sent_at > now() - make_interval(secs => m.key_seconds * 0.95) then
      -- Its provider knows the key still: the same message again reaches nobody twice.
      update private.messages w set
        state = 'waiting', reason = null, attempts = 0, next_attempt_at = now(), finished_at = null, answered_at = null
      where w.id = p_id;
      insert into private.message_steps (message_id, actor_id, step) values (p_id, (select auth.uid()), p_step);
      return;
    end if;
    -- Made anew, from what is true now, under a key of its own.
    update private.messages w set
      round = w.round + 1, corrected_recipient = coalesce(address, w.corrected_recipient), state = 'waiting', reason = null, content = null,
      attempts = 0, is_uncertain = false, provider = null, provider_id = null, lease = null, first_sent_at = null,
      next_attempt_at = now(), finished_at = null, answered_at = null
    where w.id = p_id;
  end if;
  insert into private.message_steps (message_id, actor_id, step, detail) values (p_id, (select auth.uid()), p_step, p_detail);
end;
$$;

create function public.send_message_again(p_id uuid, p_recipient text default null, p_for_order boolean default false) returns jsonb
language sql set search_path = '' as $$
  select private.take_message_step(p_id, case
    when p_recipient is null then 'sent again'
    when p_for_order then 'address corrected for the order'
    else 'address corrected' end, p_recipient);
  select public.message_detail(p_id);
$$;

comment on function public.send_message_again is
  'A message that has ended, sent within a minute: the same one under the same key while its provider remembers that, otherwise made anew if '
  'it is still true; also to another address, to which the further messages about its order go too when p_for_order is set. Returns MessageDetail. '
  'PT400 no such address; PT403; PT404; PT409 transition_refused.';

create function public.stop_message(p_id uuid) returns jsonb
language sql set search_path = '' as $$
  select private.take_message_step(p_id, 'stopped', null);
  select public.message_detail(p_id);
$$;

comment on function public.stop_message is 'A message that waits is not sent any more. Returns MessageDetail. PT403; PT404; PT409 transition_refused.';

create function public.answer_message(p_id uuid, p_reason text) returns jsonb
language sql set search_path = '' as $$
  select private.take_message_step(p_id, 'answered', p_reason);
  select public.message_detail(p_id);
$$;

comment on function public.answer_message is
  'The owner has settled a message in trouble another way: it is no alert any more. Returns MessageDetail. PT403; PT404; PT409 transition_refused.';

create function public.unblock_message_address(p_id uuid) returns jsonb
language sql set search_path = '' as $$
  select private.take_message_step(p_id, 'address unblocked', null);
  select public.message_detail(p_id);
$$;

comment on function public.unblock_message_address is
  'The address of this message may be written to again. Sends nothing by itself. Returns MessageDetail. PT403; PT404; PT409 transition_refused.';

grant execute on function private.take_message_step, public.list_messages, public.message_detail,
  public.send_message_again, public.stop_message, public.answer_message,
  public.unblock_message_address to authenticated;
