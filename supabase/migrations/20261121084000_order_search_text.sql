-- What an order is found by: its number, the buyer's name, e-mail and phone, folded into one column with a trigram index.
-- Who reads: admins, through public.list_order_page(). Who writes: nobody; Postgres derives it from the order.

create function private.order_search_text(p_id uuid, p_name text, p_email text, p_phone text) returns text
language sql
immutable
parallel safe
set search_path = ''
as $$
  select '#ic-' || right(p_id::text, 8) || ' ' || private.folded(p_name) || ' ' || private.folded(p_email) || ' '
    -- Both ways in which a Kenyan number is said: 0712… and 254712….
    || case
      when digits like '254%' then '0' || substr(digits, 4) || ' ' || digits
      when digits like '0%' then digits || ' 254' || substr(digits, 2)
      else digits
    end
  from (select regexp_replace(p_phone, '\D', '', 'g') as digits) phone;
$$;

comment on function private.order_search_text(uuid, text, text, text) is 'The words of an order that a search looks at: number, name, e-mail, phone.';
-- Whoever inserts an order derives the column.
grant execute on function private.order_search_text(uuid, text, text, text) to service_role;

alter table public.orders add column search_text text not null
  generated always as (private.order_search_text(id, customer_name, customer_email, customer_phone)) stored;

comment on column public.orders.search_text is 'For finding the order; says nothing that the other columns do not say.';

create index orders_by_words on public.orders using gin (search_text extensions.gin_trgm_ops);

create function private.order_search_patterns(p_text text) returns text[]
language plpgsql
immutable
set search_path = ''
as $$
declare
  said text := private.folded(left(p_text, 200));
  word text;
  number text := '';
  words text[] := '{}';
begin
  -- #IC-1A2B3C4D, IC 1A2B3C4D and #1A2B3C4D are one order's number.
  said := regexp_replace(said, '(^|\s)#?ic[ -]?(?=[0-9a-f]{8}(\s|$))', '\1#ic-', 'g');
  said := regexp_replace(said, '(^|\s)#\s*(?=[0-9a-f])', '\1#ic-', 'g');
  -- The pieces of a phone number, however it is spaced, are one word: +254 (0)712 345-678.
  foreach word in array regexp_split_to_array(trim(said), '\s+') || ''::text loop
    if word ~ '[0-9]' and word !~ '[^0-9().+/-]' then
      number := number || regexp_replace(word, '\D', '', 'g');
      continue;
    end if;
    if number <> '' then
      words := words || regexp_replace(regexp_replace(number, '^00(?=[1-9])', ''), '^2540', '254');
      number := '';
    end if;
    if word <> '' then
      words := words || word;
    end if;
  end loop;
  return array(
    select '%' || regexp_replace(w, '([\\%_])', '\\\1', 'g') || '%' from unnest(words[1:8]) w
  );
end;
$$;

comment on function private.order_search_patterns(text) is 'What was typed into the search, as patterns that orders.search_text must all be like; eight words at most.';
