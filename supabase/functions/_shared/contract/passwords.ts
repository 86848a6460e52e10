import { type InferType, object, ref, string } from 'yup';
import { type AuthReply, currentPasswordField, passwordField } from './auth.ts';
import { emailField, invalidEmailMessage } from './contact-fields.ts';
import { endpointWithBody } from './endpoint.ts';

/** The fewest characters of a password of staff. */
export const minStaffPassword = 12;

/** What staff are told before they choose one. */
export const staffPasswordRule = `At least ${minStaffPassword} characters, and not a common password`;

export const forgotPasswordSchema = object({ email: emailField(invalidEmailMessage) }).required();

export type ForgotPasswordRequest = InferType<typeof forgotPasswordSchema>;

export const resetPasswordSchema = object({
  /** From the link in the mail: its token, or the access token to which the platform's default mail leads. */
  token: string().required('The link is incomplete').max(4000, 'The link is not valid'),
  password: passwordField,
}).required();

export type ResetPasswordRequest = InferType<typeof resetPasswordSchema>;

export const changePasswordSchema = object({
  currentPassword: currentPasswordField,
  newPassword: passwordField.notOneOf(
    [ref('currentPassword')],
    'The new password must differ from the current one',
  ),
}).required();

export type ChangePasswordRequest = InferType<typeof changePasswordSchema>;

export const provePasswordSchema = object({ currentPassword: currentPasswordField }).required();

export type ProvePasswordRequest = InferType<typeof provePasswordSchema>;

/** Sends a link to the address when it has an account; answers the same when it has none. */
export const forgotPassword = endpointWithBody<{ success: true }>()(
  'POST',
  '/api/auth/forgot-password',
  forgotPasswordSchema,
);
/** Sets a new password, signs in, and ends the account's other sessions. 410 `reset_link_expired`. */
export const resetPassword = endpointWithBody<AuthReply>()(
  'POST',
  '/api/auth/reset-password',
  resetPasswordSchema,
);
/** The session goes on under a new cookie, the account's others end. 403 `wrong_password` about the current one. */
export const changePassword = endpointWithBody<AuthReply>()(
  'POST',
  '/api/auth/password',
  changePasswordSchema,
);
/** For ten minutes the admin may change roles and limits and export orders. 403 `wrong_password`; 429. */
export const provePassword = endpointWithBody<{ success: true }>()(
  'POST',
  '/api/auth/password/prove',
  provePasswordSchema,
);
