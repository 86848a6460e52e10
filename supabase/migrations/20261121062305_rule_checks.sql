-- When the rules about money and stock are checked: what has changed, every quarter of an hour; everything, each night.
-- Who writes: public.watch_rules(), called every minute. Who reads: private.look_at_part(), which judges how the shop is, and admins.

create table private.rule_findings (
  broken text not null,
  subject text not null,
  detail text not null,
  found_at timestamptz not null default now(),
  primary key (broken, subject)
);

comment on table private.rule_findings is
  'Rows of private.broken_rules() that a check has found. Each check of what has changed looks at them again, and forgets those that are right.';

create table private.rule_looks (
  at timestamptz primary key,
  history_id bigint not null
);

comment on table private.rule_looks is
  'The last two checks of what has changed, and how far the history went then. The next one begins at the earlier: what was being written meanwhile is looked at again.';

create table private.rule_rounds (
  is_only_row boolean primary key default true check (is_only_row),
  night date not null,
  part text not null check (part in ('products', 'orders', 'statements', 'sums', 'none')),
  after text,
  finished_at timestamptz not null default now()
);

comment on table private.rule_rounds is 'How far the check of everything has come.';
comment on column private.rule_rounds.night is 'The day in Nairobi on which this round began, at two o''clock or as soon after it as somebody called.';
comment on column private.rule_rounds.part is 'What is checked next; none when all of it is.';
comment on column private.rule_rounds.after is 'The last id of that part which was checked, or the last month; null at its beginning.';
comment on column private.rule_rounds.finished_at is 'When the last whole round ended; a new shop has nothing to check.';

insert into private.rule_rounds (night, part) values ('2000-01-01', 'none');

create function private.rules_broken_since(p_history_id bigint, p_at timestamptz)
returns table (broken text, subject text, detail text)
-- Definer: it reads the history of everything.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  found_ids uuid[];
  changed_orders uuid[];
  changed_products uuid[];
  changed_statements uuid[];
  days daterange;
begin
  found_ids := array(select f.subject::uuid from private.rule_findings f where f.subject ~ '^[0-9a-f-]{36}$');
  select daterange(min(d.begins), (max(d.begins) + interval '1 month')::date) into days
  from (
    select date_trunc('month', substring(f.subject from ' of (\d{4}-\d\d-\d\d)$')::date)::date as begins from private.rule_findings f
  ) d;
  changed_statements := found_ids || array(select s.id from public.bank_statements s where s.at >= p_at);
  changed_orders := found_ids || array(
    with entries as (
      select h.table_name, h.row_id, h.before, h.after from public.history h
      where h.id > p_history_id and h.table_name in ('orders', 'order_items', 'transactions', 'owner_tasks', 'refunds')
    )
    select e.row_id from entries e where e.table_name = 'orders'
    -- What was deleted, or belonged to another order.
    union select (v.vals ->> 'order_id')::uuid from entries e cross join lateral (values (e.before), (e.after)) v (vals) where v.vals ? 'order_id'
    union select i.order_id from entries e join public.order_items i on i.id = e.row_id where e.table_name = 'order_items'
    union select t.order_id from entries e join public.transactions t on t.id = e.row_id where e.table_name = 'transactions'
    union select k.order_id from entries e join public.owner_tasks k on k.id = e.row_id where e.table_name = 'owner_tasks'
    union select r.order_id from entries e join public.refunds r on r.id = e.row_id where e.table_name = 'refunds'
    union select t.order_id from public.transactions t where t.id = any (found_ids)
    union select t.order_id from public.statement_lines l join public.transactions t on t.id = l.transaction_id
      where l.statement_id = any (changed_statements)
  );
  changed_products := found_ids || array(
    select h.row_id from public.history h where h.id > p_history_id and h.table_name = 'products'
    union select i.product_id from public.order_items i where i.order_id = any (changed_orders)
  );
  return query
  select r.broken, r.subject, r.detail
  from private.broken_rules(changed_orders, changed_products, changed_statements, coalesce(days, 'empty')) r;
end;
$$;

comment on function private.rules_broken_since is
  'private.broken_rules() of what the history has after that entry, of statements imported since that moment, and of what was found already.';
grant execute on function private.rules_broken_since to service_role;

create function private.check_changes() returns void
-- Definer, like all that follows: nobody writes by hand what was found.
language plpgsql security definer set search_path = '' as $$
declare
  -- Most entries of the history that one statement looks at; more are left to a check of everything.
  most constant integer := 20000;
  latest constant bigint := coalesce((select max(h.id) from public.history h), 0);
  begins record;
begin
  select coalesce(min(l.history_id), latest) as history_id, coalesce(min(l.at), now()) as at into begins from private.rule_looks l;
  if latest - begins.history_id > most then
    update private.rule_rounds set night = private.nairobi_day(now()), part = 'products', after = null;
    begins.history_id := latest;
  end if;
  with found as materialized (
    select r.broken, r.subject, min(r.detail) as detail from private.rules_broken_since(begins.history_id, begins.at) r group by r.broken, r.subject
  ), right_again as (
    delete from private.rule_findings f where not exists (select from found n where n.broken = f.broken and n.subject = f.subject)
  )
  insert into private.rule_findings (broken, subject, detail) select n.broken, n.subject, n.detail from found n
  on conflict (broken, subject) do update set detail = excluded.detail;
  insert into private.rule_looks (at, history_id) values (clock_timestamp(), latest);
  delete from private.rule_looks l where l.at < (select min(k.at) from (select o.at from private.rule_looks o order by o.at desc limit 2) k);
