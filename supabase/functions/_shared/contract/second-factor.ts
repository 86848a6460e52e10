import { type InferType, object, string } from 'yup';
import { endpoint, endpointWithBody } from './endpoint.ts';
import { ofText } from './field-rules.ts';

/** What the caller's sign-in still needs before the dashboard opens. */
type SecondFactorStep = 'none' | 'set_up' | 'enter_code';

export type SecondFactorState = {
  step: SecondFactorStep;
  /** Recovery codes that were not used yet. */
  codesLeft: number;
};

/** What an authenticator app needs to know. */
export type SecondFactorSecret = {
  /** In base32, to be typed. */
  key: string;
  /** The same as a link, `otpauth://totp/…`, to be shown as a QR code. */
  link: string;
};

/** What the caller's sign-in still needs; `none` for customers, and for staff where the shop demands no second factor. */
export const getSecondFactor = endpoint<SecondFactorState>('GET', '/api/auth/second-factor');
/**
 * A secret for an authenticator app, the same again in the same sign-in. Once an app is confirmed, another one replaces it
 * after the code and the password of the last ten minutes. 403 `forbidden`, `second_factor_required`, `password_required`.
 */
export const beginSecondFactor = endpoint<SecondFactorSecret>('POST', '/api/auth/second-factor/begin');

/** Shown once: the database keeps their hashes. */
export type RecoveryCodes = { recoveryCodes: string[] };

/** A code as a person types it, without what `compact` takes out; anything but text is refused. */
function codeField(missing: string, compact: (typed: string) => string) {
  return string().transform(ofText(compact)).typeError(missing).required(missing);
}

const codeMessage = 'Enter the 6 digits that your app shows now';

export const confirmSecondFactorSchema = object({
  code: codeField(codeMessage, (typed) => typed.replace(/\s/g, '')).matches(/^\d{6}$/, codeMessage),
}).required();

export type ConfirmSecondFactorRequest = InferType<typeof confirmSecondFactorSchema>;

const anyCodeMessage = 'Enter the 6 digits that your app shows now, or a recovery code';

export const proveSecondFactorSchema = object({
  /** Of the app, or a recovery code: 16 letters and digits in groups of four. */
  code: codeField(anyCodeMessage, (typed) => typed.replace(/[\s-]/g, '').toUpperCase()).matches(
    /^(\d{6}|[A-Z2-7]{16})$/,
    anyCodeMessage,
  ),
}).required();

export type ProveSecondFactorRequest = InferType<typeof proveSecondFactorSchema>;

/** The first code of the app: from now on each sign-in needs one, and earlier apps, codes and sign-ins end. 403 `wrong_code`; 429. */
export const confirmSecondFactor = endpointWithBody<RecoveryCodes>()(
  'POST',
  '/api/auth/second-factor/confirm',
  confirmSecondFactorSchema,
);
/** Proves the second factor for this sign-in. A code works once. 403 `wrong_code`; 429. */
export const proveSecondFactor = endpointWithBody<SecondFactorState>()(
  'POST',
  '/api/auth/second-factor/prove',
  proveSecondFactorSchema,
);
