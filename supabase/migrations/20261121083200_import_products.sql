-- A spreadsheet of products: all of its rows or none, exactly what its preview showed.
-- Who calls: admins with their own token; row-level security decides.

create function public.import_products(p_id uuid, p_file_name text, p_unchanged integer, p_rows jsonb) returns jsonb
language plpgsql
set search_path = ''
-- The Data API gives a person eight seconds, and heeds what the function asks for (supabase.com/docs/guides/database/postgres/timeouts);
-- five thousand rows may need more on a small database.
set statement_timeout = '60s'
as $$
declare
  refused jsonb;
  written jsonb;
  made jsonb;
begin
  perform private.require_admin();
  if not private.begin_product_import(p_id, p_file_name, p_unchanged, md5(p_rows::text)) then
    return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
  end if;
  -- In the order of ids, like every lock on products: two writers wait for each other, never forever.
  perform 1 from public.products p
  where p.id in (select (r ->> 'id')::uuid from jsonb_array_elements(p_rows) r)
  order by p.id for no key update;

  with wanted as (
    select (r ->> 'line')::integer as line, (r ->> 'id')::uuid as id, r -> 'seen' as seen, r -> 'set' as set
    from jsonb_array_elements(p_rows) r
  ), told as (
    select w.line, p.id, coalesce(p.name, w.set ->> 'name') as name, case
      when w.id is not null and p.id is null then 'not_found'
      -- Somebody else's value, which is neither what the preview showed nor what the row says.
      when exists (
        select 1 from jsonb_each(w.seen) seen
        where to_jsonb(p) -> seen.key not in (seen.value, coalesce(w.set -> seen.key, seen.value))
      ) then 'changed_meanwhile'
      when (w.set ->> 'stock')::integer <> p.stock
        and (w.set ->> 'stock')::integer < private.held_quantity(p.id) then 'stock_is_held'
      when exists (
        select 1 from public.products other
        where other.slug = w.set ->> 'slug' and other.id is distinct from w.id
      ) then 'slug_taken'
    end as problem
    from wanted w left join public.products p on p.id = w.id
  )
  select jsonb_agg(jsonb_build_object('line', line, 'productId', id, 'name', name, 'problem', problem) order by line)
  into refused from told where problem is not null;
  if refused is not null then
    raise sqlstate 'PT409' using message = 'import_refused', detail = refused::text;
  end if;

  -- Before and after of every cell that is not the same already.
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
  -- Two rows that ask for one address, or two that exchange theirs.
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  -- The whole of a new product, not the row alone: undoing must not erase what somebody added to it since.
  select written || coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'before', null,
    'after', to_jsonb(p) - array['id', 'rating', 'created_at', 'updated_at', 'search_text']) order by m.line), '[]')
  into written
  from jsonb_to_recordset(made) m (line integer, id uuid) join public.products p on p.id = m.id;
  perform private.note_product_import(p_id, written);
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

create function private.set_product_cells(p_lines jsonb, p_side text) returns void
language sql
set search_path = ''
as $$
  update public.products p set
    slug = e.slug, name = e.name, category = e.category, description = e.description,
    price = e.price, image_url = e.image_url, stock = e.stock, is_active = e.is_active,
    brand = e.brand, model = e.model, specs = e.specs, warranty_years = e.warranty_years,
    weight_grams = e.weight_grams, keywords = e.keywords
  from (
    -- The product that the line names, whatever else its cells say.
    select present.id as line_id, edited.*
    from jsonb_array_elements(p_lines) l
    join public.products present on present.id = (l ->> 'id')::uuid
    cross join lateral jsonb_populate_record(present, l -> p_side) edited
    where jsonb_typeof(l -> 'before') = 'object'
  ) e
  where p.id = e.line_id;
$$;

comment on function private.set_product_cells(jsonb, text) is 'Writes one side, before or after, of the lines of an import into products that are there.';
grant execute on function private.set_product_cells(jsonb, text) to authenticated;

comment on function public.import_products(uuid, text, integer, jsonb) is
  'p_rows: [{line, id, seen, set}], columns by name; without id a new product. p_id: the key of this import; the same twice is one. '
  'Returns ProductImport. PT403; PT409 import_refused (detail: [{line, productId, name, problem}]), slug_taken, key_reused.';
grant execute on function public.import_products(uuid, text, integer, jsonb) to authenticated;
