import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = 'supabase/migrations';
const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

test('no line of SQL is longer than 120 characters', () => {
  expect(files.flatMap((sql) => sql.split('\n').filter((line) => line.length > 120))).toEqual([]);
});

test('no function has more than 80 lines', () => {
  const long = files.flatMap((sql) =>
    [...sql.matchAll(/^create function ([\w.]+)\([^]*?^\$\$;$/gm)]
      .filter(([text]) => text.split('\n').length > 80)
      .map(([, name]) => name),
  );
  expect(long).toEqual([]);
});
