-- What shoppers type, and the products they mean: words, part numbers however they are spaced, misspellings, local words.
-- Who reads: everybody, through the search; admins the list of words. Who writes: admins.

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- A search is read word by word.
  word text not null check (word ~ '^[a-z0-9.]{2,40}$'),
  means text not null check (means ~ '^[a-z0-9.]{2,40}$' and means <> word),
  unique (word, means)
);

comment on table public.search_synonyms is 'Swahili words, local spellings and trade names: who types word is shown what has means.';

alter table public.search_synonyms enable row level security;
grant select, delete on public.search_synonyms to authenticated;
grant insert (word, means) on public.search_synonyms to authenticated;

create policy "Admins read search words" on public.search_synonyms
  for select to authenticated using ((select private.is_admin()));
create policy "Admins add search words" on public.search_synonyms
  for insert to authenticated with check ((select private.is_admin()));
create policy "Admins remove search words" on public.search_synonyms
  for delete to authenticated using ((select private.is_admin()));

insert into public.search_synonyms (word, means) values
  ('betri', 'battery'), ('batri', 'battery'), ('bateri', 'battery'), ('batteries', 'battery'), ('accumulator', 'battery'),
  ('inverta', 'inverter'), ('invertor', 'inverter'), ('invertors', 'inverter'), ('inverters', 'inverter'),
  ('sola', 'solar'), ('jua', 'solar'), ('paneli', 'panel'), ('panels', 'panel'), ('module', 'panel'), ('pv', 'panel'),
  ('konverta', 'converter'), ('convertor', 'converter'), ('converters', 'converter'), ('chaja', 'charger'), ('regulator', 'mppt'),
  ('jenereta', 'generator'), ('genereta', 'generator'), ('powerbank', 'generator'), ('pampu', 'pump'), ('umwagiliaji', 'irrigation'),
  ('kisima', 'borehole'), ('well', 'borehole'), ('maji', 'water'), ('kigunduzi', 'detector'), ('finder', 'detector'),
  ('waya', 'cable'), ('kebo', 'cable'), ('mita', 'meter'), ('terameter', 'terrameter'), ('terrametre', 'terrameter'),
  ('gipiesi', 'gps'), ('jipiesi', 'gps'), ('satelaiti', 'satellite'), ('shule', 'school'), ('nyumba', 'home'), ('nyumbani', 'home'),
  ('ramani', 'survey'), ('pima', 'survey'), ('upimaji', 'survey'), ('surveying', 'survey'), ('theodolite', 'station'),
  ('kutafuta', 'detector'), ('kupima', 'detector'), ('ardhi', 'ground'), ('sms', 'messages'),
  ('kitafuta', 'detector'), ('setilaiti', 'satellite'), ('ujumbe', 'messages'), ('kebu', 'cable'),
  ('lithiamu', 'lithium'), ('lifepo', 'lithium'), ('kva', 'kw'), ('ups', 'backup'), ('rtk', 'gnss'), ('ert', 'imaging');

create table private.search_filler (
  word text primary key check (word = private.normalize_for_search(word))
);

comment on table private.search_filler is 'Words of a search that say nothing about the product.';

insert into private.search_filler (word) values
  ('a'), ('an'), ('the'), ('for'), ('of'), ('and'), ('with'), ('to'), ('in'), ('my'), ('buy'), ('price'), ('best'), ('cheap'), ('kenya'), ('nairobi'),
  ('ya'), ('wa'), ('za'), ('na'), ('kwa'), ('cha'), ('vya'), ('la'), ('ni'), ('bei'),
  ('nataka'), ('natafuta'), ('kifaa'), ('mashine'), ('mtambo'), ('machine'), ('chini'), ('bila');

