import { expect, test } from 'vitest';
import { quotedItems, readQuotedItems } from './delivery.ts';

const one = '0b0e2f1c-7d57-4c61-8a55-2f6c7b1f0a11';
const other = 'ffffffff-0000-4000-8000-000000000000';

test('what is written into an address is read back', () => {
  const items = [
    { productId: one, quantity: 2 },
    { productId: other, quantity: 999 },
  ];
  expect(readQuotedItems(quotedItems(items))).toEqual(items);
  expect(readQuotedItems('')).toEqual([]);
});

test.each([
  `${one}`,
  `${one}*`,
  `${one}*-1`,
  `${one}*1000`,
  `${'-'.repeat(36)}*1`,
  "1' or '1'='1*1",
  '\0*1',
  Array.from({ length: 101 }, () => `${one}*1`).join(','),
  ',',
])('%j is refused', (text) => {
  expect(readQuotedItems(text)).toBeNull();
});
