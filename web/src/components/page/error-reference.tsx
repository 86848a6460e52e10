import { errorReference } from '#lib/api/error-reference.ts';

/** Small print below an unexpected failure: the request's id in the server log. */
export function ErrorReference({ error }: { error: unknown }) {
  const reference = errorReference(error);
  return reference ? <small className="block small">Reference {reference}</small> : null;
}
