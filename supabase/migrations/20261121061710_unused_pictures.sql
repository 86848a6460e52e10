-- Files of pictures that no product has any more.
-- Who calls: admins, whose dashboard deletes the files through Storage.

-- Changes of galleries, and products that were deleted with theirs: few among all changes.
create index history_of_pictures on public.history (at) where before ? 'pictures';

create function public.unused_pictures() returns text[]
language plpgsql stable set search_path = '' as $$
begin
  perform private.require_admin();
  if to_regclass('storage.objects') is null then
    return '{}';
  end if;
  return array(
    with kept as (
      select k ->> 'url' as url
      from public.products p cross join lateral jsonb_array_elements(p.pictures) k
      where p.pictures <> '[]'
      union all
      -- A change can be put back.
      select k ->> 'url'
      from public.history h cross join lateral jsonb_array_elements(h.before -> 'pictures') k
      where h.before ? 'pictures' and h.at > now() - interval '30 days'
    )
    select o.name
    from storage.objects o
    where o.bucket_id = 'products' and o.name ~ '^[0-9a-f]{64}-'
      -- Younger ones may belong to a form that is not saved yet.
      and greatest(o.created_at, o.updated_at) < now() - interval '1 day'
      and not exists (
        select 1 from kept where substring(kept.url from '/([0-9a-f]{64})-[^/]+$') = substring(o.name from '^[0-9a-f]{64}')
      )
    order by o.created_at, o.name
    limit 100
  );
end;
$$;

comment on function public.unused_pictures is
  'Names of files in the bucket of the products, 100 at most, the oldest first: no product has had them for 30 days, and nobody sent them within a day. PT403.';
grant execute on function public.unused_pictures to authenticated;
