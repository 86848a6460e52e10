-- The public bucket for product pictures; only where the platform has Storage.
-- Who reads: everybody, by address. Who writes: nobody yet; the dashboard's policies come with it.

do $$
begin
  if to_regclass('storage.buckets') is not null then
    insert into storage.buckets (id, name, public) values ('products', 'products', true) on conflict (id) do nothing;
  end if;
end;
$$;
