import { type InferType, object, string } from 'yup';
import { endpointWithBody } from './endpoint.ts';
import type { SecondFactorState } from './second-factor.ts';
import { ofText } from './text-field.ts';

// Apart from second-factor.ts, which the dashboard asks at every opening: these bring yup with them.

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

/** The first code of the app: from now on each sign-in needs one. 403 `wrong_code`; 429. */
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
