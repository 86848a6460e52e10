import { expect, it } from 'vitest';
import { seedProducts } from '../../../seed/build-seed.ts';
import { readSearch } from '../contract/search-wish.ts';
import { judge } from './judge.ts';
import { shopParts } from './shop-parts.ts';
import { wantedFor } from './wanted.ts';

const shop = shopParts(seedProducts().map((one) => ({ ...one, price: Number(one.price_kes) })));

function wanted(query: string) {
  const { kind, purpose } = readSearch(query);
  return kind && purpose ? (wantedFor(kind, purpose, shop)?.map(({ sheet }) => sheet.slug) ?? null) : null;
}

it.each([
  ['battery for deye 5kw inverter', 'deye-se-g5-1-pro-5-12kwh'],
  ['betri ya growat spf 5000', 'pylontech-us5000-4-8kwh'],
  ['inverter for us 5000', 'growatt-spf-5000-es'],
  ['cable for terrameter sas 4000', 'abem-lund-cable-set-4x21'],
  ['charger for the pylontech us3000c', 'victron-smartsolar-mppt-250-85'],
  ['battery for home solar kit spf 5000 es kit', 'pylontech-us5000-4-8kwh'],
])('%j is answered by the data sheets, %s first', (query, first) => {
  expect(wanted(query)?.[0]).toBe(first);
});

it.each([
  'battery for axpert',
  'panels for deye sun-8k',
  'inverter for felicity lpba48100',
  'panel for mppt 100/50',
])('nothing that does not fit is offered for %j', (query) => {
  const slugs = wanted(query) ?? [];
  const part = (slug: string) => shop.parts.find(({ sheet }) => sheet.slug === slug)!;
  const other = { axpert: 'axpert-mks-iii-5kw', 'sun-8k': 'deye-sun-8k-sg05lp1' };
  const [
    ,
    beside = query.includes('felicity') ? 'felicity-lpba48100-5-12kwh' : 'victron-smartsolar-mppt-100-50',
  ] = Object.entries(other).find(([word]) => query.includes(word)) ?? [];
  expect(slugs.length).toBeGreaterThan(0);
  for (const slug of slugs) {
    const quantities = part(slug).panels ? [1, 2, 3] : [1];
    const isRight = quantities.some((quantity) =>
      judge(
        [
          { part: part(slug), quantity },
          { part: part(beside), quantity: 1 },
        ],
        shop.sheets,
      ).findings.every(({ strength }) => strength !== 'misfit'),
    );
    expect(isRight, slug).toBe(true);
  }
});

it('says so when nothing fits, and nothing when it is no question of data sheets', () => {
  expect(wanted('battery for goodwe gw10k-et')).toEqual([]);
  for (const query of [
    'battery for ups room',
    'inverter for school',
    'tripod for leica',
    'battery for pylontech us5000',
  ])
    expect(wanted(query), query).toBeNull();
  // The maker of what is wanted, not what it is for.
  expect(wanted('mppt ya sola victron 30a')).toBeNull();
});
