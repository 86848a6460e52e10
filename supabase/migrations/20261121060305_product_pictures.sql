-- The pictures of a product: how its first picture and its gallery stay one, and the bucket with the files.
-- Who reads: everybody. Who writes: admins with their own token.

create function private.with_first_picture(p_pictures jsonb, p_url text) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(k order by place), '[]')
    from (
      select 1 as place, jsonb_build_object('url', p_url, 'alt', coalesce((
        select same ->> 'alt' from jsonb_array_elements(p_pictures) same where same ->> 'url' = p_url
      ), '')) as k
      where p_url is not null
      union all
      select place, k from jsonb_array_elements(p_pictures) with ordinality t (k, place)
      where place > 1 and k ->> 'url' is distinct from p_url
    ) pictures
  );
end;
$$;

comment on function private.with_first_picture is
  'A gallery whose first picture is replaced by another one; one that it has already comes to the front. Null takes the first one away.';
grant execute on function private.with_first_picture to authenticated, service_role;

create function private.keep_first_picture() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Whoever knows of one picture only (the specification's imageUrl, a spreadsheet) replaces the first and leaves the others.
  if tg_op = 'INSERT' then
    if new.pictures = '[]' then
      new.pictures := private.with_first_picture('[]', new.image_url);
    end if;
  elsif new.pictures = old.pictures then
    if new.image_url is distinct from old.image_url then
      new.pictures := private.with_first_picture(old.pictures, new.image_url);
    end if;
  end if;
  new.image_url := new.pictures -> 0 ->> 'url';
  return new;
end;
$$;

create trigger keep_first_picture before insert or update of image_url, pictures on public.products
  for each row execute function private.keep_first_picture();

-- Only where the platform has Storage: everybody reads a picture by its address, only admins list and write.
do $$
begin
  if to_regclass('storage.objects') is null then
    return;
  end if;

  -- The dashboard scales photos to some hundred kilobytes, as JPEG where a browser cannot write WebP.
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('products', 'products', true, 2000000, array['image/webp', 'image/jpeg'])
  on conflict (id) do update set
    file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

  -- Reading a public bucket's files needs no policy; listing them does.
  create policy "Admins list product pictures" on storage.objects
    for select to authenticated
    using (bucket_id = 'products' and (select private.is_admin()));

  -- A signed upload address stays valid for two hours even when the role is taken away, so the shop uses no such addresses.
  create policy "Admins add product pictures" on storage.objects
    for insert to authenticated
    with check (
      bucket_id = 'products' and (select private.is_admin())
      and coalesce(current_setting('storage.operation', true), '') <> 'storage.object.sign_upload_url'
    );

  create policy "Admins replace product pictures" on storage.objects
    for update to authenticated
    using (bucket_id = 'products' and (select private.is_admin()))
    with check (bucket_id = 'products' and (select private.is_admin()));

  create policy "Admins remove product pictures" on storage.objects
    for delete to authenticated
    using (bucket_id = 'products' and (select private.is_admin()));
end;
$$;
