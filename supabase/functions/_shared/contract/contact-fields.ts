import { cleanText } from './clean-text.ts';
import { textField } from './field-rules.ts';

export const requiredFieldMessage = 'Please fill in all required fields';
export const invalidEmailMessage = 'Invalid email address';
const invalidPhoneMessage = 'Enter a phone number such as 0712 345 678';

const word = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
/** What `<input type=email>` accepts, without a dot at an end or beside another, and with one in the domain. */
const emailPattern = new RegExp(`^(?=.{1,64}@)${word}(\\.${word})*@(${label}\\.)+(?=..)${label}$`);

/** An e-mail address in small letters, of ASCII alone: 64 characters before the @, 254 in all at most (RFC 5321). */
export const emailField = (missing: string) =>
  textField(missing, 254)
    .transform((value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value))
    .matches(emailPattern, { message: invalidEmailMessage, excludeEmptyString: true });

/**
 * A phone number, cast to the form that is stored: see `normalisePhoneNumber()`.
 * @param tooShort said of fewer than ten characters as they were typed; without it a shorter number may do
 */
export const phoneField = (missing: string, tooShort?: string) =>
  textField(missing, 40)
    .test('phone', invalidPhoneMessage, (value, { originalValue, createError }) => {
      if (tooShort && cleanText(String(originalValue)).trim().length < 10)
        return createError({ message: tooShort });
      return !value || normalisePhoneNumber(value) !== null;
    })
    .transform((value: unknown) =>
      typeof value === 'string' ? (normalisePhoneNumber(value) ?? value) : value,
    );

/** An e-mail address, or a phone number in any form common in Kenya; cast to the one that is stored. @param message said of anything else */
export const emailOrPhoneField = (message: string) => {
  const cast = (typed: string): string | null => {
    for (const field of [emailField(message), phoneField(message, message)]) {
      const stored: unknown = field.cast(typed, { assert: false });
      if (typeof stored === 'string' && field.isValidSync(stored)) return stored;
    }
    return null;
  };
  return textField(message, 254)
    .transform((typed: unknown) => (typeof typed === 'string' ? (cast(typed) ?? typed) : typed))
    .test('contact', message, (typed) => !typed || cast(typed) !== null);
};

/** What `emailOrPhoneField` has cast. */
export const emailOrPhone = (contact: string) =>
  contact.includes('@') ? { email: contact } : { phone: contact };

/**
 * Phone numbers in the one form in which they are stored; null for what is no phone number. SQL has the same rule:
 * `private.normal_phone_number()`.
 *
 * Kenyan numbers in any common form become `+254712345678`: 07…, 01…, 7… and 1… (nine digits), 2547…, +254 7…, with
 * spaces, dashes of any kind, dots or brackets, and invisible characters; landlines (020 …) have an area code and seven to nine digits in all.
 * Other countries in international form (`+256 …`, `00256…`, or both as `+00256…`) have eight to fifteen digits (ITU-T E.164).
 * Any other ten to fifteen digits are stored as they are: whose they are only their owner knows.
 */
export function normalisePhoneNumber(typed: string): string | null {
  const compact = cleanText(typed).replace(/[\s()./\p{Pd}−]/gu, '');
  const kenyan = /^(?:(?:\+|\+?00)?2540?|\+?0)([71]\d{8}|[2-6]\d{6,8})$|^([71]\d{8})$/.exec(compact);
  if (kenyan) return `+254${kenyan[1] ?? kenyan[2]}`;
  const international = /^(?:\+|\+?00)([1-9]\d{7,14})$/.exec(compact);
  if (international) return `+${international[1]}`;
  return /^\+?(\d{10,15})$/.exec(compact)?.[1] ?? null;
}
