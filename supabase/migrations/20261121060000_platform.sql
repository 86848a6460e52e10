-- Schemas, default rights and what many tables use. No role has a right that is not granted by name.
-- Who reads: every other file. Who writes: migrations.
set check_function_bodies = off;

create schema if not exists private;
comment on schema private is 'What the Data API never exposes: sessions, holds, idempotency, rules for policies.';

create schema if not exists extensions;

revoke all on schema private from public;
revoke all on schema public from public, anon;
-- Nothing for anon: the functions, which count, are the only door of who has not signed in.
grant usage on schema public to authenticated, service_role;

-- Supabase grants everything on new objects of these schemas to its three roles on older projects and nothing on
-- newer ones. Here both start with nothing.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
-- By default Postgres lets everybody execute a new function.
alter default privileges revoke execute on functions from public;

grant usage on schema private to authenticated;

create function private.set_updated_at() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

comment on function private.set_updated_at is 'Sets updated_at on every update, whoever makes it.';

create function private.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- A product that was never ordered may be erased together with its movements: that delete comes from the foreign key.
  if tg_op = 'DELETE' and tg_table_name = 'stock_movements' and pg_trigger_depth() > 1 then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end;
$$;

-- Every allowed change of a status, by name. Whatever is not in this table cannot happen, whoever tries.
create table private.status_transitions (
  subject text not null check (subject in ('order', 'transaction', 'shipment')),
  name text not null,
  from_status text not null,
  to_status text not null,
  primary key (subject, name),
  unique (subject, from_status, to_status)
);

comment on table private.status_transitions is 'The state machines of orders, transactions and shipments.';

create function private.guard_status() returns trigger
-- Definer: who writes a status may not read the rules.
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise sqlstate 'PT409' using
        message = 'transition_refused',
        detail = format('a new %s is pending, not %s', tg_argv[0], new.status);
    end if;
  elsif new.status <> old.status and not exists (
    select 1 from private.status_transitions t
    where t.subject = tg_argv[0] and t.from_status = old.status and t.to_status = new.status
  ) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = old.status || ' to ' || new.status;
  end if;
  return new;
end;
$$;

comment on function private.guard_status() is
  'Lets only the transitions of private.status_transitions happen. The argument is the subject there.';

create function private.time_ordered_uuid() returns uuid
language plpgsql volatile set search_path = '' as $$
begin
  -- The first 48 of the 122 random bits become the milliseconds; bits 52 and 53 turn the version from 4 into 7.
  return encode(set_bit(set_bit(overlay(
    uuid_send(gen_random_uuid()) placing substring(
      int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3
    ) from 1
  ), 52, 1), 53, 1), 'hex')::uuid;
end;
$$;

comment on function private.time_ordered_uuid is
  'A UUID of version 7 (RFC 9562): the time, then 74 random bits. For tables that grow with the orders: new entries of '
  'their indexes fill the last page, where those of random ids leave each page a third empty.';

create function private.iso_time(p_at timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return to_char(p_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end;
$$;

comment on function private.iso_time is 'A time as the contract writes it: ISO 8601, UTC, milliseconds.';
grant execute on function private.iso_time to authenticated;

create function private.nairobi_day(p_at timestamptz) returns date
language plpgsql stable set search_path = '' as $$
begin
  return (p_at at time zone 'Africa/Nairobi')::date;
end;
$$;

comment on function private.nairobi_day is 'The calendar day in Kenya.';
grant execute on function private.nairobi_day to authenticated;

create function private.nairobi_midnight(p_day date) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  return p_day::timestamp at time zone 'Africa/Nairobi';
end;
$$;

comment on function private.nairobi_midnight is 'When a calendar day begins in Kenya.';

create function private.day_or_time(p_at timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case (p_at at time zone 'Africa/Nairobi')::time when '00:00' then private.nairobi_day(p_at)::text
    else private.iso_time(p_at) end;
end;
$$;

comment on function private.day_or_time is
  'When money came or went: YYYY-MM-DD of what is known by its day alone, which is stored as the beginning of that '
  'day; else ISO 8601.';
grant execute on function private.day_or_time to authenticated;

create function private.request_hash(p_request jsonb) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(p_request::text, 'UTF8')), 'hex');
end;
$$;

comment on function private.request_hash is
  'Kept beside the key of a request of staff: the same key with another request is refused as key_reused.';

create function private.refuse_missing(p_is_missing boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_is_missing then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
end;
$$;

create function private.refuse_invalid(p_is_invalid boolean, p_detail text) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_is_invalid then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = p_detail;
  end if;
end;
$$;

create function private.require_json(p_value jsonb, p_type text, p_most integer default 1000) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_invalid(
    jsonb_typeof(p_value) is distinct from p_type
      or case p_type when 'array' then jsonb_array_length(p_value) > p_most else false end,
    format('an %s, of %s at most', p_type, p_most)
  );
end;
$$;

create function private.refuse_reused_key(p_is_reused boolean) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if p_is_reused then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
end;
$$;

comment on function private.refuse_missing is 'PT404 not_found for what does not exist, or the caller may not know of.';
comment on function private.refuse_invalid is
  'PT400 invalid_request, with what is wrong in words; null refuses nothing.';
comment on function private.require_json is
  'PT400 for JSON of another type (array, object), or for a longer array.';
comment on function private.refuse_reused_key is
  'PT409 key_reused: the key of a write came before, with something else in it.';
grant execute on function
  private.refuse_missing, private.refuse_invalid, private.refuse_reused_key, private.require_json
to authenticated;

create function private.require_text(p_text text, p_most integer default 1000) returns void
language plpgsql immutable set search_path = '' as $$
begin
  perform private.refuse_invalid(
    coalesce(p_text !~ '\S', true) or char_length(p_text) > p_most, 'a text of 1 to ' || p_most || ' letters'
  );
end;
$$;

comment on function private.require_text is
  'What staff must type: PT400 for an empty or too long text, before a table refuses it. The table''s own refusal '
  'would name the whole row to the caller and in the log.';
grant execute on function private.require_text to authenticated;

create function private.history_actor() returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return coalesce(
    auth.uid(),
    -- The shop's functions may act for a person; only a caller with the secret key may say so.
    case when current_setting('role', true) = 'service_role' then
      substring(nullif(current_setting('request.headers', true), '')::json ->> 'x-shop-actor'
        from '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$')::uuid
    end
  );
end;
$$;

comment on function private.history_actor is
  'The account behind the present change: the caller''s own, or the one that the shop''s functions name in the header '
  'x-shop-actor.';
