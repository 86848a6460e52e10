-- How texts are searched: word by word, without accents and capitals, with trigram indexes on columns called search_text.
-- Who calls: the generated columns of users, products and orders, and the searches of the dashboard.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

create function private.normalize_for_search(p_text text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Accents are removed, capitals become small.
  return lower(regexp_replace(normalize(p_text, nfkd), '[\u0300-\u036f]', '', 'g'));
end;
$$;

comment on function private.normalize_for_search is 'A text without accents and capitals: "Théodolite" becomes "theodolite".';
-- Generated columns run it with the rights of whoever writes the row, searches with those of whoever searches.
grant execute on function private.normalize_for_search to anon, authenticated, service_role;

create function private.phone_search_text(p_phone text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return (
    select case
      when digits like '254%' then '0' || substr(digits, 4) || ' ' || digits
      when digits like '0%' then digits || ' 254' || substr(digits, 2)
      else digits
    end
    from (select regexp_replace(coalesce(p_phone, ''), '\D', '', 'g') as digits) phone
  );
end;
$$;

comment on function private.phone_search_text is 'A phone number in both ways in which a Kenyan one is written: 0712345678 254712345678.';
-- Generated columns run it with the rights of whoever writes the row.
grant execute on function private.phone_search_text to authenticated, service_role;

create function private.like_pattern(p_word text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return '%' || regexp_replace(p_word, '([\\%_])', '\\\1', 'g') || '%';
end;
$$;

comment on function private.like_pattern is 'The pattern of texts that contain a word, whatever characters are in it.';

create function private.prefix_pattern(p_word text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return substr(private.like_pattern(p_word), 2);
end;
$$;

comment on function private.prefix_pattern is 'The pattern of texts that begin with a word.';

create function private.search_patterns(p_text text) returns text[]
language plpgsql immutable set search_path = '' as $$
begin
  return array(
    select private.like_pattern(w) from regexp_split_to_table(private.normalize_for_search(left(p_text, 200)), '\s+') w where w <> '' limit 8
  );
end;
$$;

comment on function private.search_patterns is 'Each word of a search as a pattern. More than eight words find nothing that eight do not.';

create function private.customer_search_patterns(p_text text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  normalized text := private.normalize_for_search(left(p_text, 200));
  word text;
  number text := '';
  words text[] := '{}';
begin
  -- #IC-1A2B3C4D, IC 1A2B3C4D and #1A2B3C4D are one order's number.
  normalized := regexp_replace(normalized, '(^|\s)#?ic[ -]?(?=[0-9a-f]{8}(\s|$))', '\1#ic-', 'g');
  normalized := regexp_replace(normalized, '(^|\s)#\s*(?=[0-9a-f])', '\1#ic-', 'g');
  -- The parts of a phone number, however it is spaced, are one word: +254 (0)712 345-678.
  foreach word in array regexp_split_to_array(trim(normalized), '\s+') || ''::text loop
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
  return array(select private.like_pattern(w) from unnest(words[1:8]) w);
end;
$$;

comment on function private.customer_search_patterns is 'As private.search_patterns(), for orders and accounts: order numbers and phone numbers are one word however they are typed.';

create function private.conditions(variadic p_conditions text[]) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return (
    select coalesce(string_agg(c, ' and '), 'true') from unnest(p_conditions) c
  );
end;
$$;

comment on function private.conditions is 'All conditions together, joined by AND; a null is left out.';