create function private.squashed(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(p_text, '[^a-z0-9]', '', 'g');
end;
$$;

comment on function private.squashed is 'A normalised text without spaces and signs: "gpsmap 65s" and "gps-map 65S" are gpsmap65s.';
create function private.words_of(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- A figure and its unit are one word, however they are spaced: "5.12 kWh" is 5.12kwh.
  return regexp_replace(
    regexp_replace(private.normalize_for_search(p_text), '[^a-z0-9.]+|\.(?![0-9])|(?<![0-9])\.', ' ', 'g'),
    '(?<![a-z])([0-9.]+) (m?v|k?va|m?a|ah|k?wp?|k?wh|hp|k?hz|mm|m|kg|l|channels?|inch)(?= |$)', '\1\2', 'g');
end;
$$;

comment on function private.words_of is 'A text as words of small letters and figures with one space between them.';

create table private.product_words (
  product_id uuid primary key references public.products (id) on delete cascade,
  text text not null,
  squashed text not null,
  name text not null,
  model text not null,
  sheet text not null
);

comment on table private.product_words is 'The texts of a product as a search compares them, written with the product: reading them out of it took ten times as long as ranking.';
comment on column private.product_words.text is 'Name, brand, model, slug and keywords, as private.words_of() writes them.';
comment on column private.product_words.squashed is 'The same as private.squashed(); so is model.';
comment on column private.product_words.sheet is 'The description and the values of the data sheet.';

create index product_words_by_squashed on private.product_words using gin (squashed extensions.gin_trgm_ops);

create function private.words_of_product(p public.products) returns private.product_words
language plpgsql stable set search_path = '' as $$
begin
  return (
    p.id, private.words_of(p.search_text), private.squashed(p.search_text), private.words_of(p.name || ' ' || coalesce(p.model, '')),
    private.squashed(private.normalize_for_search(coalesce(p.model, ''))),
    private.words_of(p.description || ' ' || (select coalesce(string_agg(e ->> 'value', ' '), '') from jsonb_array_elements(p.specs) e))
  )::private.product_words;
end;
$$;

create function private.store_product_words() returns trigger
-- Definer: whoever edits a product, only this trigger writes its words.
language plpgsql security definer set search_path = '' as $$
declare
  words private.product_words := private.words_of_product(new);
begin
  insert into private.product_words values (words.*)
  on conflict (product_id) do update set
    text = excluded.text, squashed = excluded.squashed, name = excluded.name, model = excluded.model, sheet = excluded.sheet;
  return null;
end;
$$;

create trigger store_product_words after insert or update of name, brand, model, slug, keywords, description, specs on public.products
  for each row execute function private.store_product_words();

create function private.figures_of_words(p_query text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- "nine hundred" is 900, "20 amps" 20 a, "mita 100" 100 m.
  return (
    select regexp_replace(regexp_replace(string_agg(coalesce(
      '{"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
        "volt": "v", "volts": "v", "amp": "a", "amps": "a", "ampere": "a", "watt": "w", "watts": "w", "kilowatt": "kw", "kilowatts": "kw",
        "kilowati": "kw", "kilo": "kw", "metre": "m", "metres": "m", "meters": "m"}'::jsonb ->> word, word), ' ' order by at),
      '\m([0-9]+) hundred\M', '\100', 'g'), '\m([0-9]+) thousand\M', '\1000', 'g')
    from regexp_split_to_table(regexp_replace(regexp_replace(private.normalize_for_search(p_query),
      '\m(k)?(ilo)?watt[ -]?hours?\M', '\1wh', 'g'), '\mmita ([0-9.]+)', '\1 m', 'g'), '\s+')
      with ordinality t (word, at)
  );
end;
$$;

comment on function private.figures_of_words is 'A query with its numbers and units as figures.';

create function private.search_words(p_query text) returns table (place bigint, word text, readings text[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select w.place, w.word,
    array[w.word] || array(select s.means from public.search_synonyms s where s.word = w.word)
      -- Who says kVA of an inverter means kW.
      || case when w.word ~ '^[0-9.]+kva$' then array[replace(w.word, 'kva', 'kw')] else '{}' end
  from (
    select row_number() over (order by at) as place, word
    from (select distinct on (word) word, at
      from regexp_split_to_table(private.words_of(private.figures_of_words(left(p_query, 200))), ' ') with ordinality t (word, at)
      where word <> '' and word not in (select f.word from private.search_filler f) order by word, at) d
    order by at limit 8
  ) w;
end;
$$;

create function private.is_misspelt(p_typed text, p_word text) returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  -- One letter wrong, or two of a long word; numbers are right or wrong.
  return p_typed !~ '[0-9]' and char_length(p_typed) between 4 and 30 and char_length(p_word) between 4 and 30 and extensions.levenshtein_less_equal(
    p_typed, p_word, case when char_length(p_typed) >= 7 then 2 else 1 end) <= case when char_length(p_typed) >= 7 then 2 else 1 end;
end;
$$;

create function private.word_match(p_word text, p_text text, p_squashed text, p_name text, p_sheet text) returns real
language plpgsql immutable set search_path = '' as $$
begin
  return case
    -- The word stands there; in the name it counts more than among the search words, in the data sheet less.
    when ' ' || p_name || ' ' like '% ' || p_word || ' %' then 1.1
    when ' ' || p_text || ' ' like '% ' || p_word || ' %' then 1.0
    when ' ' || p_text like '% ' || p_word || '%' then 0.85
    when ' ' || p_sheet || ' ' like '% ' || p_word || ' %' then 0.8
    when char_length(p_word) >= 3 and p_squashed like '%' || replace(p_word, '.', '') || '%' then 0.75
    -- Letters exchanged or left out.
    when p_word ~ '[0-9]' or char_length(p_word) < 4 then 0
    when exists (
      select 1 from string_to_table(p_text, ' ') t (word)
      where abs(char_length(t.word) - char_length(p_word)) <= 2 and private.is_misspelt(p_word, t.word)
    ) then 0.7
    else 0.8 * (select case when s >= 0.45 then s else 0 end from (select extensions.word_similarity(p_word, p_text) as s) similarity)
  end::real;
end;
$$;

create function private.search_products(p_query text, p_limit integer, p_least real) returns table (product_id uuid, score real)
-- Definer: under row-level security the trigram indexes could not be used. It looks at what is on sale alone.
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.3 set enable_seqscan = on as $$
declare
  typed constant text := private.normalize_for_search(left(p_query, 200));
  words text[];
  whole text;
  -- Each reading, and beside it the word that it is a reading of.
  readings text[];
  read_words text[];
  candidates uuid[];
begin
  select array_agg(r.reading order by w.place), array_agg(w.word order by w.place), array_agg(w.word order by w.place) filter (where r.at = 1)
  into readings, read_words, words
  from private.search_words(p_query) w cross join unnest(w.readings) with ordinality r (reading, at);
  if words is null then
    return;
  end if;
  whole := private.squashed(array_to_string(words, ''));
  if (select bool_and(w ~ '[a-z0-9]{3}') from unnest(words) w) then
    -- Postgres takes comparing the letters of two words for as cheap as comparing two numbers, and would rather compare all
    -- products than use the index. Until this function ends.
    perform set_config('enable_seqscan', 'off', true);
  end if;
  -- All words; the query as one part number; and for each reading of each word what has it, exactly or nearly: 2,000 at most.
  -- The patterns are literals in the query: with an array of them no index could be used, nor with fewer than three letters.
  execute format($query$
    select array_agg(distinct c.id) from (
      (select p.id from public.products p where p.is_active and %s limit 500)
      union all
      (select p.id from private.product_words s join public.products p on p.id = s.product_id
        where p.is_active and char_length(%2$L) >= 3 and s.squashed like '%%' || %2$L || '%%' limit 300)
      union all
      select hit.id from unnest(%3$L::text[]) r cross join lateral (
        (select p.id from public.products p where p.is_active and char_length(r) >= 3 and p.search_text like private.like_pattern(r) limit 100)
        union all
        (select p.id from public.products p where p.is_active and char_length(r) >= 4 and r operator(extensions.<%%) p.search_text limit 100)
      ) hit
    ) c
  $query$, private.conditions(variadic array(select format('p.search_text like %L', private.like_pattern(w)) from unnest(words) w)), whole,
    array(select distinct r from unnest(readings) r where char_length(r) >= 2 order by r limit 6))
  into candidates;

  return query
  with texts as materialized (
    select t.product_id as id, t.text, t.squashed, t.name, t.model, t.sheet from private.product_words t where t.product_id = any (candidates)
  ), matches as materialized (
    select t.id, r.word,
      max(private.word_match(r.reading, t.text, t.squashed, t.name, t.sheet) * case when r.reading = r.word then 1 else 0.95 end) as match
    from unnest(readings, read_words) r (reading, word) cross join texts t
    group by t.id, r.word
  ), weights as (
    -- A rare word weighs more than a common one; a word that no product has is ignored.
    select m.word, ln(1 + count(*)::numeric / count(*) filter (where m.match >= 0.5)) as weight
    from matches m group by m.word having max(m.match) >= 0.5
  ), scores as (
    select m.id, sum(m.match * w.weight) / sum(w.weight)
      -- The shop knows less than half of the words, so this is probably not what is meant.
      * case when count(*) * 2 < cardinality(words) then 0.3 else 0.6 + 0.4 * count(*) / cardinality(words) end as score
    from matches m join weights w on w.word = m.word
    group by m.id
  ), ranked as (
    select t.id, (
      s.score
      + case when whole = t.model then 2
        when char_length(whole) >= 4 and translate(t.name, ' .', '') like '%' || whole || '%' then 1
        when char_length(whole) >= 4 and t.squashed like '%' || whole || '%' then 0.5 else 0 end
      + 0.3 * extensions.similarity(typed, t.name)
    )::real as score
    from texts t join scores s on s.id = t.id
  )
  select r.id, r.score from ranked r join public.products p on p.id = r.id
  where r.score >= p_least
  order by r.score desc, p.stock = 0, p.rating desc, r.id
  limit least(greatest(p_limit, 1), 1000);
end;
$$;

comment on function private.search_products is
  'Products on sale by how well they match, 1 and more for every word found. p_least: the score below which nothing is returned.';

create function private.search_hits(p_query text, p_limit integer) returns table (product_id uuid, place bigint, is_hit boolean)
-- A page of them, not the thousand that Postgres takes a function for.
language plpgsql stable rows 50 set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with found as (
    select f.*, row_number() over () as place from private.search_products(p_query, p_limit, 0.1) f
  )
  -- Half of the words at least. Where something matches much better, what hardly does is left out.
  select f.product_id, f.place, f.score >= 0.5 and f.score >= (select max(b.score) from found b) * 0.5 from found f;
end;
$$;

comment on function private.search_hits is 'Products on sale, best first; is_hit: what was searched for, as opposed to what comes near.';

create function public.search_products(p_query text, p_limit integer default 48) returns json
language plpgsql stable set search_path = '' as $$
begin
  return (
    with found as materialized (
      select * from private.search_hits(p_query, p_limit)
    ), shown as materialized (
      select f.product_id, f.place, f.is_hit from found f where f.is_hit
      union all
      (select n.product_id, n.place, n.is_hit from found n where not exists (select 1 from found f where f.is_hit) order by n.place limit 8)
    ), products as (
      select s.place, s.is_hit, private.shown_product(p) as product
      from shown s join private.products_on_sale(array(select product_id from shown)) p on p.id = s.product_id
    )
    select json_build_object(
      'products', coalesce(json_agg(product order by place) filter (where is_hit), '[]'),
      'nearest', coalesce(json_agg(product order by place) filter (where not is_hit), '[]')
    )
    from products
  );
end;
$$;

comment on function public.search_products is
  'The contract''s SearchReply: products: what was searched for, best first; nearest: eight that come near, when there is nothing.';

create function private.suggest_products(p_query text) returns jsonb
-- Definer: words are compared by an extension that shoppers may not use. It looks at what is on sale alone.
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    with typed as (
      -- What stands before the word that is being typed, and that word.
      select substring(t.text from '^(.* )?\S+$') as before, substring(t.text from '(\S+)$') as word
      from (select btrim(regexp_replace(private.normalize_for_search(left(p_query, 200)), '[^a-z0-9.]+', ' ', 'g')) as text) t
    ), hits as (
      select p.id, p.name, p.category, h.place
      from private.search_hits(p_query, 40) h join public.products p on p.id = h.product_id
      where h.is_hit
    ), terms as (
      select coalesce(t.before, '') || w.word as term, starts_with(w.word, t.word) as goes_on, count(distinct h.id) as products
      from typed t, hits h cross join lateral regexp_split_to_table(private.normalize_for_search(h.name), '[^a-z0-9.]+') w (word)
      where char_length(w.word) >= 4 and w.word <> t.word
        and (starts_with(w.word, t.word) or (char_length(t.word) >= 4 and extensions.similarity(w.word, t.word) >= 0.3))
      group by 1, 2 order by goes_on desc, products desc, term limit 3
    ), categories as (
      select h.category, count(*) as products from hits h group by h.category order by count(*) desc, h.category limit 3
    )
    select jsonb_build_object(
      'terms', (select coalesce(jsonb_agg(t.term order by t.goes_on desc, t.products desc, t.term), '[]') from terms t),
      'categories', (select coalesce(jsonb_agg(c.category order by c.products desc, c.category), '[]') from categories c),
      'products', (
        select coalesce(jsonb_agg(private.product_summary(p) order by h.place), '[]')
        from hits h join public.products p on p.id = h.id where h.place <= 5
      )
    )
  );
end;
$$;

create function public.suggest_products(p_query text) returns jsonb
language sql stable set search_path = '' as $$
  select private.suggest_products(p_query);
$$;

comment on function public.suggest_products is
  'The contract''s Suggestions for what has been typed so far: how the last word may go on or was meant, categories and products of what is found.';

grant execute on function
  private.search_products, private.search_hits, private.suggest_products, public.search_products, public.suggest_products
to anon, authenticated, service_role;
