-- The dashboard's table of payment attempts, newest first, a page at a time.
-- Who calls: admins with their own token; row-level security decides what there is to see.

create function private.find_attempts(p_filter jsonb, p_limit integer, p_offset integer, out ids uuid[], out total bigint)
language plpgsql
stable
-- Definer: LIKE is not leakproof, so under row-level security no search could use a trigram index. It tells an admin
-- nothing but ids and their number; the rows are then read under the policies.
security definer
set search_path = ''
-- A word that stands in nearly every order is found in memory too.
set work_mem = '64MB'
as $$
declare
  said text := btrim(left(coalesce(p_filter ->> 'text', ''), 200));
  wanted text;
  page_of text;
begin
  perform private.require_admin();
  select coalesce(string_agg(condition, ' and '), 'true') into wanted
  from (
    select format('t.status = %L', p_filter ->> 'status') as condition where p_filter ->> 'status' is not null
    -- Days are Nairobi's.
    union all select format('t.created_at >= %L', ((p_filter ->> 'from')::date)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'from' is not null
    union all select format('t.created_at < %L', ((p_filter ->> 'to')::date + 1)::timestamp at time zone 'Africa/Nairobi')
      where p_filter ->> 'to' is not null
    union all select format('t.amount >= %L::integer', (p_filter ->> 'min')::integer) where p_filter ->> 'min' is not null
    union all select format('t.amount <= %L::integer', (p_filter ->> 'max')::integer) where p_filter ->> 'max' is not null
    union all select format('t.order_id = %L::uuid', (p_filter ->> 'orderId')::uuid) where p_filter ->> 'orderId' is not null
  ) conditions;
  page_of := format('order by t.created_at desc, t.id desc limit %s offset %s', least(greatest(p_limit, 0), 1000), greatest(p_offset, 0));
  if said = '' then
    execute format('select array(select t.id from public.transactions t where %s %s), (select count(*) from public.transactions t where %s)',
      wanted, page_of, wanted) into ids, total;
    return;
  end if;
  -- By what the bank and the shop call the payment, by its order, or by any other transaction that the bank named for it.
  execute format($query$
    with found as materialized (
      select t.id, t.created_at from public.transactions t where t.search_text like %1$L and %4$s
      union
      select t.id, t.created_at from public.orders o join public.transactions t on t.order_id = o.id where %2$s and %4$s
      union
      select t.id, t.created_at from private.gateway_answers a join public.transactions t on t.id = a.transaction_id
      where a.answer ->> 'status' = '0' and a.answer ->> 'transactionIndex' = %3$L and %4$s
    )
    select array(select t.id from found t %5$s), (select count(*) from found)
  $query$, '%' || regexp_replace(lower(said), '([\\%_])', '\\\1', 'g') || '%',
    (select coalesce(string_agg(format('o.search_text like %L', pattern), ' and '), 'false')
      from unnest(private.order_search_patterns(said)) pattern),
    said, wanted, page_of) into ids, total;
end;
$$;

comment on function private.find_attempts(jsonb, integer, integer) is
  'The ids of one page of attempts, newest first, and how many there are. p_filter: text, status, from and to (Nairobi days, both '
  'included), min and max (KES), orderId; what is absent does not filter. PT403.';
grant execute on function private.find_attempts(jsonb, integer, integer) to authenticated;

create function public.list_attempt_page(p_filter jsonb default '{}', p_page integer default 1, p_page_size integer default 50)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
declare
  page_size integer := least(greatest(p_page_size, 1), 1000);
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('total', f.total, 'rows', coalesce((
      select jsonb_agg(private.attempt_as_json(p.id) order by p.place) from unnest(f.ids) with ordinality p (id, place)
    ), '[]'))
    from private.find_attempts(p_filter, page_size, (greatest(p_page, 1) - 1) * page_size) f
  );
end;
$$;

comment on function public.list_attempt_page(jsonb, integer, integer) is
  '{total, rows: AttemptRow[]}, newest first; filters as private.find_attempts(), 1,000 rows at most. PT403.';
grant execute on function public.list_attempt_page(jsonb, integer, integer) to authenticated;
