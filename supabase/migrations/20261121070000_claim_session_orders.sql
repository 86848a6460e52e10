-- A guest's orders follow them into the account they sign in to or register.
-- Who calls: public.replace_session() at every sign-in. Who else may change whose order it is: nobody.

-- A repeated request is looked up by its key; the claim looks it up by its order.
create index idempotency_keys_by_order on private.idempotency_keys ((reply -> 'order' ->> 'id'));

create function private.claim_session_orders(p_sid text) returns integer
language plpgsql
-- Definer: no role may rewrite whose order it is; this one sentence may, and only from nobody's to the session's own.
security definer
set search_path = ''
as $$
declare
  owner uuid;
  claimed uuid[];
begin
  select (s.sess ->> 'userId')::uuid into owner from private.sessions s where s.sid = p_sid and s.expire > now();
  if owner is null then
    return 0;
  end if;
  with taken as (
    update public.orders o set user_id = owner
    where o.user_id is null
      and o.id in (select so.order_id from private.session_orders so where so.sid = p_sid)
    returning o.id
  )
  select coalesce(array_agg(t.id), '{}') into claimed from taken t;
  -- A request of the guest that is repeated after the sign-in is still the same request.
  update private.idempotency_keys k
  set user_id = owner, reply = jsonb_set(k.reply, '{order,userId}', to_jsonb(owner))
  where k.reply -> 'order' ->> 'id' = any (claimed::text[]);
  return coalesce(array_length(claimed, 1), 0);
end;
$$;

comment on function private.claim_session_orders(text) is 'Gives the orders a guest placed in this session to the account that is signed in to it; how many. An order that has an owner keeps them.';
grant execute on function private.claim_session_orders(text) to service_role;

create or replace function public.replace_session(p_old_sid text, p_new_sid text, p_sess jsonb, p_days integer) returns void
language plpgsql
set search_path = ''
as $$
begin
  -- The cookie changes when a person signs in (a planted cookie is worth nothing); the orders of the visit stay with it.
  update private.sessions s
  set sid = p_new_sid, sess = p_sess, expire = now() + make_interval(days => p_days), refresh_lease_until = '-infinity'
  where s.sid = p_old_sid and s.expire > now();
  if not found then
    perform public.open_session(p_new_sid, p_sess, p_days);
  end if;
  perform private.claim_session_orders(p_new_sid);
end;
$$;

comment on function public.replace_session(text, text, jsonb, integer) is 'Sign-in: new cookie, new content, and the orders placed as a guest become the account''s.';
