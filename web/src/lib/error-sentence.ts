import { ApiError } from './api-client.ts';

/**
 * The sentence about a failure for a person: the shop's own when it sent one, also under a code that is newer than
 * this page, else the error's message.
 */
export function errorSentence(error: unknown): string {
  if (error instanceof ApiError && error.serverMessage) return error.serverMessage;
  return error instanceof Error ? error.message : String(error);
}
