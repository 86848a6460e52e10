import { ApiError } from './api-client.ts';

/** The sentence for the person in a failed call: the shop's own when it gave one, else the error's. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError && error.reply) return error.reply.message;
  return error instanceof Error ? error.message : String(error);
}
