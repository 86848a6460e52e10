-- What shoppers type and the products they mean: words, part numbers, misspellings, local words;
-- and what was not found.
-- Who reads: everybody, through the search; admins the misses. Who writes: the operator in the table editor,
-- the triggers on products, the shop when a search finds nothing.
set check_function_bodies = off;

create table public.search_synonyms (
  id uuid primary key default gen_random_uuid(),
  -- A search is read word by word.
  word text not null check (word ~ '^[a-z0-9.]{2,40}$'),
  means text not null check (means ~ '^[a-z0-9.]{2,40}$' and means <> word),
  unique (word, means)
);

comment on table public.search_synonyms is
  'Swahili words, local spellings and trade names: who types word is shown what has means. Edited in the table editor; '
  'a word for one product is among its own search words.';

alter table public.search_synonyms enable row level security;
create policy "Nobody but the operator sees or edits search words" on public.search_synonyms
  for all to authenticated using (false);

-- How a battery, a panel, an inverter and other kinds of things are called stands in the contract's search-wish.ts.
insert into public.search_synonyms (word, means) values
  ('sola', 'solar'), ('jua', 'solar'), ('umeme', 'solar'), ('stima', 'solar'), ('module', 'panel'), ('pv', 'panel'),
  ('mc4', 'panel'), ('regulator', 'mppt'), ('powerbank', 'generator'), ('kva', 'inverter'), ('ups', 'backup'),
  ('lithiamu', 'lithium'), ('lifepo', 'lithium'), ('connector', 'cable'), ('connectors', 'cable'),
  ('umwagiliaji', 'irrigation'), ('kisima', 'borehole'), ('well', 'borehole'), ('maji', 'water'),
  ('finder', 'detector'), ('kutafuta', 'detector'), ('kitafuta', 'detector'), ('kupima', 'detector'),
  ('ardhi', 'ground'), ('mita', 'meter'),
  ('terameter', 'terrameter'), ('terrametre', 'terrameter'), ('polarization', 'resistivity'),
  ('polarisation', 'resistivity'), ('ert', 'imaging'), ('gold', 'mineral'), ('dhahabu', 'mineral'),
  ('madini', 'mineral'), ('satelaiti', 'satellite'), ('setilaiti', 'satellite'), ('sms', 'messages'),
  ('ujumbe', 'messages'), ('ramani', 'survey'), ('pima', 'survey'), ('upimaji', 'survey'), ('surveying', 'survey'),
  ('shamba', 'survey'), ('kupima', 'pima'), ('theodolite', 'station'), ('stendi', 'tripod'), ('rtk', 'gnss'),
  ('gnss', 'rtk'), ('shule', 'school'), ('shuleni', 'school'), ('nyumba', 'home'), ('nyumbani', 'home'),
  ('kubeba', 'portable');

