import { object } from 'yup';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';

/** The last request of a form and its key: sent again after a lost reply, it is the same one. */
export type SentRequest = { id: string; what: string };

export const nothingSent: SentRequest = { id: '', what: '' };

/** A request that was sent last keeps its key; any other gets a new one. */
export function withIdempotencyKey(last: SentRequest, request: unknown): SentRequest {
  const what = JSON.stringify(request);
  return last.what === what ? last : { id: randomUuid(), what };
}

/** In the schema of a stored draft. */
export const sentSchema = object(fieldsLike(nothingSent));
