import { expect, it } from 'vitest';
import { normalizedPhoneNumbers, notPhoneNumbers } from '../../../tests/phone-numbers.ts';
import type { ValidationError } from 'yup';
import { registerSchema } from './auth.ts';
import { emailField, normalisePhoneNumber } from './contact-fields.ts';
import { customerSchema } from './place-order.ts';

it.each(normalizedPhoneNumbers)('%s is normalized to %s', (typed, normalized) => {
  expect(normalisePhoneNumber(typed)).toBe(normalized);
});

it.each(notPhoneNumbers)('"%s" is not a phone number', (typed) => {
  expect(normalisePhoneNumber(typed)).toBeNull();
});

it.each(normalizedPhoneNumbers)('%s, normalized to %s, does not change', (_, normalized) => {
  expect(normalisePhoneNumber(normalized)).toBe(normalized);
});

it.each([
  ['Akinyi@Example.COM', 'akinyi@example.com'],
  [' a.b+shop@sub.example.co.ke\u200b', 'a.b+shop@sub.example.co.ke'],
  ["o'neil_{x}~@x-1.io", "o'neil_{x}~@x-1.io"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%s is the e-mail address %s', (typed, address) => {
  expect(emailField('missing').validateSync(typed)).toBe(address);
});

it.each([
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  `${'a'.repeat(65)}@example.com`,
  'a@example',
  'a@.example.com',
  'a@example..com',
  'a@-example.com',
  'a@example.c',
  'a@exam_ple.com',
  'a@b@example.com',
  'a b@example.com',
  'ä@example.com',
  'a@exämple.com',
  '\u0130a@example.com',
  '"a"@example.com',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'a(b)@example.com',
  `a@${'x'.repeat(64)}.com`,
])('%s is not an e-mail address', (typed) => {
  expect(() => emailField('missing').validateSync(typed)).toThrow('Invalid email address');
});

it.each(['\u200b\u2060', '\u3164\u115f', '\u2800 \u00ad', '\u202e\u202c'])(
  'a name of %j is empty',
  (name) => {
    const refusals = [
      customerSchema.pick(['firstName', 'address']),
      registerSchema.pick(['name', 'address']),
    ].map((schema) => {
      try {
        return schema.validateSync(
          { firstName: name, name, address: name.repeat(10) },
          { abortEarly: false },
        );
      } catch (error) {
        return (error as ValidationError).errors.length;
      }
    });
    expect(refusals[0]).toBe(2);
    expect(refusals[1]).toBeGreaterThanOrEqual(2);
  },
);

it('invisible characters are not part of a name', () => {
  const { name } = registerSchema.pick(['name']).cast({ name: ' A\u200bda\u202e Wanjik\u0169\0\ud83d ' });
  expect(name).toBe('Ada Wanjikũ');
});
