-- Every spreadsheet that was imported: who, when, and what each cell was before, so that the last one can be undone.
-- Who reads: admins. Who writes: admins through public.import_products() and public.undo_product_import(); nobody edits the list.

create table public.product_imports (
  -- The key under which the browser sent it: sent twice, it is one import.
  id uuid primary key,
  number bigint generated always as identity unique,
  at timestamptz not null default now(),
  actor_id uuid not null,
  file_name text not null check (char_length(file_name) <= 200),
  made integer not null default 0 check (made >= 0),
  changed integer not null default 0 check (changed >= 0),
  unchanged integer not null check (unchanged >= 0),
  request_hash text not null,
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  undone_at timestamptz,
  undone_by uuid,
  undone jsonb,
  check ((undone_at is null) = (undone_by is null))
);

comment on table public.product_imports is 'Spreadsheets of products that were imported, the last one of which can be undone.';
comment on column public.product_imports.actor_id is 'The account that did it. No foreign key: the list outlives accounts.';
comment on column public.product_imports.lines is '[{"id", "before": columns that changed, null for a new product, "after"}].';
comment on column public.product_imports.undone is 'What undoing did: {"putBack", "erased", "archived", "left"}, in products.';

alter table public.product_imports enable row level security;
grant select on public.product_imports to authenticated;

create policy "Admins read the imports" on public.product_imports
  for select to authenticated
  using ((select private.is_admin()));

create function private.begin_product_import(p_id uuid, p_file_name text, p_unchanged integer, p_hash text) returns boolean
-- Definer: the list of imports is written by importing and undoing only.
language plpgsql security definer set search_path = '' as $$
declare
  known text;
begin
  perform private.require_admin();
  -- One import at a time: two with the same new products in opposite order would deadlock on their addresses, and
  -- while another one is running nobody knows which import is the last.
  lock table public.product_imports in share row exclusive mode;
  insert into public.product_imports (id, actor_id, file_name, unchanged, request_hash)
  values (p_id, (select auth.uid()), p_file_name, p_unchanged, p_hash)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  -- A second click sent it at the same time; the first has finished now.
  select i.request_hash into known from public.product_imports i where i.id = p_id;
  if known <> p_hash then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
  return false;
end;
$$;

create function private.record_product_import(p_id uuid, p_lines jsonb) returns void
-- Definer: the same; only for an import that began in this transaction, once.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.product_imports i set
    lines = p_lines,
    made = (select count(*) from jsonb_array_elements(p_lines) l where jsonb_typeof(l -> 'before') = 'null'),
    changed = (select count(*) from jsonb_array_elements(p_lines) l where jsonb_typeof(l -> 'before') = 'object')
  where i.id = p_id and i.at = now() and i.actor_id = (select auth.uid()) and i.lines = '[]';
  if not found then
    raise sqlstate 'PT403' using message = 'forbidden';
  end if;
end;
$$;

create function private.mark_import_undone(p_id uuid) returns boolean
-- Definer: the same.
language plpgsql security definer set search_path = '' as $$
declare
  found_import public.product_imports;
begin
  perform private.require_admin();
  -- One at a time, as above.
  lock table public.product_imports in share row exclusive mode;
  select * into found_import from public.product_imports i where i.id = p_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if found_import.undone_at is not null then
    return false;
  end if;
  -- Undoing an older one would undo what a newer one was based on.
  if exists (select 1 from public.product_imports i where i.number > found_import.number and i.undone_at is null) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not the last import';
  end if;
  update public.product_imports i set undone_at = now(), undone_by = (select auth.uid()) where i.id = p_id;
  return true;
end;
$$;

create function private.record_undone_import(p_id uuid, p_undone jsonb) returns void
-- Definer: the same; only for an import that is undone in this transaction.
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.product_imports i set undone = p_undone
  where i.id = p_id and i.undone_at = now() and i.undone_by = (select auth.uid()) and i.undone is null;
  if not found then
    raise sqlstate 'PT403' using message = 'forbidden';
  end if;
