-- Files that are imported in parts; and every spreadsheet and bulk change, and what each cell was before, so that it can be undone.
-- Who reads: admins. Who writes: the functions below, each of which asks first whether an admin calls.
set check_function_bodies = off;

-- The first parts of a file that has more rows than one request takes: of products, and of the bank.
create table private.import_parts (
  import_id uuid not null,
  part integer not null check (part between 1 and 9),
  rows jsonb not null,
  sent_at timestamptz not null default now(),
  primary key (import_id, part)
);

comment on table private.import_parts is 'Rows of files that are being imported, as they were sent; deleted after a day.';
comment on column private.import_parts.import_id is 'The key of the import. No foreign key: the import is made with the last part.';

create function private.check_import_part(p_rows jsonb) returns void
language sql immutable set search_path = '' as $$
  select private.refuse_invalid(jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 500, '500 rows in one part');
$$;

create function public.send_import_part(p_id uuid, p_part integer, p_rows jsonb) returns void
-- Definer: no role writes the parts.
language plpgsql security definer set search_path = '' as $$
begin
  -- The parts of a statement of the bank, or of a list of products.
  if not private.may('statements') then
    perform private.require_permission('products.write');
  end if;
  perform private.check_import_part(p_rows);
  insert into private.import_parts (import_id, part, rows) values (p_id, p_part, p_rows) on conflict do nothing;
  perform private.refuse_reused_key(exists (select 1 from private.import_parts k where k.import_id = p_id and k.part = p_part and k.rows <> p_rows));
end;
$$;

comment on function public.send_import_part is
  'Stores one of the first parts of a file, 500 rows at most, until the last one is sent with import_products() or import_bank_statement(). '
  'Sent again, it is stored once. PT400; PT403; PT409 key_reused for other rows.';
grant execute on function public.send_import_part to authenticated;

