import type { ProductImport } from '@contract/product-imports.ts';
import { expect, test } from 'vitest';
import { importText, progressText, undoText } from './import-text.ts';

const textOf = (changed: number, made: number) =>
  undoText({ fileName: 'prices.csv', changed, made, waiting: 0 } as ProductImport);

test('undoing mentions changed and new products only if there are any', () => {
  expect(textOf(12, 0)).toBe(
    'The 12 products that “prices.csv” changed get back the values of exactly the cells that it changed.',
  );
  expect(textOf(0, 1)).toBe('The new one is deleted, or archived if somebody has ordered it.');
  expect(textOf(1, 3)).toBe(
    'The product that “prices.csv” changed gets back the values of exactly the cells that it changed. The 3 new ones are deleted, or archived if somebody has ordered them.',
  );
});

test('an interrupted import shows its progress, and what undoing it leaves out', () => {
  const half = { fileName: 'prices.csv', total: 5000, waiting: 3750, made: 0, changed: 1250, unchanged: 0 };
  const one = { ...half, left: [], undoneAt: null } as unknown as ProductImport;
  expect(progressText(one)).toBe('1,250 of 5,000 rows are written.');
  expect(progressText({ ...one, undoneAt: '2026-11-23T08:00:00Z', waiting: 1 })).toBe(
    'It is being undone: 1 product to go.',
  );
  expect(undoText(one)).toMatch(/^The 1,250 products /);
  expect(undoText(one)).toMatch(/ The 3,750 rows that are not written yet will not be written\.$/);
  expect(undoText({ ...one, waiting: 1 })).toMatch(/ The row that is not written yet will not be written\.$/);
  expect(importText(one)).toBe('1,250 changed');
  expect(importText({ ...one, left: [{}] } as ProductImport)).toMatch(/, 1 left out$/);
});
