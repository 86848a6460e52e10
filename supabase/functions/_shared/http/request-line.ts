import { edgeProxyHeaders, requestIdOf } from './edge-proxy-call.ts';
import type { LogEntry } from './log.ts';
import { errorResponse } from './refusal.ts';

type Log = (entry: LogEntry) => void;

/**
 * A function that answers every request, failures too, with the request's id in `x-request-id`, and writes one line
 * about it: method, path, status and milliseconds. What `answer` logs carries the same id.
 */
export function withRequestLine(
  log: Log,
  answer: (request: Request, log: Log) => Promise<Response>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    const startedAt = Date.now();
    const requestId = requestIdOf(request.headers);
    const response = await answer(request, (entry) => log({ ...entry, requestId })).catch((error: unknown) =>
      errorResponse(error, log, requestId),
    );
    response.headers.set(edgeProxyHeaders.answeredId, requestId);
    const { pathname } = new URL(request.url);
    log(requestLine(requestId, request.method, pathname, response.status, startedAt));
    return response;
  };
}

/** The one line about a request. @param startedAt in milliseconds */
export function requestLine(
  requestId: string,
  method: string,
  path: string,
  status: number,
  startedAt: number,
): LogEntry {
  return { level: 'info', event: 'request', requestId, method, path, status, ms: Date.now() - startedAt };
}
