-- Which orders a filter means, in which order, one page of them, and how many there are in all.
-- Who calls: admins with their own token, through public.list_order_page() and public.export_orders().

-- One for each way the dashboard sorts, for all orders and for those of one status; the id breaks ties.
create index orders_by_total on public.orders (total_amount desc, id desc);
create index orders_by_status_newest on public.orders (status, created_at desc, id desc);
create index orders_by_status_total on public.orders (status, total_amount desc, id desc);

create function private.order_conditions(p_filter jsonb) returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(string_agg(condition, ' and '), 'true')
  from (
    select format('o.search_text like %L', pattern) as condition
    from unnest(private.order_search_patterns(p_filter ->> 'text')) pattern
    union all select format('o.status = %L', p_filter ->> 'status') where p_filter ->> 'status' is not null
    -- Days are Nairobi's.
    union all select format('o.created_at >= %L', ((p_filter ->> 'from')::date)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'from' is not null
    union all select format('o.created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'to' is not null
    union all select format('o.total_amount >= %L::integer', (p_filter ->> 'min')::integer) where p_filter ->> 'min' is not null
    union all select format('o.total_amount <= %L::integer', (p_filter ->> 'max')::integer) where p_filter ->> 'max' is not null
    union all select 'exists (select 1 from public.owner_tasks k where k.order_id = o.id and k.closed_at is null)'
      where (p_filter ->> 'hasTask')::boolean
    union all select format('(o.created_at, o.id) < (%L::timestamptz, %L::uuid)',
      (p_filter -> 'after' ->> 'at')::timestamptz, (p_filter -> 'after' ->> 'id')::uuid) where p_filter ? 'after'
  ) conditions;
$$;

comment on function private.order_conditions(jsonb) is
  'A filter as SQL about orders o: text, status, from and to (Nairobi days, both included), min and max (KES), hasTask, after ({at, id} of '
  'the last one seen, newest first). What is absent does not filter.';

create function private.find_orders(
  p_filter jsonb, p_sort text, p_descending boolean, p_limit integer, p_offset integer
) returns uuid[]
language plpgsql
stable
-- Definer: LIKE is not leakproof, so under row-level security no search could use the trigram index. It tells an admin
-- nothing but ids; the rows are then read under the policies.
security definer
set search_path = ''
as $$
declare
  direction text := case when p_descending then 'desc' else 'asc' end;
  sorted_by text := case p_sort when 'totalAmount' then 'total_amount' else 'created_at' end;
  found_ids uuid[];
begin
  perform private.require_admin();
  execute format(
    'select array(select o.id from public.orders o where %s order by o.%I %s, o.id %s limit %s offset %s)',
    private.order_conditions(p_filter), sorted_by, direction, direction, p_limit, p_offset
  ) into found_ids;
  return found_ids;
end;
$$;

comment on function private.find_orders(jsonb, text, boolean, integer, integer) is 'The ids of one page of orders, in their order. PT403.';

create function private.count_orders(p_filter jsonb) returns bigint
language plpgsql
stable
-- Definer: as private.find_orders().
security definer
set search_path = ''
as $$
declare
  counted bigint;
begin
  perform private.require_admin();
  execute 'select count(*) from public.orders o where ' || private.order_conditions(p_filter) into counted;
  return counted;
end;
$$;

comment on function private.count_orders(jsonb) is 'How many orders a filter means. PT403.';

grant execute on function private.find_orders(jsonb, text, boolean, integer, integer), private.count_orders(jsonb) to authenticated;
