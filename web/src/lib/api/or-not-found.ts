import { ApiError } from './api-client.ts';

/** Turns "not found" into null; other errors are failures. */
export async function orNotFound<Reply>(reply: Promise<Reply>): Promise<Reply | null> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
