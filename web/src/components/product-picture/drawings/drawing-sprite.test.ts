import { readFileSync } from 'node:fs';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { allDrawings } from './all-drawings.tsx';
import { drawingOf } from './drawing-choice.ts';
import { drawingSprite, drawingSymbol } from './drawing-sprite.ts';

const markup = Object.fromEntries(
  Object.entries(allDrawings).map(([name, drawing]) => [name, renderToStaticMarkup(drawing)]),
);
const catalogue = parse(readFileSync('supabase/seed/catalogue.csv'), { columns: true }) as {
  name: string;
  category: string;
}[];

test('the sprite matches the drawings; `npx vitest -u` on this file writes it', async () => {
  await expect(drawingSprite(markup)).toMatchFileSnapshot('../../../../public/drawings.svg');
});

test('there are more than 32 drawings, no two alike, each of at most 6 kB and with the one accent', () => {
  const symbols = Object.entries(markup).map(
    ([name, drawing]) => [name, drawingSymbol(name, drawing)] as const,
  );
  expect(symbols.length).toBeGreaterThan(32);
  expect(new Set(Object.values(markup)).size).toBe(symbols.length);
  for (const [name, symbol] of symbols) {
    expect(symbol.length, name).toBeLessThanOrEqual(6 * 1024);
    expect(symbol, name).toContain('#b3401f');
    expect(symbol, name).not.toMatch(/NaN|undefined|class=|<g>/);
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