end;
$$;

create function private.import_as_json(i public.product_imports) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', i.id, 'at', private.iso_time(i.at), 'fileName', i.file_name, 'made', i.made, 'changed', i.changed,
    'unchanged', i.unchanged, 'undoneAt', private.iso_time(i.undone_at), 'undone', i.undone
  );
$$;

comment on function private.begin_product_import is 'Starts an import; false when it was made before. PT409 key_reused when another one has its key.';
comment on function private.record_product_import is 'Records what the import in this transaction changed.';
comment on function private.mark_import_undone is 'Marks the last import undone; false when it was undone before. PT404; PT409 transition_refused for an older one.';
comment on function private.record_undone_import is 'Records what undoing in this transaction did.';
comment on function private.import_as_json is 'The contract''s ProductImport.';
grant execute on function
  private.begin_product_import, private.record_product_import,
  private.mark_import_undone, private.record_undone_import, private.import_as_json
to authenticated;

create function private.set_product_cells(p_lines jsonb, p_side text) returns void
language sql set search_path = '' as $$
  select private.save_products(array(
    -- A line's id is its product's, whatever its cells say.
    select jsonb_populate_record(p, (l -> p_side) - 'id')
    from jsonb_array_elements(p_lines) l join public.products p on p.id = (l ->> 'id')::uuid
    where jsonb_typeof(l -> 'before') = 'object'
  ));
$$;

comment on function private.set_product_cells is 'Writes the values before or after an import into the products that it changed.';
grant execute on function private.set_product_cells to authenticated;

create function public.import_products(p_id uuid, p_file_name text, p_unchanged integer, p_rows jsonb) returns jsonb
-- The Data API allows eight seconds unless the function sets its own limit (supabase.com/docs/guides/database/postgres/timeouts):
-- five thousand rows may need more on a small database.
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  refused jsonb;
  written jsonb;
  made jsonb;
begin
  perform private.require_admin();
  if not private.begin_product_import(p_id, p_file_name, p_unchanged, md5(p_rows::text)) then
    return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
  end if;
  perform private.lock_products(array(select (r ->> 'id')::uuid from jsonb_array_elements(p_rows) r));

  with wanted as (
    select (r ->> 'line')::integer as line, (r ->> 'id')::uuid as id, r -> 'seen' as seen, r -> 'set' as set
    from jsonb_array_elements(p_rows) r
  ), judged as (
    select w.line, p.id, coalesce(p.name, w.set ->> 'name') as name,
      case
        -- Thousands of new products at once: only the address can be taken, and one query finds that for all of them.
        when w.id is null then case when exists (
          select 1 from public.products other where other.slug = w.set ->> 'slug'
        ) then 'slug_taken' end
        when p.id is null then 'not_found'
        else private.change_problem(p, w.seen, w.set)
      end as problem
    from wanted w left join public.products p on p.id = w.id
  )
  select jsonb_agg(jsonb_build_object('line', line, 'productId', id, 'name', name, 'problem', problem) order by line)
  into refused from judged where problem is not null;
  if refused is not null then
    raise sqlstate 'PT409' using message = 'import_refused', detail = refused::text;
  end if;

  -- Before and after of every value that changes.
  with wanted as (
    select (r ->> 'line')::integer as line, (r ->> 'id')::uuid as id, r -> 'set' as set
    from jsonb_array_elements(p_rows) r where jsonb_typeof(r -> 'id') = 'string'
  )
  select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'before', cells.before, 'after', cells.after) order by w.line), '[]')
  into written
  from wanted w
  join public.products p on p.id = w.id
  cross join lateral (
    select jsonb_object_agg(s.key, to_jsonb(p) -> s.key) as before, jsonb_object_agg(s.key, s.value) as after
    from jsonb_each(w.set) s where to_jsonb(p) -> s.key is distinct from s.value
  ) cells
  where cells.after is not null;

  begin
    perform private.set_product_cells(written, 'after');
    select coalesce(jsonb_agg(jsonb_build_object('line', r -> 'line', 'id', public.create_product(r -> 'set') -> 'id')), '[]')
    into made
    from jsonb_array_elements(p_rows) r
    where jsonb_typeof(r -> 'id') is distinct from 'string';
  -- Two rows want the same address, or exchange theirs.
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  -- All columns of a new product, not only those imported: undoing must not erase what somebody added to it since.
  select written || coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'before', null,
    'after', to_jsonb(p) - array['id', 'rating', 'created_at', 'updated_at', 'search_text', 'key_figures']) order by m.line), '[]')
  into written
  from jsonb_to_recordset(made) m (line integer, id uuid) join public.products p on p.id = m.id;
  perform private.record_product_import(p_id, written);
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.import_products is
  'p_rows: [{line, id, seen, set}], columns by name; without id a new product. p_id: the key of this import; the same twice is one. '
  'Returns ProductImport. PT403; PT409 import_refused (detail: [{line, productId, name, problem}]), slug_taken, key_reused.';
