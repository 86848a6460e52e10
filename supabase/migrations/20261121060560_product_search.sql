-- What shoppers type, and the products they mean: words, part numbers however they are spaced, misspellings, local words.
-- Who reads: everybody, through the search. Who writes: migrations.

create table private.search_synonyms (
  word text not null check (word = private.normalize_for_search(word)),
  means text not null check (means = private.normalize_for_search(means)),
  primary key (word, means)
);

comment on table private.search_synonyms is 'Swahili words, local spellings and trade names: who types word is shown what has means.';

insert into private.search_synonyms (word, means) values
  ('betri', 'battery'), ('batri', 'battery'), ('bateri', 'battery'), ('batteries', 'battery'), ('accumulator', 'battery'),
  ('inverta', 'inverter'), ('invertor', 'inverter'), ('invertors', 'inverter'), ('inverters', 'inverter'),
  ('sola', 'solar'), ('jua', 'solar'), ('paneli', 'panel'), ('panels', 'panel'), ('module', 'panel'), ('pv', 'panel'),
  ('konverta', 'converter'), ('convertor', 'converter'), ('converters', 'converter'), ('chaja', 'charger'), ('regulator', 'mppt'),
  ('jenereta', 'generator'), ('genereta', 'generator'), ('powerbank', 'generator'), ('pampu', 'pump'), ('umwagiliaji', 'irrigation'),
  ('kisima', 'borehole'), ('well', 'borehole'), ('maji', 'water'), ('kigunduzi', 'detector'), ('finder', 'detector'),
  ('waya', 'cable'), ('kebo', 'cable'), ('mita', 'meter'), ('terameter', 'terrameter'), ('terrametre', 'terrameter'),
  ('gipiesi', 'gps'), ('jipiesi', 'gps'), ('satelaiti', 'satellite'), ('shule', 'school'), ('nyumba', 'home'), ('nyumbani', 'home'),
  ('ramani', 'survey'), ('pima', 'survey'), ('upimaji', 'survey'), ('surveying', 'survey'), ('theodolite', 'station'),
  ('lithiamu', 'lithium'), ('lifepo', 'lithium'), ('kva', 'kw'), ('ups', 'backup'), ('rtk', 'gnss'), ('ert', 'imaging');

