import { cleanText } from '../_shared/contract/clean-text.ts';
import type { MessageEvent, RecordedEvents } from '../_shared/contract/messages.ts';
import { readLimited } from '../_shared/http/limited-body.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import { withRequestLine } from '../_shared/logging/request-line.ts';
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

/**
 * The reports that can be stored: the rest of a batch must not keep them away, for it would come again as it is.
 * @throws Refusal `invalid_request` when the body is not what the provider sends
 */
function readEvents(reports: ProviderReports, request: Request, body: string): MessageEvent[] {
  try {
    return reports
      .eventsIn(body, request)
      .map((event) => ({
        ...event,
        id: textOf(event.id, 300),
        providerId: textOf(event.providerId, 200),
        reason: textOf(event.reason, 500) || null,
      }))
      .filter(({ id, providerId }) => id !== '' && providerId !== '');
  } catch {
    throw new Refusal('invalid_request');
  }
}

/** A provider may send anything in place of a text. */
const textOf = (value: unknown, maxLength: number) =>
  typeof value === 'string' ? cleanText(value, maxLength) : '';
