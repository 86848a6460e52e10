import { beforeEach, expect, test, vi } from 'vitest';
import { comparedIn, comparePath, replaceCompared, setCompared } from './compared-products.ts';

const product = (slug: string) => ({ slug, name: slug.toUpperCase() });
const values = new Map<string, string>();
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  });
  replaceCompared([]);
});

test('four products can be compared, a fifth cannot, and removing one makes room', () => {
  for (const slug of ['a', 'b', 'c', 'd', 'a']) expect(setCompared(product(slug), true)).toBe(true);
  expect(setCompared(product('e'), true)).toBe(false);
  setCompared(product('b'), false);
  expect(setCompared(product('e'), true)).toBe(true);
  expect(values.get('shop.compared-products')).toContain('"e"');
  expect(values.get('shop.compared-products')).not.toContain('"b"');
});

test('the URL of a comparison is read back; invalid parts are ignored', () => {
  const read = (address: string) => comparedIn(new URL(address, 'http://shop').searchParams);
  expect(read(comparePath(['pqwt-tc300', 'abem']))).toEqual(['pqwt-tc300', 'abem']);
  expect(read('/compare?products=a,A,b,,%00,<i>,c,d,e')).toEqual(['a', 'b', 'c', 'd']);
  expect(read('/compare')).toEqual([]);
});
