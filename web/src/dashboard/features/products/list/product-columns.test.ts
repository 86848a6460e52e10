import { expect, test } from 'vitest';
import { cutDescription } from './product-columns.tsx';

test('a description is cut at 50 characters, with an ellipsis', () => {
  const fifty = 'Five 550 W monocrystalline half-cell panels for ho';
  expect(fifty).toHaveLength(50);
  expect(cutDescription(`${fifty}mes and offices`)).toBe(`${fifty}…`);
});

test('a description of 50 characters or fewer is not cut', () => {
  expect(cutDescription('x'.repeat(50))).toBe('x'.repeat(50));
  expect(cutDescription('')).toBe('');
});

test('a surrogate pair is not cut in the middle', () => {
  expect(cutDescription('🔋'.repeat(51))).toBe(`${'🔋'.repeat(50)}…`);
});
