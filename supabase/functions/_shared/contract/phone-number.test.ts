import { expect, it } from 'vitest';
import { keptPhoneNumbers, notPhoneNumbers } from '../../../tests/phone-numbers.ts';
import { normalisePhoneNumber } from './phone-number.ts';

it.each(keptPhoneNumbers)('%s is kept as %s', (typed, kept) => {
  expect(normalisePhoneNumber(typed)).toBe(kept);
});

it.each(notPhoneNumbers)('"%s" is not a phone number', (typed) => {
  expect(normalisePhoneNumber(typed)).toBeNull();
});

it.each(keptPhoneNumbers)('%s, kept as %s, stays so', (_, kept) => {
  expect(normalisePhoneNumber(kept)).toBe(kept);
});
