import { normalisePhoneNumber } from './phone-number.ts';
import { textField } from './text-field.ts';

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
