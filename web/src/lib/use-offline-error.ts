import { useState } from 'react';
import { isConnectionError } from './is-connection-error.ts';

/**
 * The error of a query that failed because there is no connection, if the service worker has the shop's files on this
 * device; null otherwise. It stays while the query is retried, so that what is shown instead does not flicker.
 * @param data of this query, not of the one before
 */
export function useOfflineError({ data, error }: { data: unknown; error: Error | null }): Error | null {
  const [former, setFormer] = useState<Error | null>(null);
  const failure = data === undefined ? (error ?? former) : null;
  if (failure !== former) setFormer(failure);
  return isConnectionError(failure) && navigator.serviceWorker?.controller ? failure : null;
}
