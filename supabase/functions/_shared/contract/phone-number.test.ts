import { expect, it } from 'vitest';
import { normalisePhoneNumber } from './phone-number.ts';

it.each([
  ['0712345678', '+254712345678'],
  ['0712 345 678', '+254712345678'],
  ['0112 345 678', '+254112345678'],
  ['712345678', '+254712345678'],
  ['254712345678', '+254712345678'],
  ['+254 712-345-678', '+254712345678'],
  ['+254 (0) 712 345 678', '+254712345678'],
  ['00254712345678', '+254712345678'],
  ['020 1234567', '+254201234567'],
  ['+256 772 123456', '+256772123456'],
])('%s is kept as %s', (typed, kept) => {
  expect(normalisePhoneNumber(typed)).toBe(kept);
});

it.each([
  '',
  '12',
  '071234567',
  '07123456789',
  '+254 612',
  'call me',
  '+0712345678',
  '++254712345678',
  '0712345678a',
  '٠٧١٢٣٤٥٦٧٨',
])('"%s" is no number', (typed) => {
  expect(normalisePhoneNumber(typed)).toBeNull();
});

it('a number kept once stays as it is', () => {
  expect(normalisePhoneNumber('+254712345678')).toBe('+254712345678');
});
