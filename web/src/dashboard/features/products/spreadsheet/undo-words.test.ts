import type { ProductImport } from '@contract/product-imports.ts';
import { expect, test } from 'vitest';
import { undoWords } from './undo-words.ts';

const wordsOf = (changed: number, made: number) =>
  undoWords({ fileName: 'prices.csv', changed, made } as ProductImport);

test('undoing mentions changed and new products only if there are any', () => {
  expect(wordsOf(12, 0)).toBe(
    'The 12 products that “prices.csv” changed get back the values of exactly the cells that it changed.',
  );
  expect(wordsOf(0, 1)).toBe('The new one is deleted, or archived if somebody has ordered it.');
  expect(wordsOf(1, 3)).toBe(
    'The product that “prices.csv” changed gets back the values of exactly the cells that it changed. The 3 new ones are deleted, or archived if somebody has ordered them.',
  );
});
