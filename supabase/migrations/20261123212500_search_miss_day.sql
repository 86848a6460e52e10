-- The day on which a search was last made and found nothing is Kenya's, as all days that the owner reads. It was UTC's, and so
-- the day before until three in the morning.
-- Who reads: admins, through list_search_misses. Who writes: the shop, when a search finds nothing.

alter table private.search_misses alter column last_day set default private.nairobi_day(now());

create or replace function private.record_search_miss(p_query text) returns void
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
