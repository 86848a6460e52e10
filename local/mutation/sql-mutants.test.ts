import { expect, test } from 'vitest';
import { mutantsOf } from './sql-mutants.ts';

const changesIn = (body: string, language = 'plpgsql') =>
  mutantsOf({
    name: 'private.example',
    language,
    definition: `create or replace function private.example() returns void\nas $function$\n${body}\n$function$`,
  }).map(({ line, change }) => `${line}: ${change}`);

test('conditions and bounds are inverted', () => {
  expect(changesIn('  if stock < 5 and not exists (select 1) then')).toEqual([
    '3: < → <=',
    '3: 5 → 6',
    '3: and → or',
    '3: not exists → exists',
  ]);
});

test('an equals sign is inverted in comparisons, not in assignments', () => {
  expect(changesIn('  update t set a = b where c = d;', 'sql')).toEqual(['3: = → <>']);
});

test('the and of a between is not changed', () => {
  expect(changesIn('  select n between low and high', 'sql')).toEqual([]);
});

test('strings and comments are not changed, except the number of an interval', () => {
  expect(changesIn("  -- a < b\n  select 'a < 3 and', now() - interval '30 minutes'", 'sql')).toEqual([
    '4: 30 → 31',
  ]);
});

test('checks, refusals, writes and locks are removed', () => {
  expect(
    changesIn('  perform private.require_admin();\n  select 1 from t for update;\n  delete from t;'),
  ).toEqual([
    '3: perform private.require_admin(); → null;',
    '4: for update → (removed)',
    '5: delete from t; → null;',
  ]);
});

test('a mutant is the whole definition with one change', () => {
  const [mutant] = mutantsOf({
    name: 'f',
    language: 'sql',
    definition: 'create function f() as $function$ select a is null $function$',
  });
  expect(mutant?.sql).toBe('create function f() as $function$ select a is not null $function$');
});
