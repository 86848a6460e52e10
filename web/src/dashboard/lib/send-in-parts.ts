import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { callSql } from './admin-database.ts';

/** Rows of a file in one request: each is small enough for a slow connection, and for the database's time limit. */
const partSize = 500;

/** Milliseconds before each retry of a failed step. */
const retryDelaysMs = [1_000, 3_000, 6_000, 10_000];

/**
 * Sends the rows of a file, in parts that are retried; a part that arrives twice is stored once.
 * @param key the idempotency key of the import
 * @param sendLast sends the last part and names how many came before
 * @param onSent called with the number of rows sent so far; must not fail
 * @returns the reply to the last part
 * @throws ApiError or ConnectionError of the last attempt
 */
export async function sendInParts<Row, Reply>(
  key: string,
  rows: Row[],
  sendLast: (last: Row[], parts: number) => Promise<Reply>,
  onSent: (sent: number) => void,
): Promise<Reply> {
  const parts = Math.max(0, Math.ceil(rows.length / partSize) - 1);
  for (let part = 1; part <= parts; part++) {
    const sent = part * partSize;
    const args = { p_id: key, p_part: part, p_rows: rows.slice(sent - partSize, sent) as never };
    await retried(() => callSql('send_import_part', args));
    onSent(sent);
  }
  return sendLast(rows.slice(parts * partSize), parts);
}

/** Does a step again for about twenty seconds when it fails for a moment. @throws the error of the last attempt */
export async function retried<Reply>(step: () => Promise<Reply>): Promise<Reply> {
  for (const wait of retryDelaysMs) {
    try {
      return await step();
    } catch (error) {
      if (!isTemporary(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return step();
}

/** No response, a server error or overload, or a slug that was taken at the same moment. */
function isTemporary(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status >= 500 || error.reply?.code === 'slug_taken');
}
