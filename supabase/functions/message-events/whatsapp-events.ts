import type { MessageEvent } from '../_shared/contract/messages.ts';

/** Not on WhatsApp, or never reachable there. */
const undeliverable = 131026;

/**
 * The statuses in a request of WhatsApp's Cloud API:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks. They come in any order, and twice.
 */
export function whatsAppEvents(body: unknown): MessageEvent[] {
  const statuses = objectsIn(body, 'entry')
    .flatMap((entry) => objectsIn(entry, 'changes'))
    .flatMap(({ value }) => objectsIn(value, 'statuses'));
  return statuses.flatMap((one): MessageEvent[] => {
    const { id: providerId, status } = one;
    if (typeof providerId !== 'string') return [];
    if (status === 'delivered' || status === 'read') {
      return [{ id: `${providerId} ${status}`, providerId, report: 'delivered', reason: null }];
    }
    if (status !== 'failed') return [];
    const [error] = objectsIn(one, 'errors');
    const { details } = (error?.error_data ?? {}) as Record<string, unknown>;
    const parts = [error?.code, details ?? error?.title ?? 'no reason given'];
    const report = error?.code === undeliverable ? 'bounced' : 'failed';
    const reason = parts.filter((part) => ['number', 'string'].includes(typeof part)).join(' ');
    return [{ id: `${providerId} failed`, providerId, report, reason }];
  });
}

/** The objects in one of an object's lists. Other values are left out, so that the rest of the batch is stored. */
function objectsIn(value: unknown, name: string): Record<string, unknown>[] {
  const list = isObject(value) ? value[name] : null;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
