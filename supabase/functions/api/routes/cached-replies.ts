import { cameThroughEdgeProxy, requestIdOf } from '../../_shared/http/edge-proxy-call.ts';
import { publicResponse } from '../../_shared/http/public-reply.ts';
import { requestLine } from '../../_shared/http/request-line.ts';
import type { Deps } from '../deps.ts';

/** The cache key of an address, and its path and route for the log. */
type CachedAddress = { key: string; path: string; route: string };

/** Limits of the remembered addresses, since anybody can invent any number of them. */
const limits = { addresses: 1_000, characters: 500 };

/**
 * Serves cached public replies before routing. Most requests under load are for these, and routing, parsing parameters
 * and the request timeout cost several times as much as the reply. The response is the same as the route's, with the
 * same request id and log line.
 */
export function createCachedReplies({ publicReplies, edgeProxySecret, log }: Deps) {
  const known = new Map<string, CachedAddress>();
  return {
    /** Called by the route that has just answered. */
    remember(address: string, cached: CachedAddress): void {
      if (address.length > limits.characters) return;
      if (known.size >= limits.addresses) known.clear();
      known.set(address, cached);
    },
    /** Null for any other request, which the routes answer. */
    answer(request: Request): Response | null {
      const cached = request.method === 'GET' ? known.get(request.url) : undefined;
      const reply = cached && publicReplies.cached(cached.key);
      if (!reply || !cameThroughEdgeProxy(request.headers, edgeProxySecret)) return null;
      const startedAt = Date.now();
      const requestId = requestIdOf(request.headers);
      const response = publicResponse(reply, request.headers, requestId);
      const { path, route } = cached;
      const { status } = response;
      log(requestLine({ requestId, method: 'GET', path, route, status, calls: 0, who: null }, startedAt));
      return response;
    },
  };
}

export type CachedReplies = ReturnType<typeof createCachedReplies>;
