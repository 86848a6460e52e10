import { expect, it } from 'vitest';
import { normalizedPhoneNumbers, notPhoneNumbers } from '../../../tests/phone-numbers.ts';
import { normalisePhoneNumber } from './contact-fields.ts';

it.each(normalizedPhoneNumbers)('%s is normalized to %s', (typed, normalized) => {
  expect(normalisePhoneNumber(typed)).toBe(normalized);
});

it.each(notPhoneNumbers)('"%s" is not a phone number', (typed) => {
  expect(normalisePhoneNumber(typed)).toBeNull();
});

it.each(normalizedPhoneNumbers)('%s, normalized to %s, does not change', (_, normalized) => {
  expect(normalisePhoneNumber(normalized)).toBe(normalized);
});
