-- Ways to an order besides the session and account that placed it: its link, its number with a contact, and claiming it.
-- Who calls: the api function with the secret key; admins with their own token renew a link.

create table private.attempts (
  kind text not null,
  address_hash text not null,
  started_at timestamptz not null default now(),
  count integer not null default 1,
  primary key (kind, address_hash)
);

comment on table private.attempts is 'How often an address has tried to guess something since started_at. Written by private.take_attempt() alone.';
comment on column private.attempts.address_hash is 'SHA-256 of the caller''s address, in hex.';

create index attempts_by_age on private.attempts (started_at);

create function private.take_attempt(p_kind text, p_address_hash text) returns void
-- Definer: nobody reads or changes what has been counted.
language plpgsql security definer set search_path = '' as $$
declare
  taken integer;
begin
  delete from private.attempts a where a.started_at < now() - interval '1 hour';
  insert into private.attempts as a (kind, address_hash) values (p_kind, p_address_hash)
  on conflict (kind, address_hash) do update set
    started_at = case when a.started_at < now() - interval '1 minute' then now() else a.started_at end,
    count = case when a.started_at < now() - interval '1 minute' then 1 else a.count + 1 end
  returning a.count into taken;
  if taken > 6 then
    raise sqlstate 'PT429' using message = 'too_many_requests';
  end if;
end;
$$;

comment on function private.take_attempt is 'Counts an attempt to guess, right or wrong. PT429 after six from one address in a minute.';
grant execute on function private.take_attempt to service_role;

create function private.is_contact_of(o public.orders, p_contact jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(lower(o.customer_email) = p_contact ->> 'email' or o.customer_phone = p_contact ->> 'phone', false);
$$;

comment on function private.is_contact_of is 'Is it the e-mail or the phone on the order? p_contact: {email} in small letters or {phone} in the stored form.';
grant execute on function private.is_contact_of to service_role;

create function public.find_order(p_address_hash text, p_number text, p_contact jsonb) returns jsonb
language plpgsql set search_path = '' as $$
begin
  perform private.take_attempt('find order', p_address_hash);
  return (
    select jsonb_build_object('orderId', o.id, 'linkVersion', o.link_version)
    from public.orders o
    where right(o.id::text, 8) = lower(p_number) and private.is_contact_of(o, p_contact)
    order by o.created_at desc
    limit 1
  );
end;
$$;

comment on function public.find_order is
  'The order with this number (the last eight characters of its id) and contact: {orderId, linkVersion}; null for any wrong guess. PT429.';
grant execute on function public.find_order to service_role;

create function public.links_of_number(p_number text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('orderId', o.id, 'linkVersion', o.link_version)), '[]')
  from public.orders o where right(o.id::text, 8) = lower(p_number);
$$;

comment on function public.links_of_number is
  'The orders with this number, nearly always one, whose links a short link may stand for: {orderId, linkVersion}[]. The key of the link decides.';
grant execute on function public.links_of_number to service_role;

create function private.next_link_version(p_order_id uuid) returns void
-- Definer: nobody else may change which links of an order work.
language sql security definer set search_path = '' as $$
  update public.orders o set link_version = o.link_version + 1 where o.id = p_order_id;
$$;

grant execute on function private.next_link_version to service_role;

create function public.renew_order_link(p_sid text, p_order_id uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  renewed public.orders;
begin
  select * into renewed from public.orders o where o.id = p_order_id for update;
  if private.order_view(p_sid, renewed) is distinct from 'full' then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  perform private.next_link_version(p_order_id);
  return public.visible_order(p_sid, p_order_id);
end;
$$;

comment on function public.renew_order_link is 'The buyer makes a new link; all earlier ones open nothing any more. Order. PT404 for who does not see all of it.';
grant execute on function public.renew_order_link to service_role;

create function private.renew_link_as_owner(p_order_id uuid) returns void
-- Definer: an admin may change nothing else of an order.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select 1 from public.orders o where o.id = p_order_id) then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  perform private.next_link_version(p_order_id);
end;
$$;

grant execute on function private.renew_link_as_owner to authenticated;

create function public.renew_link_as_owner(p_order_id uuid) returns void
language sql set search_path = '' as $$
  select private.renew_link_as_owner(p_order_id);
$$;

comment on function public.renew_link_as_owner is 'The owner ends every link of an order; its buyer finds the new one on the order''s page. PT403, PT404.';
grant execute on function public.renew_link_as_owner to authenticated;

create function private.claim_order(p_sid text, p_order_id uuid, p_address_hash text, p_contact jsonb) returns jsonb
-- Definer: no role may change whose order it is. Only this function may, for the order of a guest in the same browser.
language plpgsql security definer set search_path = '' as $$
declare
  claimant uuid;
  claimed public.orders;
begin
  perform private.take_attempt('claim order', p_address_hash);
  select (s.sess ->> 'userId')::uuid into claimant from private.sessions s where s.sid = p_sid and s.expire > now();
  if claimant is null then
    raise sqlstate 'PT401' using message = 'not_signed_in';
  end if;
  select o.* into claimed from public.orders o
  join private.session_orders so on so.order_id = o.id and so.sid = p_sid
  where o.id = p_order_id for update of o;
  if claimed.user_id = claimant then
    return private.order_as_seen(claimed, 'full');
  end if;
  if claimed.id is null or claimed.user_id is not null then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  -- An answer, not a refusal: what is refused is taken back, the count of attempts too.
  if not private.is_contact_of(claimed, p_contact) then
    return null;
  end if;
  update public.orders o set user_id = claimant, claimed_at = now() where o.id = p_order_id returning * into claimed;
  update private.idempotency_keys k
  set user_id = claimant, reply = jsonb_set(k.reply, '{order,userId}', to_jsonb(claimant))
  where k.reply -> 'order' ->> 'id' = p_order_id::text;
  return private.order_as_seen(claimed, 'full');
end;
$$;

grant execute on function private.claim_order to service_role;

create function public.claim_order(p_sid text, p_order_id uuid, p_address_hash text, p_contact jsonb) returns jsonb
language sql set search_path = '' as $$
  select private.claim_order(p_sid, p_order_id, p_address_hash, p_contact);
$$;

comment on function public.claim_order is
  'The account that is signed in to a session takes over an order that a guest placed in it: Order; null when the contact is not the '
  'order''s. PT401; PT404 when it is not this session''s, or another account''s; PT429.';
grant execute on function public.claim_order to service_role;
