-- An order that its buyer finds again: by number and contact, by its link, from an account.
-- Who calls: the shop's functions for a buyer; admins for the link of an order.
set check_function_bodies = off;

create function private.is_contact_of(o public.orders, p_contact jsonb) returns boolean
language sql immutable set search_path = '' as $$
  -- All orders of erased buyers have the same placeholders, so these match nobody.
  select o.erased_at is null
    and coalesce(o.customer_email = p_contact ->> 'email' or o.customer_phone = p_contact ->> 'phone', false);
$$;

comment on function private.is_contact_of is
  'Is it the e-mail or the phone on the order? p_contact: {email} in small letters or {phone} in the stored form.';

create function public.find_order(p_number text, p_contact jsonb) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('orderId', o.id, 'linkVersion', o.link_version)
  from public.orders o
  where right(o.id::text, 8) = lower(p_number) and private.is_contact_of(o, p_contact)
  order by o.created_at desc
  limit 1;
$$;

comment on function public.find_order is
  'The order with this number (the last eight characters of its id) and contact: {orderId, linkVersion}; '
  'null for any wrong guess.';
grant execute on function public.find_order to service_role;

create function public.links_of_number(p_number text) returns jsonb
-- Definer: the shop's functions reach no table.
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('orderId', o.id, 'linkVersion', o.link_version)), '[]')
  from public.orders o where right(o.id::text, 8) = lower(p_number);
$$;

comment on function public.links_of_number is
  'The orders with this number, nearly always one, whose links a short link may stand for: {orderId, linkVersion}[]. '
  'The key of the link decides.';
grant execute on function public.links_of_number to service_role;

create function private.next_link_version(p_order_id uuid) returns void
-- Definer: no other caller may change which links of an order work.
language sql security definer set search_path = '' as $$
  update public.orders o set link_version = o.link_version + 1 where o.id = p_order_id;
$$;

create function public.renew_order_link(p_sid text, p_order_id uuid) returns jsonb
-- Definer: the shop's functions reach no table.
language plpgsql security definer set search_path = '' as $$
declare
  renewed public.orders;
begin
  select * into renewed from public.orders o where o.id = p_order_id for update;
  perform private.refuse_missing(private.order_view(p_sid, renewed) is distinct from 'full');
  perform private.next_link_version(p_order_id);
  return public.visible_order(p_sid, p_order_id);
end;
$$;

comment on function public.renew_order_link is
  'The buyer makes a new link; all earlier ones open nothing any more. Order. '
  'PT404 for anyone who does not see all of it.';
grant execute on function public.renew_order_link to service_role;

create function public.link_version_as_owner(p_order_id uuid, p_is_renewed boolean default false) returns integer
-- Definer: an admin may change nothing else of an order.
language plpgsql security definer set search_path = '' as $$
declare
  version integer;
begin
  perform private.require_permission('messages');
  if p_is_renewed then
    perform private.next_link_version(p_order_id);
  end if;
  select o.link_version into version from public.orders o where o.id = p_order_id;
  perform private.refuse_missing(not found);
  return version;
end;
$$;

comment on function public.link_version_as_owner is
  'For which version the key of an order''s link is made. p_is_renewed: for a new one, and every earlier link opens '
  'nothing any more. PT403, PT404.';
grant execute on function public.link_version_as_owner to authenticated;

create function public.claim_order(p_sid text, p_order_id uuid, p_contact jsonb) returns jsonb
-- Definer: no role may change whose order it is. Only this function may, for the order of a guest in the same browser.
language plpgsql security definer set search_path = '' as $$
declare
  claimant uuid;
  claimed public.orders;
begin
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
  perform private.refuse_missing(claimed.id is null or claimed.user_id is not null);
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

comment on function public.claim_order is
  'The account that is signed in to a session takes over an order that a guest placed in it: Order; null when the '
  'contact is not the order''s. PT401; PT404 when it is not this session''s, or another account''s.';
grant execute on function public.claim_order to service_role;
