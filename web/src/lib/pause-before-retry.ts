import type { Query } from '@tanstack/react-query';
import { isConnectionError } from './is-connection-error.ts';

/** The pause before the first retry and the longest pause, in milliseconds. */
const firstPauseMs = 5_000;
const maxPauseMs = 60_000;

/**
 * In how many milliseconds a query is retried that failed without a connection; false for any other. The pause doubles
 * with each failure. It is the `refetchInterval` of queries that have none of their own.
 */
export const pauseBeforeRetry = ({ state }: Pick<Query, 'state'>): number | false =>
  isConnectionError(state.error) && Math.min(firstPauseMs * 2 ** (state.errorUpdateCount - 1), maxPauseMs);
