-- What is stored about an account, for its user to download; erasing a user while the records of sales stay; and deleting what nobody needs any more.
-- Who calls: the api function with the secret key for the user who is signed in; the jobs of the shop.
set check_function_bodies = off;

create function public.account_export(p_user_id uuid) returns jsonb
-- Definer: nobody else reads all of it.
language sql stable security definer set search_path = '' as $$
  with orders as (
    select o.* from public.orders o where o.user_id = p_user_id
  )
  select jsonb_build_object(
    'exportedAt', private.iso_time(now()),
    'profile', private.user_as_json(u),
    'unconfirmedAddresses', coalesce((
      select jsonb_agg(distinct c.email) from private.email_confirmations c where c.user_id = u.id and c.email <> u.email
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(private.order_as_json(o) || jsonb_build_object('language', o.language, 'whatsappConsentAt', private.iso_time(o.whatsapp_consent_at))
        order by o.created_at, o.id)
      from public.orders o where o.user_id = u.id
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object('orderId', n.order_id, 'text', n.text, 'createdAt', private.iso_time(n.created_at)) order by n.created_at, n.id)
      from public.order_notes n where n.order_id in (select o.id from orders o)
    ), '[]'),
    'cart', coalesce((select c.items from public.carts c where c.user_id = u.id), '[]'),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m), 'language', m.language, 'state', m.state,
        'orderId', m.order_id, 'createdAt', private.iso_time(m.created_at),
        -- A link in a text opens what it is about, for whoever reads the file.
        'subject', m.content ->> 'subject', 'text', regexp_replace(m.content ->> 'text', '#\S+', '#…', 'g')
      ) order by m.created_at, m.id)
      from private.messages m join private.message_rules r on r.kind = m.kind and r.audience <> 'owner'
      where m.order_id in (select o.id from orders o) or (r.audience = 'account' and (m.user_id = u.id or m.recipient = u.email))
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', s.device, 'signedInAt', private.iso_time(s.signed_in_at), 'lastUsedAt', private.iso_time(s.last_used_at),
        'expiresAt', private.iso_time(s.expire))
        order by s.signed_in_at, s.sid)
      from private.sessions s where s.sess ->> 'userId' = u.id::text and s.expire > now()
    ), '[]'),
    'history', coalesce((
      select jsonb_agg(jsonb_build_object(
        'at', private.iso_time(h.at), 'table', h.table_name, 'rowId', h.row_id, 'operation', h.operation,
        'before', h.before, 'after', h.after, 'byYourself', coalesce(h.actor_id = u.id, false)
      ) order by h.id)
      from public.history h where h.row_id = u.id or h.row_id in (select o.id from orders o)
    ), '[]')
  )
  from public.users u where u.id = p_user_id;
$$;

comment on function public.account_export is 'Everything stored about an account, without secrets: AccountExport; null when there is no such account.';
grant execute on function public.account_export to service_role;
create function private.orders_to_erase(p_user_id uuid) returns setof public.orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o where o.user_id = p_user_id
  union all
  -- What they ordered as a guest, where the address is theirs for certain.
  select o.* from public.users u
  join public.orders o on o.user_id is null and lower(o.customer_email) = u.email
  where u.id = p_user_id and u.email_confirmed_at is not null;
$$;

comment on function private.orders_to_erase is 'The orders of an account, and those of a guest with its confirmed address.';

create function private.obstacles_to_erasing(p_order_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('orderId', o.id, 'reason', o.reason) order by o.created_at, o.id)
  from (
    select o.id, o.created_at, case
      when exists (select 1 from public.owner_tasks k where k.order_id = o.id and k.closed_at is null) then 'money'
      when o.status = 'paid' then 'delivery'
      -- The bank has not decided: the card page may be open, or its answer on the way.
      when o.status in ('pending', 'failed') and (
        private.payment_step(o.id) = 'wait'
        or exists (select 1 from public.transactions t where t.order_id = o.id and t.status = 'pending')
      ) then 'payment'
      when o.status <> 'completed' and (select m.received_cents > 0 from private.money_of_order(o.id) m) then 'money'
    end as reason
    from public.orders o where o.id = any (p_order_ids)
  ) o
  where o.reason is not null;
$$;

comment on function private.obstacles_to_erasing is
  'The contract''s ErasureObstacle[]: orders whose buyer the shop still needs; null when there are none.';

create function public.erase_account(p_user_id uuid) returns void
-- Definer: nobody else may replace what a buyer typed, or delete an account.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  addresses text[];
  order_ids uuid[];
  obstacles jsonb;
  unpaid uuid;
