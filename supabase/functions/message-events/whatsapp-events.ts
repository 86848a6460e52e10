import type { MessageEvent } from '../_shared/contract/messages.ts';

type Status = {
  id?: string;
  status?: string;
  errors?: { code?: number; title?: string; error_data?: { details?: string } }[];
};
type Body = { entry?: { changes?: { value?: { statuses?: Status[] } }[] }[] };

/** Not on WhatsApp, or never reachable there. */
const undeliverable = 131026;

/**
 * The statuses in a request of WhatsApp's Cloud API:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks. They come in any order, and twice.
 */
export function whatsAppEvents(body: unknown): MessageEvent[] {
  const statuses = ((body as Body).entry ?? [])
    .flatMap(({ changes }) => changes ?? [])
    .flatMap(({ value }) => value?.statuses ?? []);
  return statuses.flatMap(({ id: providerId = '', status = '', errors }): MessageEvent[] => {
    const id = `${providerId} ${status}`;
    if (status === 'delivered' || status === 'read') {
      return [{ id, providerId, report: 'delivered', reason: null }];
    }
    if (status !== 'failed') return [];
    const [error] = errors ?? [];
    const text = error?.error_data?.details ?? error?.title ?? 'no reason given';
    const report = error?.code === undeliverable ? 'bounced' : 'failed';
    return [{ id, providerId, report, reason: `${error?.code ?? ''} ${text}`.trim() }];
  });
}