create function private.whole_import(p_id uuid, p_parts integer, p_last jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select private.check_import_part(p_last);
  select private.refuse_invalid((select count(*) from private.import_parts k where k.import_id = p_id and k.part <= p_parts) <> p_parts, 'a part is missing');
  select coalesce(jsonb_agg(r.value order by k.part, r.place), '[]') || p_last
  from private.import_parts k cross join lateral jsonb_array_elements(k.rows) with ordinality r (value, place)
  where k.import_id = p_id and k.part <= p_parts;
$$;

comment on function private.check_import_part is 'At most 500 rows. PT400.';
comment on function private.whole_import is 'All rows of a file: of its first parts, so many, and the last ones. PT400 when a part is missing.';

create table public.product_imports (
  -- The key under which the browser sent it: sent twice, it is one import.
  id uuid primary key,
  number bigint generated always as identity unique,
  at timestamptz not null default now(),
  actor_id uuid not null,
  file_name text not null check (char_length(file_name) <= 200),
  total integer not null check (total >= 0),
  waiting integer not null check (waiting between 0 and total),
  made integer not null default 0 check (made >= 0),
  changed integer not null default 0 check (changed >= 0),
  unchanged integer not null check (unchanged >= 0),
  left_out jsonb not null default '[]' check (jsonb_typeof(left_out) = 'array'),
  list_columns jsonb check (jsonb_typeof(list_columns) = 'object'),
  request_hash text not null,
  last_step_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid,
  undone jsonb,
  check ((undone_at is null) = (undone_by is null) and (undone_at is null) = (undone is null))
);

comment on table public.product_imports is 'Spreadsheets of products that were imported, and bulk changes, each of which can be undone.';
comment on column public.product_imports.file_name is 'Of a bulk change what it did.';
comment on column public.product_imports.list_columns is 'The contract''s ListColumns of a supplier''s list, proposed for the next one with the same heading.';
comment on column public.product_imports.actor_id is 'The account that did it. No foreign key: the list outlives accounts.';
comment on column public.product_imports.total is 'Rows that change something.';
comment on column public.product_imports.waiting is 'Rows that are still to be written; once it is undone, those still to be put back.';
comment on column public.product_imports.left_out is 'The contract''s ImportProblem[]: rows whose product somebody changed between the preview and their turn.';
comment on column public.product_imports.undone is 'What undoing has done so far: {"putBack", "erased", "archived", "left"}, in products.';

create index product_imports_by_hash on public.product_imports (request_hash);

alter table public.product_imports enable row level security;
grant select on public.product_imports to authenticated;

create policy "Admins read the imports" on public.product_imports
  for select to authenticated
  using ((select private.may('products.write')));

-- A row goes when nothing is left to do for it: left out, without a difference, or put back.
create table private.product_import_rows (
  import_id uuid not null references public.product_imports (id) on delete cascade,
  place integer not null,
  line integer not null,
  product_id uuid,
  before jsonb,
  after jsonb not null,
  is_waiting boolean not null default true,
  primary key (import_id, place)
);

comment on table private.product_import_rows is 'The rows of imports: what is to be written, and then what was written, for undoing it.';
comment on column private.product_import_rows.product_id is 'Null: a new product that is not written yet.';
comment on column private.product_import_rows.before is 'Columns by name, as the admin saw them; once written, as they were. Null for a new product.';
comment on column private.product_import_rows.after is 'Columns by name that are to be written; once written those that changed, of a new product all.';

create index product_import_rows_waiting on private.product_import_rows (import_id, place) where is_waiting;

create function private.begin_product_import(
  p_id uuid, p_file_name text, p_unchanged integer, p_total integer, p_hash text, p_columns jsonb
) returns uuid
language plpgsql set search_path = '' as $$
declare
  known public.product_imports;
begin
  -- One after the other: a second press or a second tab sees the first.
  lock table public.product_imports in share row exclusive mode;
  select * into known from public.product_imports i where i.id = p_id;
  if found then
    perform private.refuse_reused_key(known.request_hash <> p_hash);
    return known.id;
  end if;
  -- The same rows under another key: chosen in a second tab, or again after a reload that lost the answer.
  select * into known from public.product_imports i
  where i.request_hash = p_hash and i.undone_at is null and (i.waiting > 0 or i.at > now() - interval '1 hour')
  order by i.number desc limit 1;
  if found then
    return known.id;
  end if;
  insert into public.product_imports (id, actor_id, file_name, unchanged, total, waiting, request_hash, list_columns)
  values (p_id, (select auth.uid()), p_file_name, p_unchanged, p_total, p_total, p_hash, p_columns);
  return null;
end;
$$;

create function private.store_import_rows(p_id uuid, p_rows jsonb) returns void
language sql set search_path = '' as $$
  insert into private.product_import_rows (import_id, place, line, product_id, before, after)
  select p_id, place, (r ->> 'line')::integer, (r ->> 'id')::uuid, case when r ->> 'id' is not null then r -> 'seen' end, r -> 'set'
  from jsonb_array_elements(p_rows) with ordinality t (r, place);
$$;

create function private.next_import_rows(p_id uuid, p_most integer) returns setof private.product_import_rows
language plpgsql set search_path = '' as $$
begin
  -- One step at a time: two with the same new products in opposite order would deadlock on their addresses, and two
  -- tabs would write the same rows.
  lock table public.product_imports in share row exclusive mode;
  update public.product_imports i set last_step_at = now() where i.id = p_id;
  perform private.refuse_missing(not found);
  return query
  select * from private.product_import_rows r where r.import_id = p_id and r.is_waiting order by r.place limit p_most;
end;
$$;

create function private.note_written_rows(p_id uuid, p_written jsonb, p_left jsonb) returns void
language sql set search_path = '' as $$
  delete from private.product_import_rows r
  using jsonb_array_elements(p_written || p_left) d
  where r.import_id = p_id and r.is_waiting and r.place = (d ->> 'place')::integer and d -> 'after' is null;
  update private.product_import_rows r set
    product_id = (d ->> 'id')::uuid, before = nullif(d -> 'before', 'null'), after = d -> 'after', is_waiting = false
  from jsonb_array_elements(p_written) d
  where r.import_id = p_id and r.is_waiting and r.place = (d ->> 'place')::integer and d -> 'after' is not null;
  update public.product_imports i set
    waiting = i.waiting - jsonb_array_length(p_written) - jsonb_array_length(p_left),
    made = i.made + (select count(*) from jsonb_array_elements(p_written) d where jsonb_typeof(d -> 'before') = 'null'),
    changed = i.changed + (select count(*) from jsonb_array_elements(p_written) d where jsonb_typeof(d -> 'before') = 'object'),
    left_out = i.left_out || (select coalesce(jsonb_agg(d - 'place' order by (d -> 'place')::integer), '[]') from jsonb_array_elements(p_left) d)
  where i.id = p_id;
$$;

create function private.begin_undoing_import(p_id uuid, out begun boolean, out lines jsonb)
language plpgsql set search_path = '' as $$
declare
  found_import public.product_imports;
begin
  -- One at a time, as above.
  lock table public.product_imports in share row exclusive mode;
  select * into found_import from public.product_imports i where i.id = p_id;
  perform private.refuse_missing(not found);
  begun := found_import.undone_at is null;
  if not begun then
    return;
  end if;
  -- What was not written yet is never written.
  delete from private.product_import_rows r where r.import_id = p_id and r.is_waiting;
  update private.product_import_rows r set is_waiting = true where r.import_id = p_id;
  update public.product_imports i set
    undone_at = now(), undone_by = (select auth.uid()), last_step_at = now(),
    undone = '{"putBack": 0, "erased": 0, "archived": 0, "left": 0}',
    waiting = (select count(*) from private.product_import_rows r where r.import_id = p_id)
  where i.id = p_id;
  lines := (
    select coalesce(jsonb_agg(jsonb_build_object('place', r.place, 'id', r.product_id, 'before', r.before, 'after', r.after)), '[]')
    from private.product_import_rows r where r.import_id = p_id
  );
end;
$$;

create function private.note_undone_rows(p_id uuid, p_places integer[], p_done jsonb) returns void
language sql set search_path = '' as $$
  delete from private.product_import_rows r where r.import_id = p_id and r.is_waiting and r.place = any (p_places);
  update public.product_imports i set
    waiting = i.waiting - cardinality(p_places),
    undone = (select jsonb_object_agg(u.key, u.value::integer + coalesce((p_done -> u.key)::integer, 0)) from jsonb_each(i.undone) u)
  where i.id = p_id;
$$;

create function private.import_as_json(i public.product_imports) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', i.id, 'at', private.iso_time(i.at), 'fileName', i.file_name, 'total', i.total, 'waiting', i.waiting,
    'made', i.made, 'changed', i.changed, 'unchanged', i.unchanged, 'left', i.left_out,
    'undoneAt', private.iso_time(i.undone_at), 'undone', i.undone
  );
