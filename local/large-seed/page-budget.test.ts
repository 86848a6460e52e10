import { expect, test } from 'vitest';
import { allowedPages, pagesRead } from './page-budget.ts';

test('a query may read twice the pages of its products and index entries', () => {
  expect(allowedPages({ products: 48 }, 0)).toBe(2 * 48 * 4 + 40);
  expect(allowedPages({ products: 0 }, 13_741)).toBe(2 * 172 + 40);
});

test('pages are those of the whole query, without tables that stay small', () => {
  const inFunction = [
    { 'Node Type': 'Index Scan', 'Relation Name': 'products', 'Shared Hit Blocks': 40 },
    { 'Node Type': 'Seq Scan', 'Relation Name': 'attributes', 'Shared Hit Blocks': 4 },
    { 'Node Type': 'Bitmap Index Scan', 'Index Name': 'products_by_search_text', 'Shared Hit Blocks': 7 },
  ];
  const query = { 'Node Type': 'Result', 'Shared Hit Blocks': 50, 'Shared Read Blocks': 6 };
  expect(pagesRead([...inFunction, query], new Set(['products']))).toBe(52);
  expect(pagesRead([], new Set())).toBe(0);
});
