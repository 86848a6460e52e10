import { readFileSync } from 'node:fs';
import type { IndexedProduct } from '@contract/product-index.ts';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { searchCases } from '../../../../../../supabase/tests/database/search-cases.ts';
import { searchQueries } from '../../../../../../supabase/tests/database/search-queries.ts';
import { searchIndex } from './search-index.ts';

type Row = Record<
  'slug' | 'name' | 'category' | 'brand' | 'model' | 'price_kes' | 'specs_json' | 'keywords',
  string
>;

/** What the shop writes behind the key values of converters. */
const sides: Record<string, string> = { input_voltage: ' in', output_voltage: ' out' };

/** The demo catalogue in the form of the index. */
const products = parse<Row>(readFileSync('supabase/seed/catalogue.csv'), { columns: true }).map(
  ({ slug, name, category, brand, model, price_kes, specs_json, keywords }): IndexedProduct => ({
    slug,
    name,
    category,
    brand,
    model,
    keywords,
    price: Number(price_kes),
    keyValues: Object.entries(JSON.parse(specs_json) as Record<string, string>)
      .slice(0, 3)
      .map(([label, value]) => `${value.replace(/ nominal|, adjustable.*/, '')}${sides[label] ?? ''}`),
  }),
);
const found = (text: string) => searchIndex(products, text).map(({ slug }) => slug);

test('most searches find the right product first, although misspelt words find nothing', () => {
  const positions = searchQueries.map(([query, ...slugs]) =>
    found(query).findIndex((slug) => slugs.includes(slug)),
  );
  const share = (matches: number[]) => matches.length / searchQueries.length;
  expect(share(positions.filter((position) => position === 0))).toBeGreaterThan(0.88);
  expect(share(positions.filter((position) => position >= 0 && position < 5))).toBeGreaterThan(0.9);
});

test('sizes, directions and kinds are those that the server understands', () => {
  const right = searchCases.filter(({ query, first = [] }) => first.includes(found(query)[0] ?? ''));
  expect(right.length / searchCases.filter(({ first }) => first).length).toBeGreaterThan(0.75);
  expect(found('water detector 600m')).toEqual(['pqwt-tc700', 'pqwt-tc900']);
  expect(found('battery 9kw')).toEqual(['yiy-lfp48200h-10-24kwh']);
  expect(found('24v to 48v converter')).toEqual([]);
});

test('a search word may be a prefix, a plural, a Swahili word or a part number however it is spaced', () => {
  for (const text of ['gpsm 65', 'GPSMAP65s', 'gps-map 65S', 'Garmín gpsmap 65s'])
    expect([text, found(text)[0]]).toEqual([text, 'garmin-gpsmap-65s']);
  expect(found('panels').length).toBe(found('panel').length);
  expect(found('betri').length).toBeGreaterThan(10);
});

test('all words count; one unknown word is ignored, two of three give no results', () => {
  const both = found('victron inverter');
  expect(both.length).toBeGreaterThan(0);
  expect(both.every((slug) => slug.startsWith('victron'))).toBe(true);
  expect(found('victron xylophone')).toEqual(found('victron'));
  expect(found('victron xylophone trombone')).toEqual([]);
  for (const nothing of ['', ' ', '!?', 'xylophone']) expect(found(nothing)).toEqual([]);
});