$$;

comment on function private.begin_product_import is
  'Records an import; null, or the id of the one that it is a repetition of. PT409 key_reused when other rows have its key.';
comment on function private.store_import_rows is 'Stores the rows of the import that began in this transaction.';
comment on function private.next_import_rows is 'Begins a step of an import, or goes on with it: the rows that are next. PT404.';
comment on function private.note_written_rows is
  'What a step has written, [{place, id, before, after}], without after where nothing differed; and rows left out, ImportProblem[] with their place.';
comment on function private.begin_undoing_import is
  'Marks an import undone and gives what it has written; begun is false when it was undone before. PT404.';
comment on function private.note_undone_rows is 'What a step has put back: {"putBack", "erased", "archived", "left"}.';
comment on function private.import_as_json is 'The contract''s ProductImport.';
grant execute on function private.import_as_json to authenticated;
create function private.set_product_cells(p_lines jsonb, p_side text) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.save_products(array(
    -- A line's id is its product's, whatever its cells say.
    select jsonb_populate_record(p, (l -> p_side) - 'id')
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'id')::uuid
    where jsonb_typeof(l -> 'before') = 'object'
  ));
exception when unique_violation then
  -- Somebody else took an address a moment ago.
  raise sqlstate 'PT409' using message = 'slug_taken';
