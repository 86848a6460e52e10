import type { ProductImport } from '@contract/product-imports.ts';
import { expect, test } from 'vitest';
import { importText, undoText } from './import-text.ts';

const textOf = (changed: number, made: number) =>
  undoText({ id: 'i1', fileName: 'prices.csv', changed, made });

test('undoing mentions changed and new products only if there are any', () => {
  expect(textOf(12, 0)).toBe(
    'The 12 products that “prices.csv” changed get back the values of exactly the cells that it changed.',
  );
  expect(textOf(0, 1)).toBe('The new one is deleted, or archived if somebody has ordered it.');
  expect(textOf(1, 3)).toBe(
    'The product that “prices.csv” changed gets back the values of exactly the cells that it changed. The 3 new ones are deleted, or archived if somebody has ordered them.',
  );
});

test('what an import did names what was left out', () => {
  const one = { made: 0, changed: 1250, unchanged: 0, left: [] as object[] } as ProductImport;
  expect(importText(one)).toBe('1,250 changed');
  expect(importText({ ...one, left: [{}] } as ProductImport)).toBe('1,250 changed, 1 left out');
});