begin
  perform private.end_sign_ins(p_user_id);
  select * into person from public.users u where u.id = p_user_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if person.role = 'admin' then
    raise sqlstate 'PT409' using message = 'erase_admin';
  end if;
  select coalesce(array_agg(o.id), '{}') into order_ids from private.orders_to_erase(p_user_id) o;
  perform 1 from public.orders o where o.id = any (order_ids) order by o.id for update;
  obstacles := private.obstacles_to_erasing(order_ids);
  if obstacles is not null then
    raise sqlstate 'PT409' using message = 'erase_later', detail = obstacles::text;
  end if;

  -- Nobody pays for it any more.
  for unpaid in select o.id from public.orders o where o.id = any (order_ids) and o.status in ('pending', 'failed') loop
    perform private.cancel_order(unpaid);
  end loop;
  addresses := array(
    select distinct lower(e.email) from (
      select person.email as email
      union all
      select h.before ->> 'email' from public.history h where h.table_name = 'users' and h.row_id = p_user_id
    ) e where e.email is not null
  );

  delete from private.blocked_addresses b
  where b.address = any (addresses) or b.address = person.phone
    or exists (select 1 from public.orders o where o.id = any (order_ids) and b.address in (lower(o.customer_email), o.customer_phone));
  delete from private.message_events e using private.sent_messages s
  where s.provider = e.provider and s.provider_id = e.provider_id and (s.recipient = any (addresses) or s.message_id in (
    select m.id from private.messages m where m.order_id = any (order_ids) or m.user_id = p_user_id
  ));
  delete from private.messages m using private.message_rules r
  where r.kind = m.kind and (
    (r.audience = 'buyer' and m.order_id = any (order_ids))
    or (r.audience = 'account' and (m.user_id = p_user_id or m.recipient = any (addresses)))
  );
  -- Those to the owner name the buyer in their text.
  update private.messages m set content = null where m.order_id = any (order_ids) and m.content is not null;
  delete from private.order_addresses a where a.order_id = any (order_ids);
  delete from private.session_orders so where so.order_id = any (order_ids);
  delete from private.idempotency_keys k where k.user_id = p_user_id or k.reply -> 'order' ->> 'id' = any (order_ids::text[]);
  delete from private.sign_in_attempts a
  where a.email_hash in (select encode(sha256(convert_to(e, 'UTF8')), 'hex') from unnest(addresses) e);

  update public.orders o set
    customer_name = 'Erased', customer_email = 'erased@shop.invalid', customer_phone = '0000000000', customer_address = 'Erased',
    whatsapp_consent_at = null, link_version = o.link_version + 1, erased_at = now()
  where o.id = any (order_ids);
  -- The profile, the cart, links to confirm an address, second factors and all sign-ins go with it.
  delete from auth.users u where u.id = p_user_id;
  if to_regclass('auth.audit_log_entries') is not null then
    execute 'delete from auth.audit_log_entries a where strpos(a.payload::text, $1) > 0' using p_user_id::text;
  end if;

  -- Last: what was done above is in the history, too.
  perform private.erase_person_from_history(p_user_id, order_ids);
end;
$$;

comment on function public.erase_account is
  'Erases a person at once: the account with its cart, sessions, messages and sign-ins is gone, and their orders stay as records of sales '
  'without name, e-mail, phone and address. Unpaid orders are cancelled. PT404; PT409 erase_admin, erase_later (detail: ErasureObstacle[]).';
grant execute on function public.erase_account to service_role;
create function public.purge_expired(p_limit integer default 500) returns integer
-- Definer: nobody writes these tables directly.
language plpgsql security definer set search_path = '' as $$
declare
  purged integer := 0;
  part integer;
  rule record;
begin
  for rule in
    select * from (values
      ('sessions', 1, 'expire < now() - interval ''1 day'''),
      ('idempotency_keys', 1, 'created_at < now() - interval ''30 days'''),
      -- Small rows, of which one address can write a thousand in a minute.
      ('rate_counts', 40, 'used_until < now()'),
      ('sign_in_attempts', 1, 'greatest(failed_at, signed_in_at) < now() - interval ''180 days'''),
      ('email_confirmations', 1, 'expires_at < now()'),
      -- Nobody can use a sign-in that the auth service has ended.
      ('verified_sign_ins', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('staff_uses', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('search_misses', 1, 'last_day < current_date - 90')
    ) t (name, share, is_over)
  loop
    execute format('delete from private.%1$I where ctid = any (array(select r.ctid from private.%1$I r where %2$s limit $1))', rule.name, rule.is_over)
    using p_limit * rule.share;
    get diagnostics part = row_count;
    purged := purged + part;
  end loop;
  return purged;
end;
$$;

comment on function public.purge_expired is
  'Deletes what nobody needs any more, so many rows of each kind (of the counts of limits, forty times as many): sessions a day after their end, idempotency keys after 30 days, limits '
  'that are not in use, attempts to sign in after 180 days, expired links to confirm an address, what is known about sign-ins of staff that have ended, searches without a result after 90 days. Returns how many.';
grant execute on function public.purge_expired to service_role;
