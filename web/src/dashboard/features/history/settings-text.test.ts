import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countyFields } from '../settings/delivery/typed-county.ts';
import { describedBy, describeSettings } from './settings-text.ts';

const migration = readFileSync(
  new URL('../../../../../supabase/migrations/20261121060100_settings.sql', import.meta.url),
  'utf8',
);

test('every setting has a name that people read', () => {
  const table = /create table private\.settings \(([\s\S]*?)\n\);/.exec(migration)?.[1] ?? '';
  const columns = [...table.matchAll(/^ {2}([a-z_]+) (?:integer|text|boolean)/gm)].map(
    ([, name]) => name ?? '',
  );
  expect(columns).toContain('ships_unpaid');
  const none = Object.fromEntries(columns.map((column) => [column, null]));
  const labels = describeSettings({ before: none, after: none } as never).map(({ label }) => label);
  expect(labels.filter((label) => label.includes('_'))).toEqual([]);
});

test('a change is described as the form says it', () => {
  const words = (describe: typeof describeSettings, before: object, after: object) =>
    describe({ before, after } as never).map((change) => [change.label, change.before, change.after]);
  expect(
    words(
      describeSettings,
      { approved_ships_below: 50_000, ships_unpaid: false, backup_limit_days: 7 },
      { approved_ships_below: 750_000, ships_unpaid: true, backup_limit_days: null },
    ),
  ).toEqual([
    ['Ask why, when goods above this leave before the bank’s statement (KES)', '50,000', '750,000'],
    ['Parcels of an order that is not paid', 'Are sent on account only', 'May be sent, with a reason'],
    ['Longest without a backup (days)', '7', 'no limit'],
  ]);
  expect(
    words(
      describedBy(countyFields),
      { zone: 'city', same_day_before: '14:00:00' },
      { zone: 'town', same_day_before: null },
    ),
  ).toEqual([
    ['Zone', 'Major city', 'Other town'],
    ['Same day when ordered before', '14:00', 'none'],
  ]);
});
