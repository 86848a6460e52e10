import { textField } from './field-rules.ts';

export const requiredFieldMessage = 'Please fill in all required fields';
export const invalidEmailMessage = 'Invalid email address';
const invalidPhoneMessage = 'Enter a phone number such as 0712 345 678';

/** An e-mail address as browsers accept it, with a dot in the domain; 254 characters at most (RFC 5321). */
export const emailField = (missing: string) =>
  textField(missing, 254)
    .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
    .matches(/^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@.]{2,}$/, {
      message: invalidEmailMessage,
      excludeEmptyString: true,
    });

/**
 * A phone number, cast to the form that is kept: see `normalisePhoneNumber()`.
 * @param tooShort said of fewer than ten characters as they were typed; without it a shorter number may do
 */
export const phoneField = (missing: string, tooShort?: string) =>
  textField(missing, 40)
    .test('phone', invalidPhoneMessage, (value, { originalValue, createError }) => {
      if (tooShort && String(originalValue).trim().length < 10) return createError({ message: tooShort });
      return !value || normalisePhoneNumber(value) !== null;
    })
    .transform((value: unknown) =>
      typeof value === 'string' ? (normalisePhoneNumber(value) ?? value) : value,
    );

/**
 * Phone numbers in the one form in which they are kept; null for what is no phone number. SQL has the same rule:
 * `private.normal_phone_number()`.
 *
 * Kenyan numbers in any common form become `+254712345678`: 07…, 01…, 7… and 1… (nine digits), 2547…, +254 7…, with
 * spaces, dashes, dots or brackets; landlines (020 …) have an area code and seven to nine digits in all.
 * Other countries in international form (`+256 …`, `00256…`, or both as `+00256…`) have eight to fifteen digits (ITU-T E.164).
 * Any other ten to fifteen digits are kept as they are: whose they are only their owner knows.
 */
export function normalisePhoneNumber(typed: string): string | null {
  const compact = typed.replace(/[\s().\-/]/g, '');
  const kenyan = /^(?:(?:\+|\+?00)?2540?|\+?0)([71]\d{8}|[2-6]\d{6,8})$|^([71]\d{8})$/.exec(compact);
  if (kenyan) return `+254${kenyan[1] ?? kenyan[2]}`;
  const international = /^(?:\+|\+?00)([1-9]\d{7,14})$/.exec(compact);
  if (international) return `+${international[1]}`;
  return /^\+?(\d{10,15})$/.exec(compact)?.[1] ?? null;
}
