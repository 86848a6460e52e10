import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { drawingOf, kindsOfDrawings } from './drawing-choice.ts';

const sprite = readFileSync('web/public/drawings.svg', 'utf8');
const symbols = [...sprite.matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)].map(
  ([symbol, name = '', parts = '']) => ({ name, parts, symbol }),
);
const catalogue = parse(readFileSync('supabase/seed/catalogue.csv'), { columns: true }) as {
  name: string;
  category: string;
}[];

test('every drawing that can be chosen is in the file, and no other', () => {
  const choices = Object.entries(kindsOfDrawings).flatMap(([category, kinds]) => [
    category,
    ...kinds.map(([name]) => name),
  ]);
  expect(symbols.map(({ name }) => name).sort()).toEqual(choices.sort());
});

test('there are more than 32 drawings, no two alike, each of at most 6 kB and with the one accent', () => {
  expect(symbols.length).toBeGreaterThan(32);
  expect(new Set(symbols.map(({ parts }) => parts)).size).toBe(symbols.length);
  for (const { name, symbol } of symbols) {
    expect(symbol.length, name).toBeLessThanOrEqual(6 * 1024);
    expect(symbol, name).toContain('#b3401f');
    // Style sheets do not apply inside another file.
    expect(symbol, name).not.toMatch(/NaN|undefined|class=/);
  }
});

test('in a list of twelve products few drawings appear twice, and none more often', () => {
  for (const category of new Set(catalogue.map((product) => product.category))) {
    const chosen = catalogue
      .filter((product) => product.category === category)
      .map((product) => drawingOf(product));
    const times = chosen.map((name) => chosen.filter((other) => other === name).length);
    expect(Math.max(...times), category).toBeLessThanOrEqual(2);
    expect(new Set(chosen).size, category).toBeGreaterThanOrEqual(chosen.length - 3);
  }
});
