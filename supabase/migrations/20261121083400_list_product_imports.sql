-- The imports of spreadsheets, the newest first, without what they changed.
-- Who calls: admins with their own token; row-level security decides.

create function public.list_product_imports(p_limit integer default 20) returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(private.import_as_json(i) order by i.number desc), '[]')
    from (select * from public.product_imports order by number desc limit least(p_limit, 100)) i
  );
end;
$$;

comment on function public.list_product_imports(integer) is 'ProductImport[], the newest first. PT403.';
grant execute on function public.list_product_imports(integer) to authenticated;
