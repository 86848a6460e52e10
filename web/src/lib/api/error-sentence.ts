import { ApiError } from './api-client.ts';

/**
 * The text of a failure for a person: the shop's message when it sent one, also with a code newer than this page,
 * else the error's own.
 */
export function errorSentence(error: unknown): string {
  if (error instanceof ApiError && error.serverMessage) return error.serverMessage;
  return error instanceof Error ? error.message : String(error);
}
