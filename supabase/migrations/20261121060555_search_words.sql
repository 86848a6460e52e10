-- The words by which products are found: local words and what they mean, words that say nothing, and the words of each product, stored.
-- Who reads: the search; admins the list of local words. Who writes: admins, and the trigger that keeps the words of a product.

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

comment on table private.product_words is
  'The texts of each product on sale as a search compares them, written with the product: reading them out of it took ten times as long as ranking.';
comment on column private.product_words.text is 'Name, brand, model, slug and keywords, as private.words_of() writes them: the similarity of a word counts letters across neighbouring words.';
comment on column private.product_words.squashed is 'Name, brand, model, slug and keywords as private.squashed(); so is model.';
comment on column private.product_words.sheet is 'The different words of the description and of the values of the data sheet.';

create index product_words_by_text on private.product_words using gin (text extensions.gin_trgm_ops);
create index product_words_by_squashed on private.product_words using gin (squashed extensions.gin_trgm_ops);

create function private.words_of_product(p public.products) returns private.product_words
language plpgsql stable set search_path = '' as $$
begin
  return (
    p.id, private.words_of(p.search_text), private.squashed(p.search_text), private.words_of(p.name || ' ' || coalesce(p.model, '')),
    private.squashed(private.normalize_for_search(coalesce(p.model, ''))),
    array_to_string(array(
      select distinct t.word from string_to_table(
        private.words_of(p.description || ' ' || (select coalesce(string_agg(e ->> 'value', ' '), '') from jsonb_array_elements(p.specs) e)), ' '
      ) t (word) where t.word <> '' order by t.word
    ), ' ')
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
  words := private.words_of_product(new);
  insert into private.product_words values (words.*)
  on conflict (product_id) do update set
    text = excluded.text, squashed = excluded.squashed, name = excluded.name, model = excluded.model, sheet = excluded.sheet;
  return null;
end;
$$;

create trigger store_product_words after insert or update of name, brand, model, slug, keywords, description, specs, is_active on public.products
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
