import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSettings } from './settings-text.ts';

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
