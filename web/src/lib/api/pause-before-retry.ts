import type { Query } from '@tanstack/react-query';
import { isConnectionError } from './is-connection-error.ts';

/**
 * In how many milliseconds a query is retried that failed without a connection; false for any other. It is the
 * `refetchInterval` of queries that have none of their own.
 */
export const pauseBeforeRetry = ({ state }: Pick<Query, 'state'>): number | false =>
  isConnectionError(state.error) && 10_000;
