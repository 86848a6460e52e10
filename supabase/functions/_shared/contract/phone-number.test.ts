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
  ['254 20 1234567', '+254201234567'],
  ['051 234567', '+25451234567'],
  ['040 12345', '+2544012345'],
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
  // A landline without its 0 may be a number of anywhere.
  '201234567',
  '61234567',
  '+1234567',
  '+1234567890123456',
  'call me',
  '+0712345678',
  '++254712345678',
  '0712345678a',
  '٠٧١٢٣٤٥٦٧٨',
])('"%s" is not a phone number', (typed) => {
  expect(normalisePhoneNumber(typed)).toBeNull();
});

it('a number that was normalised before stays as it is', () => {
  expect(normalisePhoneNumber('+254712345678')).toBe('+254712345678');
});
