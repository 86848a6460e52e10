import type { MessageEvent, RecordedEvents } from '../_shared/contract/messages.ts';
import { readLimited } from '../_shared/http/limited-body.ts';
import type { LogEntry } from '../_shared/http/log.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import { withRequestLine } from '../_shared/http/request-line.ts';
import type { ProviderReports } from './provider-reports.ts';

export type MessageEventsDeps = {
  /** Those whose secret is set. */
  providers: readonly ProviderReports[];
  recordEvents(provider: string, events: MessageEvent[]): Promise<RecordedEvents>;
  log(entry: LogEntry): void;
};

/** The limit of a report; a batch of a hundred is a tenth of it. */
const maxBytes = 1_000_000;

/**
 * What providers report about messages later, at `/message-events/<provider>`. A report that is sent twice changes
 * nothing; one about a message that this shop did not send is counted and answered with 200, or it would be sent again.
 * Answers `{recorded, repeated, unknown}`; 401 without a good signature.
 */
export function createMessageEvents(deps: MessageEventsDeps): (request: Request) => Promise<Response> {
  return withRequestLine(deps.log, async (request, log) => {
    const name = new URL(request.url).pathname.split('/').at(-1);
    const reports = deps.providers.find(({ provider }) => provider === name);
    if (request.method === 'GET') {
      const challenge = reports?.challenge?.(request);
      if (challenge) return new Response(challenge);
      throw new Refusal('wrong_signature');
    }
    if (request.method !== 'POST') {
      throw new Refusal('method_not_allowed', { headers: { allow: 'GET, POST' } });
    }
    const body = await readLimited(request, maxBytes);
    // The same reply for a provider that is not set up, so that nobody learns which are.
    if (!reports || !reports.isGenuine(request, body)) throw new Refusal('wrong_signature');
    const events = readEvents(reports, request, body);
    const counts = await deps.recordEvents(reports.provider, events);
    log({ level: 'info', event: 'message_events', provider: reports.provider, ...counts });
    return Response.json(counts);
  });
}

/** @throws Refusal `invalid_request` when the body is not what the provider sends */
function readEvents(reports: ProviderReports, request: Request, body: string): MessageEvent[] {
  try {
    return reports
      .eventsIn(body, request)
      .filter(({ id, providerId }) => id !== '' && providerId !== '')
      .map((event) => ({
        ...event,
        id: event.id.slice(0, 300),
        providerId: event.providerId.slice(0, 200),
        reason: event.reason?.slice(0, 500) ?? null,
      }));
  } catch {
    throw new Refusal('invalid_request');
  }
}
