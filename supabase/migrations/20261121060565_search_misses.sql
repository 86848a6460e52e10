-- What shoppers search for and do not find: counted without the person, and shown to the owner.
-- Who reads: admins, through list_search_misses. Who writes: the shop, when a search finds nothing; admins take rows off.

create table private.search_misses (
  query text primary key check (query ~ '\S' and char_length(query) <= 80),
  times integer not null default 1,
  -- Kenya's, as all days that the owner reads.
  last_day date not null default private.nairobi_day(now())
);

comment on table private.search_misses is 'What was searched for and not found, without the person: kept for 90 days after the last time.';

create function public.record_search_miss(p_query text) returns void
-- Definer: nobody reads or writes the table itself.
language sql security definer set search_path = '' as $$
  insert into private.search_misses as m (query)
  select t.query from (select btrim(regexp_replace(private.normalize_for_search(left(p_query, 80)), '\s+', ' ', 'g')) as query) t
  where t.query ~ '[a-z]'
    -- An address or a phone number that was typed into the wrong field is nobody's business.
    and t.query !~ '@' and regexp_replace(t.query, '\D', '', 'g') !~ '(254|0)[17][0-9]{8}'
    -- Whoever types nonsense by the thousand does not fill the disk; what is asked for again still counts.
    and ((select count(*) from private.search_misses) < 2000 or exists (select 1 from private.search_misses e where e.query = t.query))
  on conflict (query) do update set times = m.times + 1, last_day = private.nairobi_day(now());
$$;

comment on function public.record_search_miss is 'Counts a search that found nothing, unless it looks like an address or a phone number.';
grant execute on function public.record_search_miss to service_role;

create function private.search_misses_as_json() returns jsonb
-- Definer: nobody reads the table itself.
language sql stable security definer set search_path = '' as $$
  select private.require_admin();
  select coalesce(jsonb_agg(jsonb_build_object('query', m.query, 'times', m.times, 'lastDay', m.last_day)
    order by m.times desc, m.last_day desc, m.query), '[]')
  from (select * from private.search_misses order by times desc, last_day desc, query limit 100) m;
$$;

create function private.forget_search_miss(p_query text) returns void
-- Definer: nobody writes the table itself.
language sql security definer set search_path = '' as $$
  select private.require_admin();
  delete from private.search_misses m where m.query = p_query;
$$;

grant execute on function private.search_misses_as_json, private.forget_search_miss to authenticated;

create function public.list_search_misses() returns jsonb
language sql stable set search_path = '' as $$
  select private.search_misses_as_json();
$$;

create function public.forget_search_miss(p_query text) returns jsonb
language sql set search_path = '' as $$
  select private.forget_search_miss(p_query);
  select private.search_misses_as_json();
$$;

comment on function public.list_search_misses is 'SearchMiss[]: the hundred searches without a result that were made most often. PT403.';
comment on function public.forget_search_miss is 'Takes a search off the list; when it is made again it comes back. Returns SearchMiss[]. PT403.';
grant execute on function public.list_search_misses, public.forget_search_miss to authenticated;
