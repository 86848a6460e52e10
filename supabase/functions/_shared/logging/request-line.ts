import { countingCalls } from './call-count.ts';
import { edgeProxyHeaders, requestIdOf } from '../http/edge-proxy-call.ts';
import type { LogEntry } from './log.ts';
import { errorResponse } from '../http/refusal.ts';

type Log = (entry: LogEntry) => void;

/**
 * Wraps a function: every reply, also of failures, has the request's id in `x-request-id`, and one line is logged
 * about it. What `answer` logs carries the same id.
 */
export function withRequestLine(
  log: Log,
  answer: (request: Request, log: Log) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return (request) =>
    countingCalls(async (count) => {
      const startedAt = Date.now();
      const requestId = requestIdOf(request.headers);
      const response = await answer(request, (entry) => log({ ...entry, requestId })).catch(
        (error: unknown) => errorResponse(error, log, requestId),
      );
      response.headers.set(edgeProxyHeaders.answeredId, requestId);
      // Safaricom's notices are known by a secret in their address alone.
      const path = new URL(request.url).pathname.replaceAll(/\/[^/]{20,}/g, '/:secret');
      const { method } = request;
      const { status } = response;
      log(
        requestLine(
          { requestId, method, path, route: path, status, calls: count.calls, who: null },
          startedAt,
        ),
      );
      return response;
    });
}

type RequestFacts = {
  requestId: string;
  method: string;
  path: string;
  /** The route pattern with parameter names; null for unknown paths. */
  route: string | null;
  status: number;
  /** The number of calls of Supabase. */
  calls: number;
  /** The hashed account of the caller, or which a sign-in is about; null for guests. */
  who: string | null;
};

/** The one line about a request. @param startedAt in milliseconds */
export function requestLine(facts: RequestFacts, startedAt: number): LogEntry {
  return { level: 'info', event: 'request', ...facts, ms: Date.now() - startedAt };
}
