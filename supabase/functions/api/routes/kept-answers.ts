import { cameThroughEdgeProxy, requestIdOf } from '../../_shared/http/edge-proxy-call.ts';
import { publicResponse } from '../../_shared/http/public-reply.ts';
import { requestLine } from '../../_shared/http/request-line.ts';
import type { Deps } from '../deps.ts';

/** What an address asks for: under which key its reply is kept, and how the log names it. */
type Question = { key: string; path: string; route: string };

/** How many addresses are known at once, and how long one may be: anybody can make up as many as they like. */
const most = { addresses: 1_000, characters: 500 };

/**
 * Public replies that are kept, given before any route is looked for. A crowd asks for little else, and finding the
 * route, its parameters and the time limit of a request cost several times what the answer does. It looks like the
 * route's own: the same call, the same id, the same line in the log.
 */
export function answersFromKept({ publicReplies, edgeProxySecret, log }: Deps) {
  const known = new Map<string, Question>();
  return {
    /** Told by the route that has just answered. */
    learn(address: string, question: Question): void {
      if (address.length > most.characters) return;
      if (known.size >= most.addresses) known.clear();
      known.set(address, question);
    },
    /** Null for whatever else is asked: the routes know. */
    answer(request: Request): Response | null {
      const question = request.method === 'GET' ? known.get(request.url) : undefined;
      const reply = question && publicReplies.kept(question.key);
      if (!reply || !cameThroughEdgeProxy(request.headers, edgeProxySecret)) return null;
      const startedAt = Date.now();
      const requestId = requestIdOf(request.headers);
      const response = publicResponse(reply, request.headers, requestId);
      const { path, route } = question;
      const { status } = response;
      log(requestLine({ requestId, method: 'GET', path, route, status, calls: 0, who: null }, startedAt));
      return response;
    },
  };
}

export type KeptAnswers = ReturnType<typeof answersFromKept>;
