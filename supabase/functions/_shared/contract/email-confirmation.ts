import { type InferType, object, string } from 'yup';
import { type AuthReply, currentPasswordField } from './auth.ts';
import { emailField, invalidEmailMessage } from './contact-fields.ts';
import { endpoint, endpointWithBody } from './endpoint.ts';

/** Also for the link that undoes a change. */
const confirmEmailSchema = object({
  /** From the link in the mail. */
  token: string().required('The link is incomplete').max(200, 'The link is not valid'),
}).required();

export type ConfirmEmailRequest = InferType<typeof confirmEmailSchema>;

export const changeEmailSchema = object({
  email: emailField(invalidEmailMessage),
  currentPassword: currentPasswordField,
}).required();

export type ChangeEmailRequest = InferType<typeof changeEmailSchema>;

/** Whether a mail goes out now, or waits its turn, for a day at most. Neither when there is nothing to confirm. */
export type MailRequest = { sent: boolean; waits: boolean };

/** Mails a new link to the account's address, unless it is confirmed already. */
export const sendConfirmation = endpoint<MailRequest>('POST', '/api/auth/confirm-email/send');
/**
 * The signed-in person has used the link: the address is confirmed, and is the account's from now on. An invitation
 * gives the account its role and ends the session: staff sign in again. 410
 * `confirmation_link_expired`, also for a link that was made for another account; 409 `email_taken`.
 */
export const confirmEmail = endpointWithBody<AuthReply>()(
  'POST',
  '/api/auth/confirm-email',
  confirmEmailSchema,
);
/** Mails a link to the new address, which becomes the account's when the link is used. 403 `wrong_password`; 409 `email_taken`. */
export const changeEmail = endpointWithBody<MailRequest>()('PUT', '/api/auth/email', changeEmailSchema);

/**
 * Whoever has the link that was mailed to the account's earlier address, or about a new password, takes the account back:
 * with that address, without a password, and signed in nowhere. A link for a new password is mailed. With a link about a
 * setting, what was before is put back, and who changed it is signed out. 410
 * `confirmation_link_expired`; 409 `email_taken`.
 */
export const undoChange = endpointWithBody<{ success: true }>()(
  'POST',
  '/api/auth/undo-change',
  confirmEmailSchema,
);
