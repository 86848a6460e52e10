import type { ClaimedMessage } from '../_shared/contract/messages.ts';

/**
 * Where each message leads: a buyer to the order, with the key that opens it on any device; the owner to the page of
 * the dashboard.
 */
export function messageLinks(
  siteUrl: string,
  orderKeys: { keyOf(orderId: string, version: number): Promise<string> },
): (message: Pick<ClaimedMessage, 'kind' | 'orderId' | 'linkVersion'>) => Promise<string> {
  const site = siteUrl.replace(/\/$/, '');
  return async ({ kind, orderId, linkVersion }) => {
    if (kind === 'owner_low_stock') return `${site}/admin/products?stock=low`;
    if (kind.startsWith('owner_')) return orderId ? `${site}/admin/orders/${orderId}` : `${site}/admin`;
    if (!orderId || !linkVersion) throw new Error(`The message ${kind} has no order.`);
    return `${site}/order-confirmation/${orderId}#key=${await orderKeys.keyOf(orderId, linkVersion)}`;
  };
}
