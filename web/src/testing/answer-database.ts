import { type ErrorCode, errorStatus } from '@contract/error-messages.ts';
import { vi } from 'vitest';

const token = {
  token: 't',
  publishableKey: 'k',
  url: 'http://shop.test',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

/**
 * Mocks the response to every request, to the API and, by the dashboard, to the database, for the rest of the test.
 * @param reply the JSON or the response to a request, by its address
 */
export function answerDatabase(reply: (address: string, body: unknown) => unknown): void {
  withoutRealtime();
  vi.stubGlobal('fetch', async (input: string | URL, { body }: RequestInit = {}) => {
    const address = String(input);
    if (address === '/api/auth/token') return Response.json(token);
    const replied = await reply(address, typeof body === 'string' ? JSON.parse(body) : undefined);
    return replied instanceof Response ? replied : Response.json(replied);
  });
}

/** The response of the database when a SQL function refuses. */
export function refusedBySql(code: ErrorCode, details: unknown = null): Response {
  const status = errorStatus(code);
  const sent = details === null ? null : JSON.stringify(details);
  return Response.json({ code: `PT${status}`, message: code, details: sent }, { status });
}

/** supabase-js requires a `WebSocket`, which Node 20 has not and the dashboard never opens. */
export function withoutRealtime(): void {
  vi.stubGlobal('WebSocket', class {});
}