end;
$$;

comment on function private.set_product_cells is 'Writes the values before or after an import into the products that it changed. PT409 slug_taken.';

create function private.row_problem(p_product public.products, p_seen jsonb, p_set jsonb) returns text
language plpgsql stable set search_path = '' as $$
begin
  if p_seen is not null then
    return case when p_product.id is null then 'not_found' else private.change_problem(p_product, p_seen, p_set) end;
  end if;
  -- Of a new product only the address can be taken.
  return case when exists (select 1 from public.products other where other.slug = p_set ->> 'slug') then 'slug_taken' end;
end;
$$;

comment on function private.row_problem is 'The contract''s ImportProblem of one row; p_seen is null for a new product.';

create function public.import_products(
  p_id uuid, p_file_name text, p_unchanged integer, p_rows jsonb, p_parts integer default 0, p_columns jsonb default null
) returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  all_rows jsonb;
  known uuid;
begin
  perform private.require_permission('products.write');
  all_rows := private.whole_import(p_id, p_parts, p_rows);
  perform private.check_product_rows(all_rows, 5000);
  known := private.begin_product_import(p_id, p_file_name, p_unchanged, jsonb_array_length(all_rows), md5(all_rows::text), p_columns);
  if known is null then
    perform private.store_import_rows(p_id, all_rows);
  end if;
  return (select private.import_as_json(i) from public.product_imports i where i.id = coalesce(known, p_id));
end;
$$;

comment on function public.import_products is
  'Accepts an import and writes nothing yet: continue_product_import() does, and leaves out what cannot be written. p_rows: [{line, id, seen, set}], columns by name; '
  'without id a new product; those after the first p_parts parts, which were sent before. p_id: the key of this import; the same twice is one, and so are the same rows within the hour. '
  'p_columns: the ListColumns of a supplier''s list. Returns ProductImport. PT400; PT403; PT409 key_reused.';
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

comment on function public.remembered_columns is 'ListColumns[] of the suppliers'' lists, the latest of each heading. PT403.';
grant execute on function public.remembered_columns to authenticated;

