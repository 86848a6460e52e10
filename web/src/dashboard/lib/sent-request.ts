import { isRecord } from '#lib/storage/stored-state.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { sameTypes } from './same-types.ts';

/** The last request of a form and its key: sent again after a lost reply, it is the same one. */
export type SentRequest = { id: string; what: string };

export const notSent: SentRequest = { id: '', what: '' };

/** A request that was sent last keeps its key; any other gets a new one. */
export function sentAs(last: SentRequest, request: unknown): SentRequest {
  const what = JSON.stringify(request);
  return last.what === what ? last : { id: randomUuid(), what };
}

/** The request of a stored draft. */
export const parseSent = (stored: unknown): SentRequest =>
  isRecord(stored) ? sameTypes(notSent, stored) : notSent;
