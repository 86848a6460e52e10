import { ApiError } from '#lib/api/api-client.ts';

/** Small print below an unexpected failure: the request's id in the server log. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = errorReference(error);
  return reference ? <small className="block small">Reference {reference}</small> : null;
}

/**
 * A reference that people can read out on the phone so that the shop finds the request in its log: the first eight
 * characters of its id. Null for a refusal, whose message says what to do, and when there was no response.
 */
export function errorReference(error: unknown): string | null {
  const isUnexpected = error instanceof ApiError && error.status >= 500;
  return isUnexpected ? (error.requestId?.slice(0, 8) ?? null) : null;
}
