import { endpoint } from './endpoint.ts';

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
/** A secret for an authenticator app, the same again in the same sign-in. 403 `forbidden`; 409 `transition_refused` once it is confirmed. */
export const beginSecondFactor = endpoint<SecondFactorSecret>('POST', '/api/auth/second-factor/begin');
