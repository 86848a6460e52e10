-- The dashboard's table of people: one page of it, searched and sorted, and how many there are.
-- Who calls: admins with their own token.

create function private.find_people(
  p_search text, p_role text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, out ids uuid[], out total bigint
)
language plpgsql
stable
-- Definer: LIKE is not leakproof, so under row-level security no search could use the trigram index. It tells an admin
-- nothing but ids; the rows are then read under the policies.
security definer
set search_path = ''
as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort when 'name' then 'lower(u.name)' when 'createdAt' then 'u.created_at' end;
  page_size integer := least(greatest(p_limit, 1), 200);
  page_start integer := greatest(p_offset, 0);
  words text;
  wanted text;
begin
  perform private.require_admin();
  if sorted_by is null then
    raise sqlstate 'PT400' using message = 'invalid_request', detail = 'unknown order';
  end if;
  select string_agg(format('u.search_text like %L', pattern), ' and ') into words
  from unnest(private.order_search_patterns(p_search)) pattern;
  wanted := coalesce(words, 'true') || case when p_role in ('admin', 'customer') then format(' and u.role = %L', p_role) else '' end;
  if words is not null then
    -- Found through their words first: walking the order until a page is full may walk nearly all of it.
    execute format('with found as materialized (select u.id, %s as place from public.users u where %s)
      select array(select f.id from found f order by f.place %s, f.id %s limit %s offset %s), (select count(*) from found)',
      sorted_by, wanted, direction, direction, page_size, page_start) into ids, total;
  else
    execute format('select array(select u.id from public.users u where %s order by %s %s, u.id %s limit %s offset %s),
      (select count(*) from public.users u where %s)',
      wanted, sorted_by, direction, direction, page_size, page_start, wanted) into ids, total;
  end if;
end;
$$;

comment on function private.find_people(text, text, text, boolean, integer, integer) is
  'Which accounts stand on a page of the dashboard''s table, and how many on all. PT400, PT403.';
grant execute on function private.find_people(text, text, text, boolean, integer, integer) to authenticated;

create function public.find_people(
  p_search text default '', p_role text default '', p_sort text default 'createdAt', p_descending boolean default true,
  p_limit integer default 50, p_offset integer default 0
) returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('total', f.total, 'people', coalesce((
    select jsonb_agg(private.user_as_json(u) || jsonb_build_object(
      'orders', (select count(*) from public.orders o where o.user_id = u.id)
    ) order by t.place)
    from unnest(f.ids) with ordinality t (id, place) join public.users u on u.id = t.id
  ), '[]'))
  from private.find_people(p_search, p_role, p_sort, p_descending, p_limit, p_offset) f;
$$;

comment on function public.find_people(text, text, text, boolean, integer, integer) is
  '{total, people: Person[]}. All words of p_search, in any of name, e-mail, phone; p_role: admin, customer or all; p_sort: createdAt, name. PT400, PT403.';
grant execute on function public.find_people(text, text, text, boolean, integer, integer) to authenticated;
