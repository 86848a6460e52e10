import { ApiError, ConnectionError } from '#lib/api/api-client.ts';

/** Whether a change that failed may have been made all the same: no reply came, or the server's own failure. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
}