end;
$$;

comment on function private.check_changes is 'Checks the rules for what has changed since the check before the last one, and for what was found broken.';

create function private.check_next_part(p_most integer default 20000) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  tonight constant date := private.nairobi_day(now() - interval '2 hours');
  round private.rule_rounds;
  ids uuid[] := '{}';
  month date;
  next_day date;
  next_at timestamptz;
begin
  -- Two who call at once do not check the same.
  select * into round from private.rule_rounds for update skip locked;
  if not found then
    return false;
  end if;
  if round.night < tonight then
    round.night := tonight;
    round.part := 'products';
    round.after := null;
  end if;
  case round.part
    when 'none' then
      return false;
    when 'products' then
      ids := array(select p.id from public.products p where round.after is null or p.id > round.after::uuid order by p.id limit p_most);
    when 'orders' then
      ids := array(select o.id from public.orders o where round.after is null or o.id > round.after::uuid order by o.id limit p_most);
    when 'statements' then
      -- A day's statement has a line for each payment of the day.
      ids := array(
        select s.id from public.bank_statements s where round.after is null or s.id > round.after::uuid
        order by s.id limit greatest(p_most / 500, 1)
      );
    when 'sums' then
      -- The next month of which anything is kept or to be counted.
      next_day := coalesce(round.after::date + interval '1 month', '-infinity');
      next_at := private.nairobi_midnight(next_day);
      select date_trunc('month', min(d.day))::date into month from (
        select min(s.day) from private.sums_by_day s where s.day >= next_day
        union all select min(s.begins) from private.product_sums s where s.is_month and s.begins >= next_day
        union all select private.nairobi_day(min(o.created_at)) from public.orders o where o.created_at >= next_at
        union all select private.nairobi_day(min(t.decided_at)) from public.transactions t where t.status = 'completed' and t.decided_at >= next_at
        union all select private.nairobi_day(min(t.created_at)) from public.transactions t where t.created_at >= next_at
        union all select private.nairobi_day(min(p.created_at)) from public.products p where p.created_at >= next_at
        union all select private.nairobi_day(min(u.created_at)) from public.users u where u.created_at >= next_at
        union all select min(l.day) from public.statement_lines l where l.day >= next_day
      ) d (day);
  end case;
  insert into private.rule_findings (broken, subject, detail)
  select r.broken, r.subject, min(r.detail)
  from private.broken_rules(
    case when round.part = 'orders' then ids else '{}' end,
    case when round.part = 'products' then ids else '{}' end,
    case when round.part = 'statements' then ids else '{}' end,
    coalesce(daterange(month, (month + interval '1 month')::date), 'empty')
  ) r group by r.broken, r.subject
  on conflict (broken, subject) do update set detail = excluded.detail;
  round.after := coalesce(month::text, ids[cardinality(ids)]::text);
  if round.after is null then
    round.part := case round.part when 'products' then 'orders' when 'orders' then 'statements' when 'statements' then 'sums' else 'none' end;
  end if;
  if round.part = 'none' then
    round.finished_at := clock_timestamp();
  end if;
  update private.rule_rounds set night = round.night, part = round.part, after = round.after, finished_at = round.finished_at;
  return true;
end;
$$;

comment on function private.check_next_part is
  'Checks the rules for the next so many products or orders, statements with about as many lines, or for the sums of a month, once a night for all of them. '
  'Returns false when there is nothing left to check tonight.';

create function private.when_rules_were_checked(out changes_at timestamptz, out everything_at timestamptz)
-- Definer: the same.
language plpgsql stable security definer set search_path = '' as $$
begin
  select coalesce(max(l.at), r.finished_at), r.finished_at into changes_at, everything_at
  from private.rule_rounds r left join private.rule_looks l on true group by r.finished_at;
end;
$$;

comment on function private.when_rules_were_checked is 'When the rules were last checked for what has changed, and for everything.';

create function private.broken_invariants(p_now boolean) returns jsonb
-- Definer: nobody may read the ledgers behind the rules; this shows what is wrong in words.
-- To check everything now it compares whole tables; in memory that takes half the time.
language plpgsql stable security definer set search_path = '' set work_mem = '128MB' as $$
declare
  broken jsonb;
  checked record;
begin
  perform private.require_admin();
  if p_now then
    select jsonb_agg(to_jsonb(i) order by i.broken, i.subject) into broken from private.invariants i;
  else
    select jsonb_agg(to_jsonb(f) - 'found_at' order by f.broken, f.subject) into broken from private.rule_findings f;
  end if;
  checked := private.when_rules_were_checked();
  return jsonb_build_object(
    'count', coalesce(jsonb_array_length(broken), 0),
    'rows', coalesce(jsonb_path_query_array(broken, '$[0 to 19]'), '[]'),
    'changesCheckedAt', private.iso_time(case when p_now then now() else checked.changes_at end),
    'everythingCheckedAt', private.iso_time(case when p_now then now() else checked.everything_at end)
  );
end;
$$;

grant execute on function private.broken_invariants to authenticated;

create function public.broken_invariants(p_now boolean default false) returns jsonb
-- To check everything now it reads every order: in a very large shop longer than the eight seconds that the Data API allows.
language sql stable set search_path = '' set statement_timeout = '30s' as $$
  select private.broken_invariants(p_now);
$$;

comment on function public.broken_invariants is
  'The contract''s BrokenInvariants, the first 20 rows: what the checks have found, or what a check of everything finds now. PT403.';
grant execute on function public.broken_invariants to authenticated;
