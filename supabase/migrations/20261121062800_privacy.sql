-- What is stored about an account, for its user to download; erasing a user while the records of sales stay; and
-- deleting what nobody needs any more.
-- Who calls: the api function with the secret key for the user who is signed in; the jobs of the shop.
set check_function_bodies = off;

create function public.account_export(p_user_id uuid) returns jsonb
-- Definer: no other function reads all of it.
language sql stable security definer set search_path = '' as $$
  with orders as (
    select o.* from public.orders o where o.user_id = p_user_id
  )
  select jsonb_build_object(
    'exportedAt', private.iso_time(now()),
    'profile', private.user_as_json(u),
    'unconfirmedAddresses', coalesce((
      select jsonb_agg(distinct c.email) from private.email_confirmations c
      where c.user_id = u.id and c.opens = 'confirmation' and c.email <> u.email
    ), '[]'),
    'orders', coalesce((
      select jsonb_agg(
        private.order_as_json(o)
        || jsonb_build_object('language', o.language, 'whatsappConsentAt', private.iso_time(o.whatsapp_consent_at))
        order by o.created_at, o.id
      )
      from public.orders o where o.user_id = u.id
    ), '[]'),
    'notes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'orderId', n.order_id, 'text', n.text, 'createdAt', private.iso_time(n.created_at)
      ) order by n.created_at, n.id)
      from public.order_notes n where n.order_id in (select o.id from orders o)
    ), '[]'),
    'customerNotes', coalesce((
      select jsonb_agg(jsonb_build_object(
        'orderId', n.order_id, 'text', n.text, 'createdAt', private.iso_time(n.created_at)
      ) order by n.created_at, n.id)
      from private.customer_notes n where n.order_id in (select o.id from private.orders_of_account(u.id) o)
    ), '[]'),
    'quotations', coalesce((
      select jsonb_agg(
        private.quotation_as_json(q) - 'order' || jsonb_build_object('orderId', q.order_id) order by q.created_at, q.id
      )
      from private.quotations q where q.id in (select private.quotations_of_account(u.id))
    ), '[]'),
    'cart', coalesce((select c.items from public.carts c where c.user_id = u.id), '[]'),
    'messages', coalesce((
      select jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'channel', m.channel, 'recipient', private.recipient_of(m), 'language', m.language,
        'state', m.state, 'orderId', m.order_id, 'createdAt', private.iso_time(m.created_at),
        -- A link in a text opens what it is about, for whoever reads the file.
        'subject', m.content ->> 'subject', 'text', regexp_replace(m.content ->> 'text', '#\S+', '#…', 'g')
      ) order by m.created_at, m.id)
      from private.messages m join private.message_rules r on r.kind = m.kind and r.audience <> 'owner'
      where m.order_id in (select o.id from orders o) or (
        r.audience = 'account' and (m.user_id = u.id
          -- Another account may have named this address: what it was written is this person's once the address is.
          or (m.recipient = u.email and u.email_confirmed_at is not null))
      )
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object(
        'device', s.device, 'signedInAt', private.iso_time(s.signed_in_at),
        'lastUsedAt', private.iso_time(s.last_used_at),
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

comment on function public.account_export is
  'Everything stored about an account, without secrets: AccountExport; null when there is no such account.';
grant execute on function public.account_export to service_role;

create function private.orders_of_account(p_user_id uuid) returns setof public.orders
language sql stable set search_path = '' as $$
  select o.* from public.orders o where o.user_id = p_user_id
  union all
  -- What they ordered as a guest, where the address is theirs for certain.
  select o.* from public.users u
  join public.orders o on o.user_id is null and o.customer_email = u.email
  where u.id = p_user_id and u.email_confirmed_at is not null;
$$;

comment on function private.orders_of_account is
  'The orders of an account, and those of a guest with its confirmed address.';

create function private.quotations_of_account(p_user_id uuid) returns setof uuid
language sql stable set search_path = '' as $$
  select q.id from private.quotations q where q.user_id = p_user_id
  union
  select q.id from private.quotations q where q.order_id in (select o.id from private.orders_of_account(p_user_id) o)
  union
  select q.id from public.users u join private.quotations q on q.user_id is null and q.customer_email = u.email
  where u.id = p_user_id and u.email_confirmed_at is not null;
$$;

comment on function private.quotations_of_account is
  'The quotations that an account asked for, those of its orders, and those of a guest with its confirmed address.';

create function private.obstacles_to_erasing(p_order_ids uuid[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('orderId', o.id, 'reason', o.reason) order by o.created_at, o.id), '[]')
  from (
    select o.id, o.created_at, case
      when exists (select 1 from public.owner_tasks k where k.order_id = o.id and k.closed_at is null) then 'money'
      when o.status = 'paid' or (o.status in ('pending', 'failed') and private.has_left(o.id)) then 'delivery'
      -- The bank has not decided: the card page may be open, or its answer on the way.
      when o.status in ('pending', 'failed') and private.asked_of_order(o) <> 'nothing' then 'payment'
      when o.status = 'completed' and private.amount_due(o.id) > 0 then 'money'
      when o.status <> 'completed' and (select m.received_cents > 0 from private.money_of_order(o.id) m) then 'money'
    end as reason
    from public.orders o where o.id = any (p_order_ids)
  ) o
  where o.reason is not null;
$$;

comment on function private.obstacles_to_erasing is
  'The contract''s ErasureObstacle[]: those of these orders whose buyer the shop still needs.';

create function public.erasure_obstacles(p_user_id uuid) returns jsonb
-- Definer: what they ordered as a guest is read by no role.
language sql stable security definer set search_path = '' as $$
  select private.obstacles_to_erasing(array(select o.id from private.orders_of_account(p_user_id) o));
$$;

comment on function public.erasure_obstacles is 'ErasureObstacle[]: the orders that prevent erasing an account now.';
grant execute on function public.erasure_obstacles to service_role;

create function private.erase_messages(u public.users, p_order_ids uuid[], p_addresses text[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.blocked_addresses b
  where b.address = any (p_addresses) or b.address = u.phone
    or exists (
      select 1 from public.orders o where o.id = any (p_order_ids) and b.address in (o.customer_email, o.customer_phone)
    );
  delete from private.message_events e using private.sent_messages s
  where s.provider = e.provider
    and s.provider_id = e.provider_id
    and (
      s.recipient = any (p_addresses) or s.message_id in (
        select m.id from private.messages m where m.order_id = any (p_order_ids) or m.user_id = u.id
      )
    );
  delete from private.messages m using private.message_rules r
  where r.kind = m.kind and (
    (r.audience = 'buyer' and m.order_id = any (p_order_ids))
    or (r.audience = 'account' and (m.user_id = u.id or m.recipient = any (p_addresses)))
    or (
      m.kind = 'quotation' and split_part(m.subject, ' ', 1)::uuid in (select private.quotations_of_account(u.id))
    )
  );
  -- Those to the owner name the buyer in their text.
  update private.messages m set content = null where m.content is not null and (
    m.order_id = any (p_order_ids)
      or (m.kind = 'owner_quotation' and m.subject::uuid in (select private.quotations_of_account(u.id)))
  );
end;
$$;

comment on function private.erase_messages is
  'Messages to somebody, about their orders and from their addresses, and what providers said about them.';

create function public.erase_account(p_user_id uuid) returns void
-- Definer: no other caller may replace what a buyer typed, or delete an account.
language plpgsql security definer set search_path = '' as $$
declare
  person public.users;
  addresses text[];
  order_ids uuid[];
  unpaid uuid;
begin
  -- Quotations before the session and the account: accepting one locks in this order.
  perform 1 from private.quotations q
  where q.id in (select private.quotations_of_account(p_user_id))
  order by q.id for update;
  perform private.end_sign_ins(p_user_id);
  select * into person from public.users u where u.id = p_user_id for update;
  perform private.refuse_missing(not found);
  if person.role <> 'customer' then
    raise sqlstate 'PT409' using message = 'erase_staff';
  end if;
  select coalesce(array_agg(o.id), '{}') into order_ids from private.orders_of_account(p_user_id) o;
  perform 1 from public.orders o where o.id = any (order_ids) order by o.id for update;
  if private.obstacles_to_erasing(order_ids) <> '[]' then
    raise sqlstate 'PT409' using message = 'erase_later';
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

  perform private.erase_messages(person, order_ids, addresses);
  delete from private.customer_notes n where n.order_id = any (order_ids);
  delete from private.quotations q
  where q.order_id is null and q.id in (select private.quotations_of_account(p_user_id));
  -- Why the order, which stays, has these prices.
  update private.quotations q set
    user_id = null, customer_name = 'Erased', customer_email = 'erased@shop.invalid', customer_phone = null,
    customer_address = null,
    company_name = null, company_pin = null, purchase_order = null, note = '', payment_terms = '', delivery_time = '',
    whatsapp_consent = false, request_hash = '', link_version = q.link_version + 1
  where q.id in (select private.quotations_of_account(p_user_id));
  delete from private.order_addresses a where a.order_id = any (order_ids);
  delete from private.session_orders so where so.order_id = any (order_ids);
  delete from private.idempotency_keys k
  where k.user_id = p_user_id or k.reply -> 'order' ->> 'id' = any (order_ids::text[]);
  delete from private.sign_in_attempts a
  where a.email_hash in (select encode(sha256(convert_to(e, 'UTF8')), 'hex') from unnest(addresses) e);

  update public.orders o set
    customer_name = 'Erased', customer_email = 'erased@shop.invalid', customer_phone = '0000000000',
    customer_address = 'Erased', company_name = null, company_pin = null, purchase_order = null,
    whatsapp_consent_at = null, link_version = o.link_version + 1, erased_at = now()
  where o.id = any (order_ids);
  update private.papers p set content = p.content || '{"buyer": null}'
  where p.order_id = any (order_ids) and p.content -> 'buyer' <> 'null';
  update private.shipments s set waybill = null where s.order_id = any (order_ids) and s.waybill is not null;
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
  'Erases a person at once: the account with its cart, sessions, messages and sign-ins is gone, and their orders stay '
  'as records of sales without name, e-mail, phone and address. Unpaid orders are cancelled. PT404; '
  'PT409 erase_staff, erase_later.';
grant execute on function public.erase_account to service_role;

create function public.purge_expired(p_limit integer default 500) returns integer
-- Definer: no role may delete from all of these tables.
language plpgsql security definer set search_path = '' as $$
declare
  purged integer := 0;
  deleted integer;
  rule record;
begin
  for rule in
    select * from (values
      ('sessions', 1, 'expire < now() - interval ''1 day'''),
      ('idempotency_keys', 1, 'created_at < now() - interval ''30 days'''),
      -- Small rows, of which one address can write a thousand in a minute.
      ('rate_counts', 40, 'used_until < now()'),
      ('sign_in_attempts', 1, 'greatest(failed_at, signed_in_at) < now() - interval ''180 days'''),
      -- Anybody may try any address, so a failure of yesterday must not make its owner wait.
      ('sign_in_attempts', 40, 'signed_in_at is null and failed_at < now() - interval ''1 day'''),
      -- What blocks an address goes when the address is unblocked.
      ('messages', 1, 'user_id is not null and finished_at < now() - interval ''90 days''
        and not exists (select 1 from private.blocked_addresses b where b.message_id = r.id)'),
      ('email_confirmations', 1, 'expires_at < now()'),
      -- Nobody can use a sign-in that the auth service has ended.
      ('verified_sign_ins', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('staff_activity', 1, 'not exists (select 1 from auth.sessions s where s.id = r.session_id)'),
      ('search_misses', 1, 'last_day < current_date - 90'),
      -- An accepted one says why its order has these prices.
      ('quotations', 1, 'order_id is null and valid_until < now() - interval ''180 days''')
    ) t (name, share, is_over)
  loop
    execute format(
      'delete from private.%1$I where ctid = any (array(select r.ctid from private.%1$I r where %2$s limit $1))',
      rule.name, rule.is_over
    )
    using p_limit * rule.share;
    get diagnostics deleted = row_count;
    purged := purged + deleted;
  end loop;
  return purged;
end;
$$;

comment on function public.purge_expired is
  'Deletes what nobody needs any more, so many rows of each kind (forty times as many of the counts of limits and of '
  'failed attempts to sign in): sessions a day after their end, idempotency keys after 30 days, limits that are not in '
  'use, attempts to sign in after 180 days, and after a day where none has worked, mails about an account after 90 '
  'days, expired links to confirm an address, what is known about sign-ins of staff that have ended, searches without '
  'a result after 90 days, quotations 180 days after their last day that nobody accepted. Returns how many.';
grant execute on function public.purge_expired to service_role;
