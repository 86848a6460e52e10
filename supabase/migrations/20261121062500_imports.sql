-- Spreadsheets and bulk changes of products, and what each cell was before, so that each can be undone.
-- Who reads: admins. Who writes: the functions below, each of which asks first whether an admin calls.
set check_function_bodies = off;

create table public.product_imports (
  -- The key under which the browser sent it: sent twice, it is one import.
  id uuid primary key,
  number bigint generated always as identity unique,
  at timestamptz not null default now(),
  actor_id uuid not null,
  file_name text not null check (char_length(file_name) <= 200),
  made integer not null default 0 check (made >= 0),
  changed integer not null default 0 check (changed >= 0),
  unchanged integer not null default 0 check (unchanged >= 0),
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  list_columns jsonb check (jsonb_typeof(list_columns) = 'object'),
  request_hash text not null,
  undone_at timestamptz,
  undone_by uuid,
  undone jsonb,
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone is null))
);

comment on table public.product_imports is
  'Spreadsheets of products that were imported, and bulk changes, each of which can be undone.';
comment on column public.product_imports.file_name is 'Of a bulk change what it did.';
comment on column public.product_imports.list_columns is
  'The contract''s ListColumns of a supplier''s list, proposed for the next one with the same heading.';
comment on column public.product_imports.actor_id is
  'The account that did it. No foreign key: the list outlives accounts.';
comment on column public.product_imports.left_out is
  'The contract''s ImportProblem[]: rows whose product somebody changed after the preview.';
comment on column public.product_imports.undone is
  'What undoing did: {"putBack", "erased", "archived", "left"}, in products.';

create index product_imports_by_hash on public.product_imports (request_hash);

alter table public.product_imports enable row level security;
grant select on public.product_imports to authenticated;

create policy "Admins read the imports" on public.product_imports
  for select to authenticated
  using ((select private.may('products.write')));

create table private.product_import_rows (
  import_id uuid not null references public.product_imports (id) on delete cascade,
  place integer not null,
  product_id uuid not null,
  before jsonb,
  after jsonb not null,
  primary key (import_id, place)
);

comment on table private.product_import_rows is
  'What imports and bulk changes wrote, until they are undone.';
comment on column private.product_import_rows.before is
  'Columns by name that changed, as they were. Null for a new product.';
comment on column private.product_import_rows.after is 'The same columns as they were written, of a new product all.';

create function private.import_as_json(i public.product_imports) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', i.id, 'at', private.iso_time(i.at), 'fileName', i.file_name, 'made', i.made, 'changed', i.changed,
    'unchanged', i.unchanged, 'left', i.left_out, 'undoneAt', private.iso_time(i.undone_at), 'undone', i.undone
  );
$$;

comment on function private.import_as_json is 'The contract''s ProductImport.';
grant execute on function private.import_as_json to authenticated;

create function private.begin_import(p_id uuid, p_file_name text, p_rows jsonb) returns uuid
language plpgsql set search_path = '' as $$
declare
  hash constant text := md5(p_rows::text);
  known public.product_imports;
begin
  -- One after the other: a second press sees the first, and two with the same new products in opposite order would
  -- deadlock on their addresses.
  lock table public.product_imports in share row exclusive mode;
  select * into known from public.product_imports i
  -- New products would be there twice: the same file in a second tab, or again after a reload that lost the answer.
  where i.id = p_id or (
    p_rows @> '[{"id": null}]' and i.request_hash = hash and i.undone_at is null and i.at > now() - interval '1 hour'
  )
  order by i.id = p_id desc, i.number desc limit 1;
  if found then
    perform private.refuse_reused_key(known.id = p_id and known.request_hash <> hash);
    return known.id;
  end if;
  insert into public.product_imports (id, actor_id, file_name, request_hash)
  values (p_id, (select auth.uid()), p_file_name, hash);
  return null;
end;
$$;

comment on function private.begin_import is
  'Records an import or a bulk change, of no rows yet; null, or the id of the one that it repeats. '
  'PT409 key_reused when other rows have its key.';

create type private.judged_row as (
  place integer, line integer, product_id uuid, name text, problem text, before jsonb, after jsonb
);

comment on type private.judged_row is
  'What a row would do. problem: why it cannot. before and after: the columns that change, both null when none does; '
  'of a new product before is null.';

