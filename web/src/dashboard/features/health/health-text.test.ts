import type { HealthComponent, ShopFacts } from '@contract/health.ts';
import { expect, it } from 'vitest';
import { badgeOf, formatBytes, factsOf, healthTitle } from './health-text.ts';

const component = (name: HealthComponent['component'], problem: string | null = null): HealthComponent => ({
  component: name,
  problem,
  advice: problem,
  since: null,
  cases: problem === null ? 0 : 1,
  took: null,
});

it('counts the problems', () => {
  const components = [
    component('database'),
    component('bank', 'It is down.'),
    component('rules'),
    component('space', 'It is full.'),
  ];
  expect(healthTitle({ components })).toBe('2 parts need attention');
  expect(healthTitle({ components: components.slice(0, 2) })).toBe('One part needs attention');
  expect(healthTitle({ components: components.slice(0, 1) })).toBe('Everything is working');
});

it('a backup that was never made does not read as working', () => {
  const facts = (backup: string | null) => ({ ranAt: { backup } }) as ShopFacts;
  expect(badgeOf(component('backup'), facts(null)).label).toBe('Never made');
  expect(badgeOf(component('backup'), facts('2026-11-22T09:00:00Z')).label).toBe('Working');
  expect(badgeOf(component('backup', 'It is old.'), facts(null)).label).toBe('Needs attention');
  expect(badgeOf(component('rules'), facts(null)).label).toBe('Working');
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 kB'],
  [42_499_999, '42 MB'],
  [1_540_000_000, '1.5 GB'],
])('%s bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('shows what has never happened, and how many callers are limited', () => {
  const facts: ShopFacts = {
    migration: '20261121063000',
    postgres: '17.10',
    ranAt: { reconcile: '2026-11-22T09:00:00.000Z', 'send-messages': null, backup: null },
    oldestTaskAt: null,
    limitsHit: [
      { action: 'search', subject: 'address', callers: 2 },
      { action: 'sign_in', subject: 'email', callers: 1 },
    ],
    sizes: {
      databaseBytes: 42_000_000,
      pictures: 1,
      pictureBytes: 90_000,
      tables: [{ table: 'public.orders', bytes: 1_000_000 }],
    },
  };
  const text = Object.fromEntries(factsOf(facts, null).map(({ name, value }) => [name, value]));
  expect(text).toMatchObject({
    Database: '42 MB',
    'Largest tables': 'public.orders 1.0 MB',
    Pictures: '1 file, 90 kB',
    'Last npm run shop -- backup': 'never',
    'The bank was last asked': '22 Nov 2026, 12:00',
    'Refused by rate limits': '3 now, most of them: Searching, from one network address',
    Versions: 'Postgres 17.10, migration 20261121063000',
  });
});
