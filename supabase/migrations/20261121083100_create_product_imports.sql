-- Every spreadsheet that was imported: who, when, and what each cell was before, so that it can be undone.
-- Who reads: admins. Who writes: the three sentences at the end of this file, for the functions that import and undo.

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
comment on column public.product_imports.undone is 'What undoing did: {"putBack", "erased", "withdrawn", "left"}, in products.';

alter table public.product_imports enable row level security;
grant select on public.product_imports to authenticated;

create policy "Admins read the imports" on public.product_imports
  for select to authenticated
  using ((select private.is_admin()));

create function private.begin_product_import(p_id uuid, p_file_name text, p_unchanged integer, p_hash text) returns boolean
language plpgsql
-- Definer: an import is written down as it happens; nobody edits the list.
security definer
set search_path = ''
as $$
declare
  known text;
begin
  perform private.require_admin();
  -- One after the other: two with the same new products in opposite order would wait for each other's addresses in a
  -- circle, and "the last import" would be a guess while another one is under way.
  lock table public.product_imports in share row exclusive mode;
  insert into public.product_imports (id, actor_id, file_name, unchanged, request_hash)
  values (p_id, (select auth.uid()), p_file_name, p_unchanged, p_hash)
  on conflict (id) do nothing;
  if found then
    return true;
  end if;
  -- Sent at the same time by a second click: waited for above, and done.
  select i.request_hash into known from public.product_imports i where i.id = p_id;
  if known <> p_hash then
    raise sqlstate 'PT409' using message = 'key_reused';
  end if;
  return false;
end;
$$;

create function private.note_product_import(p_id uuid, p_lines jsonb) returns void
language plpgsql
-- Definer: as above; only of an import that begins in this very transaction, and only once.
security definer
set search_path = ''
as $$
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

create function private.close_product_import(p_id uuid) returns boolean
language plpgsql
-- Definer: as above; false when it was undone before.
security definer
set search_path = ''
as $$
declare
  found_import public.product_imports;
begin
  perform private.require_admin();
  -- As above.
  lock table public.product_imports in share row exclusive mode;
  select * into found_import from public.product_imports i where i.id = p_id;
  if not found then
    raise sqlstate 'PT404' using message = 'not_found';
  end if;
  if found_import.undone_at is not null then
    return false;
  end if;
  -- An older one would undo what a newer one found.
  if exists (select 1 from public.product_imports i where i.number > found_import.number and i.undone_at is null) then
    raise sqlstate 'PT409' using message = 'transition_refused', detail = 'not the last import';
  end if;
  update public.product_imports i set undone_at = now(), undone_by = (select auth.uid()) where i.id = p_id;
  return true;
end;
$$;

create function private.note_undone_import(p_id uuid, p_undone jsonb) returns void
language plpgsql
-- Definer: as above; only of an import that is undone in this very transaction.
security definer
set search_path = ''
as $$
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
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'id', i.id, 'at', private.iso_time(i.at), 'fileName', i.file_name, 'made', i.made, 'changed', i.changed,
    'unchanged', i.unchanged, 'undoneAt', private.iso_time(i.undone_at), 'undone', i.undone
  );
$$;

comment on function private.begin_product_import(uuid, text, integer, text) is 'Opens an import; false when the same one was made before. PT409 key_reused for another one under its key.';
comment on function private.note_product_import(uuid, jsonb) is 'Writes down what the import of this transaction changed.';
comment on function private.close_product_import(uuid) is 'Marks the last import undone; false when it is. PT404; PT409 transition_refused for an older one.';
comment on function private.note_undone_import(uuid, jsonb) is 'Writes down what undoing in this transaction did.';
comment on function private.import_as_json(public.product_imports) is 'The treaty''s ProductImport.';

grant execute on function
  private.begin_product_import(uuid, text, integer, text), private.note_product_import(uuid, jsonb),
  private.close_product_import(uuid), private.note_undone_import(uuid, jsonb), private.import_as_json(public.product_imports)
to authenticated;
