-- How texts are searched: word by word, without accents and capitals, with trigram indexes on columns called search_text.
-- Who calls: the generated columns of users, products and orders, and the searches of the dashboard.

create extension if not exists pg_trgm with schema extensions;

create function private.folded(p_text text) returns text
language sql immutable set search_path = '' as $$
  -- Letters lose their accents and their size.
  select lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'));
$$;

comment on function private.folded is 'A text as it is looked for: "Théodolite" is "theodolite".';
-- Whoever writes a row derives its search_text.
grant execute on function private.folded to authenticated, service_role;

create function private.order_search_patterns(p_text text) returns text[]
language plpgsql immutable set search_path = '' as $$
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

comment on function private.order_search_patterns is 'What was typed into the search, as patterns that orders.search_text must all be like; eight words at most.';
