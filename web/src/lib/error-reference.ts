import { ApiError } from './api-client.ts';

/**
 * What somebody reads out on the phone so that the shop finds the request in its log: the first eight characters of its
 * id. Null for a refusal, which says itself what to do, and when no request was answered.
 */
export function errorReference(error: unknown): string | null {
  const isUnexpected = error instanceof ApiError && error.status >= 500;
  return isUnexpected ? (error.requestId?.slice(0, 8) ?? null) : null;
}
