import { useState } from 'react';
import { isOffline } from './is-connection-error.ts';

/**
 * The error of a query that failed because there is no connection, if the service worker has the shop's files on this
 * device; null otherwise. It stays while the query is retried, so that the page does not flicker.
 * @param data of this query, not of the previous one
 */
export function useOfflineError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [lastError, setLastError] = useState<Error | null>(null);
  const failure = data === undefined ? (error ?? lastError) : null;
  if (failure !== lastError) setLastError(failure);
  return isOffline(failure) ? failure : null;
}
