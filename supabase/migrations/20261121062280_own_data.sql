-- What is stored about an account, for its person to download.
-- Who calls: the api function with the secret key, for the person who is signed in.

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
