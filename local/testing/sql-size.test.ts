import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Longer functions, and why they are. */
const exceptions: Record<string, string> = {
  'public.fit_of_items': 'what fits is judged anew with the cart, and by one function then',
  'private.fitting_products': 'as public.fit_of_items',
};

const folder = 'supabase/migrations';
const files = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));

test('no line of SQL is longer than 120 characters', () => {
  expect(files.flatMap((sql) => sql.split('\n').filter((line) => line.length > 120))).toEqual([]);
});

test('no function has more than 80 lines, but for those that say why', () => {
  const long = files.flatMap((sql) =>
    [...sql.matchAll(/^create function ([\w.]+)\([^]*?^\$\$;$/gm)]
      .filter(([text]) => text.split('\n').length > 80)
      .map(([, name]) => name),
  );
  expect(long.toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
