-- Random values for the other files: the same for the same seed, on any machine. They last as long as the connection.

create function pg_temp.chance(p_what text, p_n bigint) returns double precision
language sql stable as $$
  -- 53 bits of a hash: from 0 up to, but not, 1.
  select (hashtextextended(p_what || ':' || p_n, current_setting('large_seed.seed')::bigint) & 9007199254740991)::double precision
    / 9007199254740992;
$$;

create function pg_temp.pick(p_from text[], p_what text, p_n bigint) returns text
language sql stable as $$
  select p_from[1 + floor(pg_temp.chance(p_what, p_n) * array_length(p_from, 1))::integer];
$$;

create function pg_temp.id_of(p_what text, p_n bigint) returns uuid
language sql stable as $$
  select overlay(overlay(md5(current_setting('large_seed.seed') || p_what || p_n) placing '4' from 13) placing '8' from 17)::uuid;
$$;

-- As private.time_ordered_uuid() makes them.
create function pg_temp.id_at(p_at timestamptz, p_what text, p_n bigint) returns uuid
language sql stable as $$
  select overlay(overlay(pg_temp.id_of(p_what, p_n)::text placing '7' from 15)
    placing overlay(lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') placing '-' from 9 for 0) from 1)::uuid;
$$;

create function pg_temp.count_of(p_what text) returns bigint
language sql stable as $$
  select current_setting('large_seed.' || p_what)::bigint;
$$;

-- A moment between the first order and now: 0 is so many years ago, 1 is now.
create function pg_temp.moment(p_part double precision) returns timestamptz
language sql stable as $$
  select date_trunc('second', now() - interval '365 days' * pg_temp.count_of('years') * (1 - p_part));
$$;

-- The first admin, null before there is one.
create temp table owner as
select (select u.id from public.users u where u.role = 'admin' order by u.created_at limit 1) as id;
