-- What the dashboard's table of products looks for and sorts by.
-- Who reads: admins, through public.find_products(). Who writes: Postgres itself; the column is generated.

create extension if not exists pg_trgm with schema extensions;

create function private.folded(p_text text) returns text
language sql
immutable
set search_path = ''
as $$
  -- Letters lose their accents and their size.
  select lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'));
$$;

comment on function private.folded(text) is 'A text as it is looked for: "Théodolite" is "theodolite".';
-- Whoever writes a product generates its column.
grant execute on function private.folded(text) to authenticated, service_role;

alter table public.products add column search_text text not null generated always as (
  private.folded(name || ' ' || coalesce(brand, '') || ' ' || coalesce(model, '') || ' ' || slug || ' ' || keywords)
) stored;

comment on column public.products.search_text is 'Name, brand, model, slug and keywords, folded: what the dashboard searches.';

create index products_by_search_text on public.products using gin (search_text extensions.gin_trgm_ops);

-- One for each order of the table, the id deciding between equals. The filters stand beside: no row is read to skip it.
create index products_by_name on public.products (lower(name), id) include (name, category, is_active, stock);
create index products_by_price on public.products (price, id) include (category, is_active, stock);
create index products_by_stock on public.products (stock, id) include (category, is_active);
create index products_by_updated_at on public.products (updated_at, id) include (category, is_active, stock);
create index products_by_created_at on public.products (created_at, id) include (category, is_active, stock);

create or replace function private.told_to_history(p_row jsonb) returns jsonb
language sql
immutable
set search_path = ''
as $$
  -- What only the clock writes or Postgres generates is no change; the key of the bank's status query is for nobody to read.
  select case when jsonb_typeof(told -> 'response_data') = 'object' then told #- '{response_data,trace}' else told end
  from (select p_row - array['updated_at', 'asked_at', 'next_ask_at', 'trace', 'search_text'] as told) cleaned;
$$;

comment on function private.told_to_history(jsonb) is 'A row as history keeps it: without the clock''s and generated columns and without secrets.';
