-- The last import undone: each cell that it changed is put back, what it created is erased, or withdrawn when it was ordered.
-- Who calls: admins with their own token; row-level security decides.

create function public.undo_product_import(p_id uuid, p_leave_changed boolean default false) returns jsonb
language plpgsql
set search_path = ''
-- As for the import.
set statement_timeout = '60s'
as $$
declare
  entry public.product_imports;
  overtaken jsonb;
  undoable jsonb;
  erased integer;
  withdrawn integer;
begin
  perform private.require_admin();
  if not private.close_product_import(p_id) then
    return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
  end if;
  select * into entry from public.product_imports i where i.id = p_id;
  perform 1 from public.products p
  where p.id in (select (l ->> 'id')::uuid from jsonb_array_elements(entry.lines) l)
  order by p.id for no key update;

  with told as (
    select l, p.id, p.name, place, case
      when p.id is null then 'not_found'
      -- Changed again since, by a person or by a sale: putting it back would undo that too.
      when exists (
        select 1 from jsonb_each(l -> 'after') after
        where to_jsonb(p) -> after.key not in (after.value, coalesce(l -> 'before' -> after.key, after.value))
      ) then 'changed_meanwhile'
      when (l -> 'before' ->> 'stock')::integer < private.held_quantity(p.id) then 'stock_is_held'
      when exists (
        select 1 from public.products other where other.slug = l -> 'before' ->> 'slug' and other.id <> p.id
      ) then 'slug_taken'
    end as problem
    from jsonb_array_elements(entry.lines) with ordinality t (l, place)
    left join public.products p on p.id = (l ->> 'id')::uuid
  )
  select
    jsonb_agg(jsonb_build_object('line', null, 'productId', l -> 'id', 'problem', problem,
      'name', coalesce(name, l -> 'after' ->> 'name', l -> 'before' ->> 'name')) order by place) filter (where problem is not null),
    coalesce(jsonb_agg(l order by place) filter (where problem is null), '[]')
  into overtaken, undoable from told;
  if overtaken is not null and not p_leave_changed then
    raise sqlstate 'PT409' using message = 'import_refused', detail = overtaken::text;
  end if;

  begin
    perform private.set_product_cells(undoable, 'before');
  exception when unique_violation then
    raise sqlstate 'PT409' using message = 'slug_taken';
  end;
  select count(*) filter (where not gone), count(*) filter (where gone) into erased, withdrawn
  from (
    select (public.delete_product((l ->> 'id')::uuid) ->> 'withdrawn')::boolean as gone
    from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'null'
  ) made;
  perform private.note_undone_import(p_id, jsonb_build_object(
    'putBack', (select count(*) from jsonb_array_elements(undoable) l where jsonb_typeof(l -> 'before') = 'object'),
    'erased', erased, 'withdrawn', withdrawn, 'left', coalesce(jsonb_array_length(overtaken), 0)
  ));
  return (select private.import_as_json(i) from public.product_imports i where i.id = p_id);
end;
$$;

comment on function public.undo_product_import(uuid, boolean) is
  'p_leave_changed: products that were changed since stay as they are, instead of stopping all of it. Undone before: nothing happens. '
  'Returns ProductImport. PT403; PT404; PT409 import_refused (detail: [{line, productId, name, problem}]), transition_refused, slug_taken.';
grant execute on function public.undo_product_import(uuid, boolean) to authenticated;