create function private.judge_rows(p_rows jsonb) returns setof private.judged_row
language sql stable set search_path = '' as $$
  select r.place, (r.one ->> 'line')::integer, r.product_id,
    coalesce(p.name, r.set ->> 'name', r.one -> 'seen' ->> 'name', ''),
    case
      when r.product_id is not null and p.id is null then 'not_found'
      -- Of two rows that want the same address, the first has it.
      when r.set ? 'slug' and row_number() over (partition by r.set -> 'slug' order by r.place) > 1 then 'slug_taken'
      else private.change_problem(p, r.one -> 'seen', r.set)
    end,
    cells.before, case when r.product_id is null then r.set else cells.after end
  from (
    select t.place::integer, t.one, (t.one ->> 'id')::uuid as product_id,
      private.with_spec_keys(t.one -> 'set') - 'id' as set
    from jsonb_array_elements(p_rows) with ordinality t (one, place)
  ) r
  left join public.products p on p.id = r.product_id
  cross join lateral (select to_jsonb(p) as now offset 0) whole
  cross join lateral (
    select jsonb_object_agg(s.key, whole.now -> s.key) as before, jsonb_object_agg(s.key, s.value) as after
    from jsonb_each(r.set) s where p.id is not null and whole.now -> s.key is distinct from s.value
  ) cells
  order by r.place;
$$;

comment on function private.judge_rows is
  'What rows [{line, id, seen, set}] would do now, seen and set being columns by name; without id a new product.';

create function private.write_rows(p_id uuid, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  judged private.judged_row[];
begin
  perform private.lock_products(array(select (r ->> 'id')::uuid from jsonb_array_elements(p_rows) r));
  judged := array(select j from private.judge_rows(p_rows) j);
  perform private.save_products(array(
    select jsonb_populate_record(p, j.after)
    from unnest(judged) j join public.products p on p.id = j.product_id
    where j.problem is null and j.after is not null
  ));
  insert into private.product_import_rows (import_id, place, product_id, before, after)
  select p_id, j.place, j.product_id, j.before, j.after
  from unnest(judged) j where p_id is not null and j.problem is null and j.before is not null;
  with made as materialized (
    select j.place, private.insert_product(j.after) as product
    from unnest(judged) j where j.problem is null and j.product_id is null
  )
  insert into private.product_import_rows (import_id, place, product_id, after)
  -- All its columns, not only those imported: undoing must not erase what somebody added to it since.
  select p_id, m.place, (m.product).id,
    to_jsonb(m.product) - array['id', 'rating', 'created_at', 'updated_at', 'search_text', 'key_values']
  from made m;
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'line', j.line, 'productId', j.product_id, 'name', j.name, 'problem', j.problem
    ) order by j.place), '[]')
    from unnest(judged) j where j.problem is not null
  );
exception
  when unique_violation then
    -- Somebody else took an address a moment ago.
    raise sqlstate 'PT409' using message = 'slug_taken';
  when check_violation or not_null_violation or data_exception then
    perform private.refuse_invalid(true, 'a value of a product');
end;
$$;

comment on function private.write_rows is
  'Writes rows, as private.judge_rows() has them, and records them for this import, if any. Returns ImportProblem[] of '
  'those that cannot be written. PT409 slug_taken when somebody took an address at this moment.';

create function public.import_products(
  p_id uuid, p_file_name text, p_unchanged integer, p_rows jsonb, p_columns jsonb default null
) returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  known uuid;
  problems jsonb;
begin
  perform private.require_permission('products.write');
  perform private.check_product_rows(p_rows, 1000);
  perform private.require_json(coalesce(p_columns, '{}'), 'object');
  perform private.refuse_invalid(
    p_id is null or p_unchanged is null or p_unchanged < 0 or p_file_name is null or char_length(p_file_name) > 200,
    'a file has an id, a name and a number of rows'
  );
  known := private.begin_import(p_id, p_file_name, p_rows);
  if known is null then
    problems := private.write_rows(p_id, p_rows);
    update public.product_imports i set unchanged = p_unchanged, list_columns = p_columns, left_out = problems,
      made = r.made, changed = r.changed
    from (
      select count(*) filter (where before is null) as made, count(before) as changed
      from private.product_import_rows where import_id = p_id
    ) r
    where i.id = p_id;
  end if;
  return (select private.import_as_json(i) from public.product_imports i where i.id = coalesce(known, p_id));
end;
$$;

comment on function public.import_products is
  'Writes the rows of a file in one transaction, but for those that cannot be written, which it names. p_rows: 1,000 '
  'at most, as judge_rows() has them. p_id: the key of this import; the same twice is one, '
  'and so are the same rows with new products within the hour. p_columns: the ListColumns of a supplier''s list. '
  'Returns ProductImport. PT400; PT403; PT409 key_reused, slug_taken.';
grant execute on function public.import_products to authenticated;

create function public.remembered_columns() returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(c.list_columns order by c.number desc), '[]')
  from (
    select distinct on (i.list_columns -> 'heads') i.list_columns, i.number from public.product_imports i
    where i.list_columns is not null order by i.list_columns -> 'heads', i.number desc
  ) c;
