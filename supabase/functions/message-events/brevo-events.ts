import type { MessageEvent } from '../_shared/contract/messages.ts';

type Report = { event?: string; 'message-id'?: string; ts_event?: number; reason?: string };

/** What its transactional events mean: https://developers.brevo.com/docs/transactional-webhooks. Soft bounces pass. */
const meanings: Record<string, { report: MessageEvent['report']; reason: string | null } | undefined> = {
  delivered: { report: 'delivered', reason: null },
  hard_bounce: { report: 'bounced', reason: 'The address takes no mail' },
  invalid_email: { report: 'bounced', reason: 'The address is not valid' },
  blocked: { report: 'bounced', reason: 'The provider sends nothing to this address any more' },
  spam: { report: 'complained', reason: 'The recipient called it spam' },
  error: { report: 'failed', reason: 'The provider could not send it' },
};

/** The reports of one request of Brevo: one, or a list when they are batched. */
export function brevoEvents(body: unknown): MessageEvent[] {
  return (Array.isArray(body) ? (body as Report[]) : [body as Report]).flatMap((report) => {
    const { event = '', 'message-id': providerId = '' } = report;
    const meaning = meanings[event];
    if (!meaning) return [];
    // It has no id of its own: a report is the same when it says the same of the same moment.
    const id = `${providerId} ${event} ${report.ts_event ?? ''}`;
    return [
      { id, providerId, report: meaning.report, reason: meaning.reason && (report.reason ?? meaning.reason) },
    ];
  });
}
