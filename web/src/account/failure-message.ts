import { ApiError, ConnectionError } from '../lib/api/api-client.ts';

/** The toast's text after a failed login. */
export function loginFailureMessage(error: unknown): string {
  if (error instanceof ConnectionError) return error.message;
  const isWrongPassword = error instanceof ApiError && error.status === 401;
  return serverMessage(error) ?? (isWrongPassword ? 'Invalid email or password' : 'Login failed');
}

/** The toast's text after any other failure on the account pages, including registration. */
export function failureMessage(error: unknown): string {
  if (error instanceof ConnectionError) return error.message;
  return serverMessage(error) ?? 'Please try again';
}

/** The server's messages by field of the form; a taken e-mail belongs under the e-mail field. */
export function refusedFields(error: unknown): Record<string, string> {
  const reply = error instanceof ApiError ? error.reply : null;
  if (!reply) return {};
  if (reply.code === 'email_taken') return { email: reply.message, ...reply.fields };
  return reply.fields ?? {};
}

function serverMessage(error: unknown): string | null {
  return (error instanceof ApiError && error.serverMessage) || null;
}
