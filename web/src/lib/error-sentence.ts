import { ApiError } from './api-client.ts';

/** The sentence about a failure for a person: the shop's own when it sent one, else the error's message. */
export function errorSentence(error: unknown): string {
  if (error instanceof ApiError && error.reply) return error.reply.message;
  return error instanceof Error ? error.message : String(error);
}
