import type { MessageEvent } from '../_shared/contract/messages.ts';

type Body = {
  type?: string;
  data?: {
    email_id?: string;
    bounce?: { type?: string; message?: string };
    failed?: { reason?: string };
  };
};

/**
 * A report of Resend: https://resend.com/docs/dashboard/webhooks/event-types. Only a permanent bounce says something
 * about the address.
 * @param id the `svix-id`, which stays the same when a report is sent again
 */
export function resendEvent(body: unknown, id: string): MessageEvent[] {
  const { type = '', data } = body as Body;
  const providerId = data?.email_id ?? '';
  const { bounce, failed } = data ?? {};
  const isPassing = bounce?.type === 'Transient' || bounce?.type === 'Undetermined';
  const reports = new Map<unknown, Pick<MessageEvent, 'report' | 'reason'>>([
    ['email.delivered', { report: 'delivered', reason: null }],
    [
      'email.bounced',
      { report: isPassing ? 'failed' : 'bounced', reason: bounce?.message ?? 'The address takes no mail' },
    ],
    [
      'email.suppressed',
      { report: 'bounced', reason: 'The provider sends nothing to this address any more' },
    ],
    ['email.complained', { report: 'complained', reason: 'The recipient called it spam' }],
    ['email.failed', { report: 'failed', reason: failed?.reason ?? 'The provider could not send it' }],
  ]);
  const report = reports.get(type);
  return report ? [{ id, providerId, ...report }] : [];
}