grant execute on function public.import_products to authenticated;

create function public.undo_product_import(p_id uuid, p_leave_changed boolean default false) returns jsonb
-- As for the import.
language plpgsql set search_path = '' set statement_timeout = '30s' as $$
declare
  entry public.product_imports;
  overtaken jsonb;
  undoable jsonb;
  erased integer;
  archived integer;
begin
  perform private.require_admin();
  if not private.mark_import_undone(p_id) then
    return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
  end if;
  select * into entry from public.product_imports i where i.id = p_id;
  perform private.lock_products(array(select (l ->> 'id')::uuid from jsonb_array_elements(entry.lines) l));

  with judged as (
    -- A product changed since, by a person or a sale, would lose that change too.
    select l, p.id, p.name, place,
      case when p.id is null then 'not_found' else private.change_problem(p, l -> 'after', l -> 'before') end as problem
    from jsonb_array_elements(entry.lines) with ordinality t (l, place)
    left join public.products p on p.id = (l ->> 'id')::uuid
  )
  select
    jsonb_agg(jsonb_build_object('line', null, 'productId', l -> 'id', 'problem', problem,
      'name', coalesce(name, l -> 'after' ->> 'name', l -> 'before' ->> 'name')) order by place) filter (where problem is not null),
    coalesce(jsonb_agg(l order by place) filter (where problem is null), '[]')
  into overtaken, undoable from judged;
  if overtaken is not null and not p_leave_changed then
    raise sqlstate 'PT409' using message = 'import_refused', detail = overtaken::text;
  end if;

  begin
    perform private.set_product_cells(undoable, 'before');
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  select count(*) filter (where not gone), count(*) filter (where gone) into erased, archived
  from (
    select (public.delete_product((l ->> 'id')::uuid) ->> 'archived')::boolean as gone
    from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'null'
  ) made;
  perform private.record_undone_import(p_id, jsonb_build_object(
    'putBack', (select count(*) from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'object'),
    'erased', erased, 'archived', archived, 'left', coalesce(jsonb_array_length(overtaken), 0)
  ));
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.undo_product_import is
  'p_leave_changed: products that were changed since stay as they are, instead of stopping all of it. Undone before: nothing happens. '
  'Returns ProductImport. PT403; PT404; PT409 import_refused (detail: [{line, productId, name, problem}]), transition_refused, slug_taken.';
grant execute on function public.undo_product_import to authenticated;

create function public.list_product_imports(p_limit integer default 20) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.import_as_json(i) order by i.number desc), '[]')
    from (select * from public.product_imports order by number desc limit least(p_limit, 100)) i
  );
end;
$$;

comment on function public.list_product_imports is 'ProductImport[], the newest first. PT403.';
grant execute on function public.list_product_imports to authenticated;
