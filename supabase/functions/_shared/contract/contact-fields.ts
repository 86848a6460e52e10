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
 * A phone number in any form common in Kenya, cast to the one that is stored.
 * @param tooShort said of fewer than ten characters, before anything else is said of them
 */
export const phoneField = (missing: string, tooShort = invalidPhoneMessage) =>
  textField(missing, 40)
    .test(
      'phone',
      ({ value }) => ((value as string).length < 10 ? tooShort : invalidPhoneMessage),
      (value) => !value || normalisePhoneNumber(value) !== null,
    )
    .transform((value: unknown) =>
      typeof value === 'string' ? (normalisePhoneNumber(value) ?? value) : value,
    );
