-- Admins put pictures into the bucket of the products and take them out; only where the platform has Storage.
-- Who reads: everybody, by address; the list of files admins alone. Who writes: admins with their own token.

do $$
begin
  if to_regclass('storage.objects') is null then
    return;
  end if;

  -- What the dashboard makes of a photo has at most some hundred kilobytes.
  update storage.buckets set
    file_size_limit = 2000000,
    -- JPEG where a browser cannot write WebP.
    allowed_mime_types = array['image/webp', 'image/jpeg']
  where id = 'products';

  -- A public bucket is read past its policies; this one is for the list of files.
  create policy "Admins list product pictures" on storage.objects
    for select to authenticated
    using (bucket_id = 'products' and (select private.is_admin()));

  -- A signed address would still be good for two hours when the role is gone, so none is given out.
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
