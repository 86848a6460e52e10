import { ApiError, ConnectionError } from '../../lib/api-client.ts';
import { AdminDataError } from './admin-database.ts';

/** Whether a change that failed may have been made all the same: no reply came, or the server's own failure. */
export function isOutcomeUnknown(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return (error instanceof ApiError || error instanceof AdminDataError) && error.status >= 500;
}