$$;

comment on function public.remembered_columns is
  'ListColumns[] of the suppliers'' lists, the latest of each heading. PT403.';
grant execute on function public.remembered_columns to authenticated;

create function private.folded_name(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(private.normalize_for_search(p_text), '[^[:alnum:]]+', '', 'g');
end;
$$;

comment on function private.folded_name is
  'A name without accents, capitals, spaces and signs: "DELTA-2" becomes "delta2".';
grant execute on function private.folded_name to authenticated;

create function public.match_products(p_names text[]) returns jsonb
language sql stable set search_path = '' set statement_timeout = '60s' as $$
  select private.require_permission('products.write');
  with names as (
    select p.id, private.folded_name(n) as folded
    from public.products p cross join lateral unnest(array[p.model, p.slug, p.name]) n
    where n is not null
  ), wanted as (
    select n as name, private.folded_name(n) as folded from unnest(p_names[1:1000]) n
  )
  select coalesce(jsonb_agg(jsonb_build_object('name', m.name, 'ids', m.ids)), '[]')
  from (
    select w.name, (array_agg(distinct n.id))[1:5] as ids
    from wanted w join names n on n.folded = w.folded
    where w.folded <> ''
    group by w.name
  ) m;
$$;

comment on function public.match_products is
  'ProductMatch[]: the products whose model, slug or name is one of these, folded; five at most of each. '
  'Names that fit no product are absent. PT403.';
grant execute on function public.match_products to authenticated;

create function public.undo_product_import(p_id uuid, p_leave_changed boolean default false) returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  found_import public.product_imports;
  overtaken jsonb;
begin
  perform private.require_permission('products.write');
  -- One after the other, as an import.
  lock table public.product_imports in share row exclusive mode;
  select * into found_import from public.product_imports i where i.id = p_id;
  perform private.refuse_missing(not found);
  if found_import.undone_at is null then
    overtaken := private.write_rows(null, (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', r.product_id, 'seen', r.after, 'set', coalesce(r.before, '{}')) order by r.place
      ), '[]')
      from private.product_import_rows r where r.import_id = p_id
    ));
    -- A product changed since, by a person or a sale, would lose that change too.
    if overtaken <> '[]' and p_leave_changed is not true then
      raise sqlstate 'PT409' using message = 'import_refused', detail = overtaken::text;
    end if;
    with gone as materialized (
      select r.before is not null as is_back,
        case when r.before is null then (public.delete_product(r.product_id) -> 'archived')::boolean end as is_archived
      from private.product_import_rows r
      where r.import_id = p_id
        and r.product_id not in (select (o ->> 'productId')::uuid from jsonb_array_elements(overtaken) o)
    )
    update public.product_imports i set undone_at = now(), undone_by = (select auth.uid()), undone = (
      select jsonb_build_object(
        'putBack', count(*) filter (where is_back), 'erased', count(*) filter (where not is_archived),
        'archived', count(*) filter (where is_archived), 'left', jsonb_array_length(overtaken)
      )
      from gone
    )
    where i.id = p_id;
    delete from private.product_import_rows r where r.import_id = p_id;
  end if;
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.undo_product_import is
  'Puts back what an import or a bulk change wrote, in one transaction. p_leave_changed: products that were changed '
  'since stay as they are, instead of stopping all of it. Undone before: nothing happens. '
  'Returns ProductImport. PT403; PT404; PT409 slug_taken, import_refused (detail: [{line, productId, name, problem}]).';
grant execute on function public.undo_product_import to authenticated;

create function public.prices_before_import(p_id uuid) returns jsonb
-- Definer: no role reads the rows.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.name, 'seen', jsonb_build_object('price', p.price),
    'set', jsonb_build_object('price', r.before -> 'price')
  ) order by r.place), '[]')
  from private.product_import_rows r join public.products p on p.id = r.product_id
  -- A product whose price was changed since stays as it is.
  where r.import_id = p_id and r.before ? 'price' and p.price = (r.after ->> 'price')::integer;
$$;

comment on function public.prices_before_import is
  'PriceOfImport[]: the prices that undoing an import changes, and what they become. PT403.';
grant execute on function public.prices_before_import to authenticated;

create function public.list_product_imports(p_limit integer default 20) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(private.import_as_json(i) order by i.number desc), '[]')
  from (select * from public.product_imports order by number desc limit greatest(least(p_limit, 100), 0)) i;
$$;

comment on function public.list_product_imports is 'ProductImport[], the newest first. PT403.';
grant execute on function public.list_product_imports to authenticated;
