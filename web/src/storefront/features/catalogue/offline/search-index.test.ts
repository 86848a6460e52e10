import { readFileSync } from 'node:fs';
import type { IndexedProduct } from '@contract/product-index.ts';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { searchQueries } from '../../../../../../supabase/tests/database/search-queries.ts';
import { othersQueries } from '../../../../../../supabase/tests/database/search-queries-of-others.ts';
import { thirdQueries } from '../../../../../../supabase/tests/database/search-queries-third-list.ts';
import { searchIndex } from './search-index.ts';

type Row = Record<
  'slug' | 'name' | 'category' | 'brand' | 'model' | 'price_kes' | 'specs_json' | 'keywords',
  string
>;

/** The demo's catalogue as its index has it. */
const products = parse<Row>(readFileSync('supabase/seed/catalogue.csv'), { columns: true }).map(
  ({ slug, name, category, brand, model, price_kes, specs_json, keywords }): IndexedProduct => ({
    ...{ slug, name, category, brand, model, keywords },
    price: Number(price_kes),
    keyFigures: Object.values(JSON.parse(specs_json) as Record<string, string>).slice(0, 3),
  }),
);
const found = (text: string) => searchIndex(products, text).map(({ slug }) => slug);

test('most of what people type is found first, although nothing is made of misspelt words', () => {
  const queries = [...searchQueries, ...othersQueries, ...thirdQueries];
  const places = queries.map(([query, ...slugs]) => found(query).findIndex((slug) => slugs.includes(slug)));
  const share = (places_: number[]) => places_.length / queries.length;
  expect(share(places.filter((place) => place === 0))).toBeGreaterThan(0.88);
  expect(share(places.filter((place) => place >= 0 && place < 5))).toBeGreaterThan(0.9);
});

test('a word may be the beginning of one, a plural, a Swahili word or a part number however it is spaced', () => {
  for (const text of ['gpsm 65', 'GPSMAP65s', 'gps-map 65S', 'Garmín gpsmap 65s'])
    expect([text, found(text)[0]]).toEqual([text, 'garmin-gpsmap-65s']);
  expect(found('panels').length).toBe(found('panel').length);
  expect(found('betri').length).toBeGreaterThan(10);
});

test('all words count; one that the shop does not know leaves the others, two of three leave nothing', () => {
  const both = found('victron inverter');
  expect(both.length).toBeGreaterThan(0);
  expect(both.every((slug) => slug.startsWith('victron'))).toBe(true);
  expect(found('victron xylophone')).toEqual(found('victron'));
  expect(found('victron xylophone trombone')).toEqual([]);
  for (const nothing of ['', ' ', '!?', 'xylophone']) expect(found(nothing)).toEqual([]);
});