create function private.folded_name(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return regexp_replace(private.normalize_for_search(p_text), '[^[:alnum:]]+', '', 'g');
end;
$$;

comment on function private.folded_name is 'A name without accents, capitals, spaces and signs: "DELTA-2" becomes "delta2".';
grant execute on function private.folded_name to authenticated;

create function public.match_products(p_names text[]) returns jsonb
language sql stable set search_path = '' set statement_timeout = '60s' as $$
  select private.require_permission('products.write');
  with names as (
    select p.id, private.folded_name(n) as folded
    from public.products p cross join lateral unnest(array[p.model, p.slug, p.name]) n
    where n is not null
  ), wanted as (
    select n as name, private.folded_name(n) as folded from unnest(p_names[1:20000]) n
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
  'ProductMatch[]: the products whose model, slug or name is one of these, folded; five at most of each. Names that fit no product are absent. PT403.';
grant execute on function public.match_products to authenticated;

create function private.write_import_rows(p_id uuid, p_rows private.product_import_rows[]) returns void
language plpgsql set search_path = '' as $$
declare
  left_out jsonb;
  written jsonb;
  made public.products;
  r private.product_import_rows;
begin
  perform private.lock_products(array(select row.product_id from unnest(p_rows) row));
  -- Judged again: somebody may have changed or sold a product since all rows were.
  select coalesce(jsonb_agg(jsonb_build_object('place', row.place, 'line', row.line, 'productId', row.product_id,
    'name', coalesce(p.name, row.after ->> 'name', ''), 'problem', found.problem)), '[]')
  into left_out
  from unnest(p_rows) row left join public.products p on p.id = row.product_id
  cross join lateral (
    -- Of two rows that want the same address, the first has it.
    select coalesce(private.row_problem(p, row.before, row.after), case when exists (
      select 1 from unnest(p_rows) other where other.place < row.place and other.after ->> 'slug' = row.after ->> 'slug'
    ) then 'slug_taken' end) as problem
  ) found
  where found.problem is not null;

  -- Before and after of every value that changes.
  select coalesce(jsonb_agg(jsonb_build_object('place', row.place, 'id', p.id)
    || case when cells.after is null then '{}' else jsonb_build_object('before', cells.before, 'after', cells.after) end), '[]')
  into written
  from unnest(p_rows) row
  join public.products p on p.id = row.product_id
  cross join lateral (select to_jsonb(p) as now) whole
  cross join lateral (
    select jsonb_object_agg(s.key, whole.now -> s.key) as before, jsonb_object_agg(s.key, s.value) as after
    from jsonb_each(row.after) s where whole.now -> s.key is distinct from s.value
  ) cells
  where not left_out @> jsonb_build_array(jsonb_build_object('place', row.place));
  perform private.set_product_cells(written, 'after');

  foreach r in array p_rows loop
    if r.before is null and not left_out @> jsonb_build_array(jsonb_build_object('place', r.place)) then
      made := private.insert_product(r.after);
      -- All its columns, not only those imported: undoing must not erase what somebody added to it since.
      written := written || jsonb_build_object('place', r.place, 'id', made.id, 'before', null,
        'after', to_jsonb(made) - array['id', 'rating', 'created_at', 'updated_at', 'search_text', 'key_values']);
    end if;
  end loop;
  perform private.note_written_rows(p_id, written, left_out);
end;
$$;

create function private.put_import_rows_back(p_id uuid, p_rows private.product_import_rows[]) returns void
language plpgsql set search_path = '' as $$
declare
  undoable jsonb;
  done jsonb;
begin
  perform private.lock_products(array(select row.product_id from unnest(p_rows) row));
  select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'before', row.before)), '[]') into undoable
  from unnest(p_rows) row join public.products p on p.id = row.product_id
  -- Judged again, as when it is written.
  where private.change_problem(p, row.after, row.before) is null;
  perform private.set_product_cells(undoable, 'before');
  select jsonb_build_object('erased', count(*) filter (where not gone), 'archived', count(*) filter (where gone)) into done
  from (
    select (public.delete_product((l ->> 'id')::uuid) ->> 'archived')::boolean as gone
    from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'null'
  ) made;
  perform private.note_undone_rows(p_id, array(select row.place from unnest(p_rows) row), done || jsonb_build_object(
    'putBack', (select count(*) from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'object'),
    'left', cardinality(p_rows) - jsonb_array_length(undoable)
  ));
end;
$$;

comment on function private.write_import_rows is 'Writes some rows of an import, but for those that cannot be written any more.';
comment on function private.put_import_rows_back is 'Undoes some rows of an import, but for those whose product was changed since.';

create function private.begin_bulk_change(p_id uuid, p_what text, p_changes jsonb) returns boolean
language plpgsql set search_path = '' as $$
begin
  insert into public.product_imports (id, actor_id, file_name, total, waiting, unchanged, request_hash)
  values (p_id, (select auth.uid()), left(coalesce(p_what, ''), 200), jsonb_array_length(p_changes), 0, 0, md5(p_changes::text))
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  perform private.refuse_reused_key(exists (select 1 from public.product_imports i where i.id = p_id and i.request_hash <> md5(p_changes::text)));
  return false;
end;
$$;

create function private.note_bulk_change(p_id uuid, p_changes jsonb) returns void
language sql set search_path = '' as $$
  insert into private.product_import_rows (import_id, place, line, product_id, before, after, is_waiting)
  select p_id, c.place, c.place, p.id, cells.before, cells.after, false
  from jsonb_array_elements(p_changes) with ordinality c (change, place)
  join public.products p on p.id = (c.change ->> 'id')::uuid
  cross join lateral (select to_jsonb(p) as now) whole
  cross join lateral (
    select jsonb_object_agg(s.key, whole.now -> s.key) as before, jsonb_object_agg(s.key, s.value) as after
    from jsonb_each(c.change -> 'set') s
    where s.key in ('price', 'stock', 'is_active') and whole.now -> s.key is distinct from s.value
  ) cells
  where cells.after is not null;
  update public.product_imports i set changed = (select count(*) from private.product_import_rows r where r.import_id = p_id)
  where i.id = p_id;
