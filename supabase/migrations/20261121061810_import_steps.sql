-- Importing and undoing: all rows are checked and accepted, then written step by step.
-- Who calls: admins with their own token; row-level security decides.

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
grant execute on function private.set_product_cells to authenticated;

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
grant execute on function private.row_problem to authenticated;

create function public.import_products(p_id uuid, p_file_name text, p_unchanged integer, p_rows jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  known uuid;
  refused jsonb;
begin
  perform private.require_admin();
  perform private.check_product_rows(p_rows, 5000);
  known := private.begin_product_import(p_id, p_file_name, p_unchanged, jsonb_array_length(p_rows), md5(p_rows::text));
  if known is null then
    p_rows := (
      select coalesce(jsonb_agg(r || jsonb_build_object('seen', private.with_spec_keys(r -> 'seen'), 'set', private.with_spec_keys(r -> 'set')) order by at), '[]')
      from jsonb_array_elements(p_rows) with ordinality t (r, at)
    );
    with wanted as (
      select (r ->> 'line')::integer as line, (r ->> 'id')::uuid as id, case when r ->> 'id' is not null then r -> 'seen' end as seen, r -> 'set' as set,
        -- Two rows that want the same address.
        count(*) over (partition by r -> 'set' ->> 'slug') > 1 and r -> 'set' ->> 'slug' is not null as is_twice
      from jsonb_array_elements(p_rows) r
    ), judged as (
      select w.line, p.id, coalesce(p.name, w.set ->> 'name') as name,
        case when w.is_twice then 'slug_taken' else private.row_problem(p, w.seen, w.set) end as problem
      from wanted w left join public.products p on p.id = w.id
    )
    select jsonb_agg(jsonb_build_object('line', line, 'productId', id, 'name', name, 'problem', problem) order by line)
    into refused from judged where problem is not null;
    if refused is not null then
      raise sqlstate 'PT409' using message = 'import_refused', detail = refused::text;
    end if;
    perform private.keep_import_rows(p_id, p_rows);
  end if;
  return (select private.import_as_json(i) from public.product_imports i where i.id = coalesce(known, p_id));
end;
$$;

comment on function public.import_products is
  'Accepts an import, all rows or none, and writes nothing yet: continue_product_import() does. p_rows: [{line, id, seen, set}], columns by name; '
  'without id a new product. p_id: the key of this import; the same twice is one, and so are the same rows within the hour. '
  'Returns ProductImport. PT400; PT403; PT409 import_refused (detail: [{line, productId, name, problem}]), key_reused.';
grant execute on function public.import_products to authenticated;

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
  cross join lateral (select private.row_problem(p, row.before, row.after) as problem) found
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
        'after', to_jsonb(made) - array['id', 'rating', 'created_at', 'updated_at', 'search_text', 'key_figures']);
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
grant execute on function private.write_import_rows, private.put_import_rows_back to authenticated;

create function public.continue_product_import(p_id uuid, p_for interval default '1 second') returns jsonb
language plpgsql set search_path = '' as $$
declare
  rows private.product_import_rows[];
begin
  perform private.require_admin();
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
language plpgsql set search_path = '' as $$
declare
  undoing record;
  overtaken jsonb;
begin
  perform private.require_admin();
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