create function private.squashed(p_text text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(p_text, '[^a-z0-9]', '', 'g');
$$;

comment on function private.squashed is 'A normalised text without spaces and signs: "gpsmap 65s" and "gps-map 65S" are gpsmap65s.';
-- The index runs it with the rights of whoever writes the product.
grant execute on function private.squashed to authenticated, service_role;

create index products_by_squashed_text on public.products using gin (private.squashed(search_text) extensions.gin_trgm_ops) where is_active;

create function private.search_words(p_query text) returns table (place bigint, word text, readings text[])
language sql stable set search_path = '' as $$
  select w.place, w.word,
    array[w.word] || array(select s.means from private.search_synonyms s where s.word = w.word)
  from (
    select row_number() over (order by at) as place, word
    from (select distinct on (word) word, at from regexp_split_to_table(
      regexp_replace(private.normalize_for_search(left(p_query, 200)), '[^a-z0-9.]+', ' ', 'g'), '\s+') with ordinality t (word, at)
      where word <> '' and word not in ('a', 'an', 'the', 'for', 'of', 'and', 'with', 'ya', 'wa', 'za', 'na', 'kwa') order by word, at) d
    order by at limit 8
  ) w;
$$;

create function private.word_match(p_word text, p_text text, p_squashed text, p_name text) returns real
language sql immutable set search_path = '' as $$
  select case
    -- The word stands there; in the name it counts more than among the search words.
    when ' ' || p_name || ' ' like '% ' || p_word || ' %' then 1.1
    when ' ' || p_text || ' ' like '% ' || p_word || ' %' then 1.0
    when ' ' || p_text like '% ' || p_word || '%' then 0.85
    when char_length(p_word) >= 3 and p_squashed like '%' || replace(p_word, '.', '') || '%' then 0.75
    -- Letters exchanged or left out; numbers are right or wrong.
    when p_word ~ '[0-9]' or char_length(p_word) < 4 then 0
    else 0.8 * (select case when s >= 0.4 then s else 0 end from (select extensions.word_similarity(p_word, p_text) as s) similarity)
  end::real;
$$;

create function private.search_products(p_query text, p_limit integer, p_least real) returns table (product_id uuid, score real)
-- Definer: under row-level security the trigram indexes could not be used. It looks at what is on sale alone.
language plpgsql stable security definer set search_path = '' set pg_trgm.word_similarity_threshold = 0.4 as $$
declare
  words text[];
  readings text[];
  whole text;
  candidates uuid[];
begin
  select array_agg(w.word order by w.place), private.squashed(string_agg(w.word, '' order by w.place)) into words, whole from private.search_words(p_query) w;
  if words is null then
    return;
  end if;
  select array_agg(distinct r) into readings from private.search_words(p_query) w cross join unnest(w.readings) r where char_length(r) >= 2;
  -- All words; the query as one part number; and for each reading of each word what has it, exactly or nearly: 2,000 at most.
  select array_agg(distinct c.id) into candidates from (
    (select p.id from public.products p where p.is_active and p.search_text like all (array(select private.like_pattern(w) from unnest(words) w)) limit 500)
    union all
    (select p.id from public.products p where p.is_active and char_length(whole) >= 3 and private.squashed(p.search_text) like '%' || whole || '%' limit 300)
    union all
    select hit.id from unnest(readings[1:6]) r cross join lateral (
      (select p.id from public.products p where p.is_active and p.search_text like private.like_pattern(r) limit 100)
      union all
      (select p.id from public.products p where p.is_active and char_length(r) >= 4 and r operator(extensions.<%) p.search_text limit 100)
    ) hit
  ) c;

  return query
  select ranked.id, ranked.score from (
    select p.id, p.stock, p.rating, (
      (select avg(best.match) from private.search_words(p_query) w cross join lateral (
        select max(private.word_match(r, t.text, t.squashed, t.name) * case when r = w.word then 1 else 0.95 end) as match from unnest(w.readings) r
      ) best)
      + case when whole = private.squashed(private.normalize_for_search(coalesce(p.model, ''))) then 2
        when char_length(whole) >= 4 and private.squashed(t.name) like '%' || whole || '%' then 1
        when char_length(whole) >= 4 and t.squashed like '%' || whole || '%' then 0.5 else 0 end
      + 0.3 * extensions.similarity(private.normalize_for_search(left(p_query, 200)), t.name)
    )::real as score
    from unnest(candidates) c (id) join public.products p on p.id = c.id
    cross join lateral (
      select regexp_replace(p.search_text, '[^a-z0-9.]+', ' ', 'g') as text, private.squashed(p.search_text) as squashed,
        regexp_replace(private.normalize_for_search(p.name || ' ' || coalesce(p.model, '')), '[^a-z0-9.]+', ' ', 'g') as name
    ) t
  ) ranked
  where ranked.score >= p_least
  order by ranked.score desc, ranked.stock = 0, ranked.rating desc, ranked.id
  limit least(greatest(p_limit, 1), 1000);
end;
$$;

comment on function private.search_products is
  'Products on sale by how well they match, 1 and more for every word found. p_least: the score below which nothing is returned.';

create function private.search_hits(p_query text, p_limit integer) returns table (product_id uuid, place bigint, is_hit boolean)
language sql stable set search_path = '' as $$
  with found as (
    select f.*, row_number() over () as place from private.search_products(p_query, p_limit, 0.1) f
  )
  -- Half of the words at least. Where something matches much better, what hardly does is left out.
  select f.product_id, f.place, f.score >= 0.6 and f.score >= (select max(b.score) from found b) * 0.5 from found f;
$$;

comment on function private.search_hits is 'Products on sale, best first; is_hit: what was searched for, as opposed to what comes near.';

create function public.search_products(p_query text, p_limit integer default 48) returns jsonb
language sql stable set search_path = '' as $$
  with found as materialized (select * from private.search_hits(p_query, p_limit))
  select jsonb_build_object(
    'productIds', coalesce((select jsonb_agg(product_id order by place) from found where is_hit), '[]'),
    'nearestIds', case when exists (select 1 from found where is_hit) then '[]' else
      coalesce((select jsonb_agg(product_id order by place) from (select * from found order by place limit 8) near), '[]') end
  );
$$;

comment on function public.search_products is '{productIds: what was searched for, best first; nearestIds: eight that come near, when there is nothing}.';
grant execute on function private.search_products, private.search_hits, public.search_products to anon, authenticated, service_role;