$$;

comment on function private.begin_bulk_change is
  'Records a bulk change without its rows; false when it was recorded before. PT409 key_reused when other changes have its key.';
comment on function private.note_bulk_change is 'The rows that a bulk change is about to write, with what each cell was before, for undoing it.';

create function public.continue_product_import(p_id uuid, p_for interval default '1 second') returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' as $$
declare
  rows private.product_import_rows[];
begin
  perform private.require_permission('products.write');
  -- A second at a time: the products of a step are locked, and an order waits for them no longer than three.
  loop
    rows := array(select r from private.next_import_rows(p_id, 50) r);
    exit when cardinality(rows) = 0;
    -- Asked for each time: undoing may have begun while this step waited for its turn.
    if (select i.undone_at is not null from public.product_imports i where i.id = p_id) then
      perform private.put_import_rows_back(p_id, rows);
    else
      perform private.write_import_rows(p_id, rows);
    end if;
    exit when clock_timestamp() > statement_timestamp() + p_for;
  end loop;
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.continue_product_import is
  'Writes the next rows of an import, or puts the next ones back once it is undone, for as long as p_for; waiting says how many remain. '
  'Called until none do. '
  'Returns ProductImport. PT403; PT404; PT409 slug_taken when somebody took an address at this moment.';
grant execute on function public.continue_product_import to authenticated;

create function public.undo_product_import(p_id uuid, p_leave_changed boolean default false) returns jsonb
-- Definer: admins may not write the imports.
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  undoing record;
  overtaken jsonb;
begin
  perform private.require_permission('products.write');
  undoing := private.begin_undoing_import(p_id);
  if undoing.begun and p_leave_changed is not true then
    -- A product changed since, by a person or a sale, would lose that change too.
    select jsonb_agg(jsonb_build_object('line', null, 'productId', l -> 'id', 'problem', found.problem,
      'name', coalesce(p.name, l -> 'after' ->> 'name', l -> 'before' ->> 'name', '')) order by (l -> 'place')::integer)
    into overtaken
    from jsonb_array_elements(undoing.lines) l left join public.products p on p.id = (l ->> 'id')::uuid
    cross join lateral (select private.row_problem(p, l -> 'after', l -> 'before') as problem) found
    where found.problem is not null;
    if overtaken is not null then
      raise sqlstate 'PT409' using message = 'import_refused', detail = overtaken::text;
    end if;
  end if;
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.undo_product_import is
  'Begins to undo an import; continue_product_import() puts its rows back. p_leave_changed: products that were changed since stay as they are, instead of '
  'stopping all of it. Undone before: nothing happens. '
  'Returns ProductImport. PT403; PT404; PT409 import_refused (detail: [{line, productId, name, problem}]), transition_refused.';
grant execute on function public.undo_product_import to authenticated;

create function public.prices_before_import(p_id uuid) returns jsonb
-- Definer: no role reads the rows.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(jsonb_build_object(
    'name', p.name, 'seen', jsonb_build_object('price', p.price), 'set', jsonb_build_object('price', r.before -> 'price')
  ) order by r.place), '[]')
  from private.product_import_rows r join public.products p on p.id = r.product_id
  -- A product whose price was changed since stays as it is.
  where r.import_id = p_id and not r.is_waiting and r.before ? 'price' and p.price = (r.after ->> 'price')::integer;
$$;

comment on function public.prices_before_import is 'PriceOfImport[]: the prices that undoing an import changes, and what they become. PT403.';
grant execute on function public.prices_before_import to authenticated;

create function public.list_product_imports(p_limit integer default 20) returns jsonb
language sql stable set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(private.import_as_json(i) order by i.number desc), '[]')
  from (select * from public.product_imports order by number desc limit least(p_limit, 100)) i;
$$;

comment on function public.list_product_imports is 'ProductImport[], the newest first. PT403.';
grant execute on function public.list_product_imports to authenticated;