create function private.without_spaces(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return regexp_replace(p_text, '[^a-z0-9]', '', 'g');
end;
$$;

comment on function private.without_spaces is
  'A normalised text without spaces and signs: "gpsmap 65s" and "gps-map 65S" are gpsmap65s.';

create function private.bare_code(p_code text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return coalesce(
    nullif(private.without_spaces(private.normalize_for_search(p_code)), ''),
    -- Of other alphabets nothing would be left.
    lower(btrim(p_code))
  );
end;
$$;

comment on function private.bare_code is
  'What two spellings of one code, reference, waybill or serial number have in common: no blanks, hyphens, capitals '
  'and wide letters.';

create function private.unit_pattern() returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return '(m?v|k?va|m?a|ah|k?wp?|k?wh|hp|k?hz|mm|m|kg|l|channels?|inch)';
end;
$$;

comment on function private.unit_pattern is 'The units that private.words_of() joins to their figure.';

create function private.is_value(p_word text) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return p_word ~ ('^[0-9.]+' || private.unit_pattern() || '$');
end;
$$;

create function private.without_plural(p_word text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return case when char_length(p_word) > 4 and right(p_word, 1) = 's' then left(p_word, -1) else p_word end;
end;
$$;

create function private.words_of(p_text text) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  -- A figure and its unit are one word, however they are spaced: "5.12 kWh" is 5.12kwh.
  return regexp_replace(
    regexp_replace(private.normalize_for_search(p_text), '[^a-z0-9.]+|\.(?![0-9])|(?<![0-9])\.', ' ', 'g'),
    '(?<![a-z])([0-9.]+) ' || private.unit_pattern() || '(?= |$)', '\1\2', 'g');
end;
$$;

comment on function private.words_of is 'A text as words of small letters and figures with one space between them.';

create table private.product_words (
  product_id uuid primary key references public.products (id) on delete cascade,
  text text not null,
  without_spaces text not null,
  name text not null,
  model text not null,
  sheet text not null
);

comment on table private.product_words is
  'The texts of each product on sale as a search compares them, written with the product: reading them out of it took '
  'ten times as long as ranking.';
comment on column private.product_words.text is
  'Name, brand, model and keywords, as private.words_of() writes them: '
  'the similarity of a word counts letters across neighbouring words.';
comment on column private.product_words.without_spaces is
  'Name, brand, model and keywords as private.without_spaces(); so is model.';
comment on column private.product_words.sheet is
  'The different words, in the singular, of the description and of the values of the data sheet, '
  'with a space before and after each.';

create index product_words_by_text on private.product_words using gin (text extensions.gin_trgm_ops);
create index product_words_by_text_without_spaces on private.product_words
  using gin (without_spaces extensions.gin_trgm_ops);
create index product_words_by_sheet on private.product_words using gin (sheet extensions.gin_trgm_ops);

create function private.words_of_product(p public.products) returns private.product_words
language plpgsql stable set search_path = '' as $$
declare
  -- Not the slug, in which 3.5 kWh is 5kwh.
  named constant text := concat_ws(' ', p.name, p.brand, p.model, p.keywords);
  sheet constant text := p.description || ' '
    || (select coalesce(string_agg(e ->> 'value', ' '), '') from jsonb_array_elements(p.specs) e);
begin
  return (
    p.id, private.words_of(named), private.without_spaces(private.normalize_for_search(named)),
    private.words_of(p.name), private.without_spaces(private.normalize_for_search(coalesce(p.model, ''))),
    ' ' || array_to_string(array(
      select distinct private.without_plural(t.word) from string_to_table(
        -- Wi-Fi is wi, fi and wifi.
        private.words_of(sheet || ' ' || replace(sheet, '-', '')), ' '
      ) t (word) where t.word <> '' order by 1
    ), ' ') || ' '
  )::private.product_words;
end;
$$;

create function private.store_product_words() returns trigger
-- Definer: whoever edits a product, only this trigger writes its words.
language plpgsql security definer set search_path = '' as $$
declare
  words private.product_words;
begin
  if not new.is_active then
    delete from private.product_words w where w.product_id = new.id;
    return null;
  end if;
  -- Whoever saves a product names all its columns.
  if tg_op = 'UPDATE' and (new.name, new.brand, new.model, new.keywords, new.description, new.specs, new.is_active)
    is not distinct from (old.name, old.brand, old.model, old.keywords, old.description, old.specs, old.is_active) then
    return null;
  end if;
  words := private.words_of_product(new);
  insert into private.product_words values (words.*)
  on conflict (product_id) do update set
    text = excluded.text, without_spaces = excluded.without_spaces, name = excluded.name, model = excluded.model,
    sheet = excluded.sheet;
  return null;
end;
$$;

create trigger store_product_words after insert or update of name, brand, model, keywords, description, specs, is_active
  on public.products
  for each row execute function private.store_product_words();

create function private.search_words(p_query text) returns table (place bigint, word text, readings text[])
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select w.place, w.word,
    array[w.word] || array(select s.means from public.search_synonyms s where s.word = w.word)
  from (
    select row_number() over (order by at) as place, word
    from (select distinct on (word) word, at
      from regexp_split_to_table(
        private.words_of(left(p_query, 200)), ' '
      ) with ordinality t (word, at)
      where word <> '' order by word, at) d
    order by at limit 8
  ) w;
end;
$$;

create function private.word_match(p_word text, p_text text, p_text_without_spaces text, p_name text, p_sheet text)
returns real
language plpgsql immutable set search_path = '' as $$
declare
  has_figures constant boolean := p_word ~ '[0-9]';
  -- One letter wrong, or two of a long word, or three when it sounds the same; numbers are right or wrong.
  mistakes constant integer := case when char_length(p_word) >= 7 and not has_figures then 2 else 1 end;
  similarity real;
  exact constant real := case
    -- The word stands there; in the name it counts more than among the search words, in the data sheet less,
    -- unless it is a value.
    when ' ' || p_name || ' ' like '% ' || p_word || ' %' then 1.1
    when ' ' || p_text || ' ' like '% ' || p_word || ' %' then 1.0
    when p_sheet like '% ' || private.without_plural(p_word) || ' %'
      then case when private.is_value(p_word) then 1.0 else 0.8 end
    -- 10 kW is neither 10 kWh nor a part of 210 kW.
    when has_figures and private.is_value(p_word) then 0
    when ' ' || p_text like '% ' || p_word || '%' then 0.85
    when char_length(p_word) >= 3 and p_text_without_spaces like '%' || replace(p_word, '.', '') || '%' then 0.75
    when char_length(p_word) < case when has_figures then 5 else 4 end then 0
  end;
begin
  if exact is not null then
    return exact;
  end if;
  -- Letters exchanged or left out. So few mistakes leave a similarity of more than 0.12, which is faster to find.
  similarity := extensions.word_similarity(p_word, p_text);
  if similarity > 0.12 and (similarity > 0.4 or not has_figures) and exists (
    select 1 from string_to_table(p_text, ' ') t (word)
    where char_length(t.word) between 4 and 30 and abs(char_length(t.word) - char_length(p_word)) <= mistakes
      and extensions.levenshtein_less_equal(p_word, t.word, 2 * mistakes - 1) < 2 * mistakes
      and (extensions.levenshtein_less_equal(p_word, t.word, mistakes) <= mistakes
        or extensions.metaphone(p_word, 20) = extensions.metaphone(t.word, 20))
      and regexp_replace(p_word, '[a-z]', '', 'g') = regexp_replace(t.word, '[a-z]', '', 'g')
  ) then
    return 0.7;
  end if;
  return case when similarity >= 0.45 and not has_figures then 0.8 * similarity else 0 end;
end;
$$;

create function private.search_candidates(p_words text[], p_readings text[]) returns uuid[]
-- Definer: no role reads the words.
language plpgsql stable security definer
-- Postgres takes comparing the letters of two words for as cheap as comparing two numbers, and would rather compare all
-- products than use the trigram indexes.
set search_path = '' set pg_trgm.word_similarity_threshold = 0.3 set enable_seqscan = off set enable_indexscan = off
set plan_cache_mode = force_generic_plan as $$
declare
  whole constant text := private.without_spaces(array_to_string(p_words, ''));
  -- The index needs three letters in a row. The longest words are the rarest;
  -- a fourth is compared with what the index finds.
  patterns constant text[] := array(
    select '%' || w || '%' from unnest(p_words) w where w ~ '[a-z0-9]{3}' order by char_length(w) desc, w limit 3);
begin
  return array(
    (select t.product_id from private.product_words t
      where patterns = '{}' and not exists (select 1 from unnest(p_words) w where strpos(t.text, w) = 0) limit 500)
    union
    (select t.product_id from private.product_words t
      where t.text like patterns[1]
        and t.text like coalesce(patterns[2], patterns[1])
        and t.text like coalesce(patterns[3], patterns[1])
        and not exists (select 1 from unnest(p_words) w where strpos(t.text, w) = 0) limit 500)
    union
    (
      select t.product_id from private.product_words t
      where char_length(whole) >= 3 and t.without_spaces like '%' || whole || '%'
      limit 300
    )
    union
    select hit.product_id
    from (select distinct r from unnest(p_readings) r where r ~ '[a-z0-9]{3}' order by r limit 6) r cross join lateral (
      (select t.product_id from private.product_words t where t.text like '%' || r.r || '%' limit 100)
      union all
      (
        select t.product_id from private.product_words t
        where char_length(r.r) >= 4 and r.r operator(extensions.<%) t.text
        limit 100
      )
      union all
      (
        select t.product_id from private.product_words t
        where t.sheet like '% ' || private.without_plural(r.r) || ' %'
        limit 50
      )
    ) hit
  );
end;
$$;

comment on function private.search_candidates is
  'Products that may be meant, 2,300 at most: with all words, with the query as one part number, and for each reading '
  'of each word those that have it, exactly or nearly.';

create function private.part_number_patterns(p_words text[]) returns text[]
language sql stable set search_path = '' as $$
  select array(
    select '%' || p.part || '%'
    from generate_subscripts(p_words, 1) a (i) cross join generate_series(0, 2) b (more)
    cross join lateral (
      select private.without_spaces(string_agg(v.word, '')) as part, bool_or(private.is_value(v.word)) as has_value
      from unnest(p_words[a.i : a.i + b.more]) v (word)
    ) p
    where not p.has_value and char_length(p.part) >= 4 and p.part ~ '[a-z]' and p.part ~ '[0-9]{2}'
  );
$$;

comment on function private.part_number_patterns is
  'Patterns of what may be a part number, however it is spaced: up to three words in a row with letters and figures '
  'and without a value.';

create function private.part_number_weight(
  p_whole text, p_parts text[], p_model text, p_name text, p_without_spaces text
) returns real
language sql immutable set search_path = '' as $$
  select (case
    when p_whole = p_model or translate(p_name, ' .', '') like any (p_parts) then 2
    when p_model like any (p_parts) then 1
    -- Little enough that a word of the name leaves out none that have it in the data sheet.
    when char_length(p_whole) >= 4 and translate(p_name, ' .', '') like '%' || p_whole || '%' then 0.4
    when char_length(p_whole) >= 4 and p_without_spaces like '%' || p_whole || '%' then 0.2
    else 0
  end)::real;
$$;

comment on function private.part_number_weight is
  'What the whole of a query adds to a product of which it is the part number.';

create function private.is_meant(
  p_candidates uuid[], p_readings text[], p_read_words text[], p_whole text, p_head text,
  out is_named boolean, out is_wanted boolean
)
-- Definer: as private.ranked_products().
language sql stable security definer set search_path = '' as $$
  select
    bool_or(strpos(t.without_spaces, nullif(p_whole, p_read_words[1])) > 0 or left(r.word, 1) = left(b.brand, 1)
      and extensions.levenshtein_less_equal(r.word, b.brand, 2) <= case when char_length(r.word) > 4 then 2 else 0 end
    ),
    bool_or(r.word = p_head and private.word_match(r.reading, p.keywords, '', '', '') >= 0.7)
  from private.product_words t join public.products p on p.id = t.product_id
  cross join lateral (select lower(split_part(p.brand, ' ', 1)) as brand) b
  cross join unnest(p_readings, p_read_words) r (reading, word)
  where t.product_id = any (p_candidates);
$$;

comment on function private.is_meant is
  'Whether a query names a brand or a part number of the candidates; whether its head noun is one of their kinds.';

create function private.ranked_products(
  p_query text, p_limit integer, p_least real, p_is_known boolean default false, p_head text default null
) returns table (product_id uuid, score real)
-- Definer: no role reads the words. It looks at what is on sale alone. A page of it, as for private.search_hits().
language plpgsql stable rows 50 security definer set search_path = '' set plan_cache_mode = force_generic_plan as $$
declare
  typed constant text := private.normalize_for_search(left(p_query, 200));
  words text[];
  whole text;
  parts text[];
  -- Each reading, and beside it the word that it is a reading of.
  readings text[];
  read_words text[];
  candidates uuid[];
  meant record;
begin
  select array_agg(r.reading order by w.place), array_agg(w.word order by w.place),
    array_agg(w.word order by w.place) filter (where r.at = 1)
  into readings, read_words, words
  from private.search_words(p_query) w cross join unnest(w.readings) with ordinality r (reading, at);
  if words is null then
    return;
  end if;
  whole := private.without_spaces(array_to_string(words, ''));
  parts := private.part_number_patterns(words);
  candidates := private.search_candidates(words, readings);
  meant := private.is_meant(candidates, readings, read_words, whole, p_head);

  return query
  with texts as materialized (
    select t.product_id as id, t.text, t.without_spaces, t.name, t.model, t.sheet
    from private.product_words t
    where t.product_id = any (candidates)
  ), matches as materialized (
    select t.id, r.word,
      max(
        private.word_match(r.reading, t.text, t.without_spaces, t.name, t.sheet)
        * case when r.reading = r.word then 1 else 0.95 end
      ) as match
    from unnest(readings, read_words) r (reading, word) cross join texts t
    group by t.id, r.word
  ), weights as (
    -- A rare word weighs more than a common one; a word that no product has is ignored.
    select m.word, ln(1 + count(*)::numeric / coalesce(
      nullif(count(*) filter (where m.match > 0.8), 0), count(*) filter (where m.match >= 0.5)
    )) as weight
    from matches m group by m.word having max(m.match) >= 0.5
  ), scores as (
    select m.id, sum(m.match * w.weight) / sum(w.weight)
      * case
        -- A kind, a brand or a part number is meant, whatever stands beside it.
        when p_is_known then 1.5
        when meant.is_named then 1.5
        -- Of other words three of four, or half and what is wanted: of a street light the shop knows the light alone.
        when count(*) filter (where m.match >= 0.5) * 4 < cardinality(words) * 3 and (
          count(*) filter (where m.match >= 0.5) * 2 < cardinality(words) or meant.is_wanted is not true
        ) then 0
        else 0.6 + 0.4 * count(*) / cardinality(words)
      end as score
    from matches m join weights w on w.word = m.word
    group by m.id
  ), ranked as (
    select t.id, t.name, round((
      s.score
      -- No other word outweighs a part number.
      + private.part_number_weight(whole, parts, t.model, t.name, t.without_spaces)
    )::numeric, 3)::real as score
    from texts t join scores s on s.id = t.id
  ), best as (
    -- Of products that match equally well, those in stock come first, then those whose name is more like what was
    -- typed: none of them is left out yet.
    select r.id, r.score, r.name from ranked r where r.score >= p_least
    order by r.score desc fetch first (least(greatest(p_limit, 1), 1000)) rows with ties
  )
  select b.id, b.score from best b join public.products p on p.id = b.id
  where p.is_active
  order by b.score desc, p.stock = 0, extensions.similarity(typed, b.name) desc, p.rating desc, b.id
  limit least(greatest(p_limit, 1), 1000);
end;
$$;

comment on function private.ranked_products is
  'Products on sale by how well they match, 1 and more for every word found. p_least: '
  'the score below which nothing is returned.';

create function private.search_hits(p_query text, p_wish jsonb, p_limit integer)
returns table (product_id uuid, place bigint, is_hit boolean)
-- Definer: no role reads the figures. It looks at what is on sale alone.
-- A page of them, not the thousand that Postgres takes a function for.
language plpgsql stable rows 50 security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  with ranked as materialized (
    select f.* from private.ranked_products(
      coalesce(p_wish ->> 'words', p_query), case when p_wish ? 'category' then 1000 else p_limit end, 0.1,
      p_wish ? 'isKnown', p_wish ->> 'head'
    ) with ordinality f (product_id, score, place)
    join public.products p on p.id = f.product_id and p.category = coalesce(p_wish ->> 'category', p.category)
      and strpos(p.search_text, coalesce(p_wish ->> 'noun', '')) > 0
    where not p_wish ? 'products'
  ), wanted as materialized (
    select w.at, k.key, (k.value ->> 0)::numeric as low, (k.value ->> 1)::numeric as high
    from jsonb_array_elements(p_wish -> 'values') with ordinality w (choices, at) cross join jsonb_each(w.choices) k
  ), measured as (
    select r.product_id, w.at, bool_or(v.high >= w.low and v.low <= coalesce(w.high, v.low)) as is_within,
      min(abs(ln(v.high / w.low))) filter (where w.high is null) as distance
    from ranked r join private.product_figures v on v.product_id = r.product_id and v.high > 0
    join wanted w on w.key = v.key
    group by r.product_id, w.at
  ), found as materialized (
    select r.product_id, r.score, r.place, sum(m.distance) as distance,
      -- Where the kind is known, what does not say its value is not within.
      coalesce(bool_and(m.is_within), true)
        and (not p_wish ? 'category' or count(m.at) = (select count(distinct w.at) from wanted w)) as is_within
    from ranked r left join measured m on m.product_id = r.product_id
    group by r.product_id, r.score, r.place
  ), scored as (
    -- The best has half of the words at least, or is of the category that is wanted. What hardly matches where
    -- something matches much better is left out.
    select f.*,
      coalesce(f.is_within and (b.score >= 0.5 or p_wish ? 'category') and f.score >= b.score * 0.5, false) as is_hit
    from found f cross join (select max(f.score) as score from found f where f.is_within) b
    -- What goes the wrong way, or has none of the values, is nowhere near.
    where f.is_within or f.distance is not null
  ), hits as (
    select s.product_id, s.is_hit, row_number() over (order by s.is_hit desc, s.distance, s.place) as place
    from scored s
    union all
    select w.id::uuid, true, w.place from jsonb_array_elements_text(p_wish -> 'products') with ordinality w (id, place)
    union all
    select n.id, true, 0 from private.followers_named(p_query) n
  )
  select h.product_id, min(h.place), bool_or(h.is_hit) from hits h group by h.product_id order by 2;
end;
$$;

comment on function private.search_hits is
  'Products on sale, best first, before them what is sold in place of a withdrawn model that is named; is_hit: what '
  'was searched for, as opposed to what comes near. p_wish: the contract''s SearchWish.';

create function private.best_sellers(p_limit integer) returns table (product_id uuid, place bigint)
language sql stable set search_path = '' as $$
  with sold as (
    select i.product_id, count(*) as orders
    from (
      select o.id from public.orders o
      where o.status in ('paid', 'completed')
      order by o.created_at desc, o.id desc limit 500
    ) o
    join public.order_items i on i.order_id = o.id group by i.product_id
  ), candidates as (
    (select p.id, s.orders, p.rating from sold s join public.products p on p.id = s.product_id
      where p.is_active and p.stock > 0 order by s.orders desc, p.id limit p_limit)
    union all
    -- A new shop has sold little.
    (
      select p.id, 0, p.rating
      from public.products p
      where p.is_active and p.stock > 0
      order by p.rating desc, p.id desc limit p_limit
    )
  )
  select c.id, row_number() over (order by max(c.orders) desc, c.rating desc, c.id)
  from candidates c group by c.id, c.rating order by 2 limit p_limit;
$$;

comment on function private.best_sellers is
  'Products in stock, those first that most of the last 500 paid orders have, then those rated best.';

create function public.search_products(p_query text, p_wish jsonb default '{}', p_limit integer default 48)
returns json
-- Definer: the shop's functions reach no table.
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    with found as materialized (
      select * from private.search_hits(p_query, p_wish, p_limit)
    ), shown as materialized (
      select f.product_id, f.place, f.is_hit from found f where f.is_hit
      union all
      (
        select n.product_id, n.place, n.is_hit
        from found n
        where not exists (select 1 from found f where f.is_hit)
        order by n.place limit 8
      )
      union all
      select b.product_id, b.place, false from private.best_sellers(8) b where not exists (select 1 from found)
    ), products as (
      select s.place, s.is_hit, p.product
      from shown s join private.products_on_sale(array(select product_id from shown)) p on p.product_id = s.product_id
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
  'The contract''s SearchReply: products: what was searched for, best first; nearest: eight that come near, when there '
  'is nothing, and best sellers when nothing does.';

create function public.suggest_products(p_query text, p_wish jsonb default '{}') returns jsonb
-- Definer: words are compared by an extension that no role may use. It looks at what is on sale alone.
language plpgsql stable security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  return (
    with typed as (
      -- What stands before the word that is being typed, and that word.
      select substring(t.text from '^(.* )?\S+$') as before, substring(t.text from '(\S+)$') as word
      from (
        select btrim(regexp_replace(private.normalize_for_search(left(p_query, 200)), '[^a-z0-9.]+', ' ', 'g')) as text
      ) t
    ), hits as (
      select p.id, p.name, p.category, h.place
      from private.search_hits(p_query, p_wish, 40) h join public.products p on p.id = h.product_id
      where h.is_hit
    ), terms as (
      select coalesce(t.before, '') || w.word as term, starts_with(w.word, t.word) as goes_on,
        count(distinct h.id) as products
      from typed t, hits h
      cross join lateral regexp_split_to_table(private.normalize_for_search(h.name), '[^a-z0-9.]+') w (word)
      where char_length(w.word) >= 4 and w.word <> t.word
        and (starts_with(w.word, t.word) or (char_length(t.word) >= 4 and extensions.similarity(w.word, t.word) >= 0.3))
      group by 1, 2 order by goes_on desc, products desc, term limit 3
    ), categories as (
      select h.category, count(*) as products from hits h group by h.category order by count(*) desc, h.category limit 3
    )
    select jsonb_build_object(
      'terms', (select coalesce(jsonb_agg(t.term order by t.goes_on desc, t.products desc, t.term), '[]') from terms t),
      'categories', (
        select coalesce(jsonb_agg(c.category order by c.products desc, c.category), '[]') from categories c
      ),
      'products', (
        select coalesce(jsonb_agg(p.summary order by h.place), '[]')
        from hits h join private.shown_products p on p.id = h.id and p.is_active where h.place <= 5
      ),
      'replaced', (
        select coalesce(jsonb_agg(jsonb_build_object('slug', p.slug, 'name', p.name, 'replaces', n.replaces)
          order by n.replaces, p.id), '[]')
        from private.followers_named(p_query) n join public.products p on p.id = n.id
      )
    )
  );
end;
$$;

comment on function public.suggest_products is
  'The contract''s Suggestions for what has been typed so far: how the last word may go on or was meant, categories '
  'and products of what is found; withdrawn models that are named, with what is sold in their place.';

grant execute on function public.search_products, public.suggest_products to service_role;

create table private.search_misses (
  query text primary key check (query ~ '\S' and char_length(query) <= 80),
  times integer not null default 1,
  -- Kenya's, as all days that the owner reads.
  last_day date not null default private.nairobi_day(now())
);

comment on table private.search_misses is
  'What was searched for and not found, without the person: stored for 90 days after the last time.';

create function public.record_search_miss(p_query text) returns void
-- Definer: no role reads or writes the table.
language sql security definer set search_path = '' as $$
  insert into private.search_misses as m (query)
  select t.query
  from (select btrim(regexp_replace(private.normalize_for_search(left(p_query, 80)), '\s+', ' ', 'g')) as query) t
  where t.query ~ '[a-z]'
    -- An address or a phone number that was typed into the wrong field is nobody's business.
    and t.query !~ '@' and regexp_replace(t.query, '\D', '', 'g') !~ '(254|0)[17][0-9]{8}'
  on conflict (query) do update set times = m.times + 1, last_day = private.nairobi_day(now());
  -- Whoever types nonsense by the thousand does not fill the disk, and keeps nothing out that is asked for again:
  -- the rare go first.
  delete from private.search_misses m where m.query in (
    select r.query from private.search_misses r
    order by r.times, r.last_day, random()
    limit greatest((select count(*) from private.search_misses) - 1000, 0)
  );
$$;

comment on function public.record_search_miss is
  'Counts a search that found nothing, unless it looks like an address or a phone number.';
grant execute on function public.record_search_miss to service_role;

create function public.list_search_misses() returns jsonb
-- Definer: no role reads the table.
language sql stable security definer set search_path = '' as $$
  select private.require_permission('products.write');
  select coalesce(jsonb_agg(jsonb_build_object('query', m.query, 'times', m.times, 'lastDay', m.last_day)
    order by m.times desc, m.last_day desc, m.query), '[]')
  from (select * from private.search_misses order by times desc, last_day desc, query limit 100) m;
$$;

comment on function public.list_search_misses is
  'SearchMiss[]: the hundred searches without a result that were made most often. PT403.';
grant execute on function public.list_search_misses to authenticated;
