import type { ClaimedMessage } from '../_shared/contract/messages.ts';
import { orderNumber } from '../_shared/contract/order-number.ts';
import type { OrderLinks } from '../_shared/secrets/order-link.ts';

/**
 * Where each message leads: a buyer to the order, with the key that opens it on any device, and in an SMS by a short
 * link, or to the quotation; the person of an account to the page that confirms the address or undoes a change, or to the account; the owner to the page of the dashboard.
 */
export function messageLinks(
  siteUrl: string,
  orderKeys: OrderLinks,
  confirmationKeys: { keyOf(confirmationId: string): string },
): (message: Pick<ClaimedMessage, 'kind' | 'channel' | 'orderId' | 'linkVersion' | 'facts'>) => string {
  const site = siteUrl.replace(/\/$/, '');
  return ({ kind, channel, orderId, linkVersion, facts }) => {
    if (facts?.confirmation) {
      const pages: Partial<Record<typeof kind, string>> = {
        confirm_email: 'confirm-email',
        staff_invited: 'confirm-email?for=staff',
        settings_changed: 'undo-change?for=settings',
      };
      return `${site}/${pages[kind] ?? 'undo-change'}#token=${confirmationKeys.keyOf(facts.confirmation.id)}`;
    }
    if (facts?.quotation) {
      const { id, number, linkVersion: version } = facts.quotation;
      if (kind === 'quotation') return `${site}/quotation/${id}#key=${orderKeys.quotationKeyOf(id, version)}`;
      return `${site}/admin/orders/quotations${channel === 'sms' ? `?q=${number}` : `/${id}`}`;
    }
    if (kind === 'new_device' || kind === 'second_factor_changed') return `${site}/account`;
    if (kind === 'owner_health') return `${site}/admin/health`;
    if (kind === 'owner_broken_rules') return `${site}/admin/transactions`;
    if (kind === 'owner_low_stock') return `${site}/admin/products?stock=low`;
    // An SMS has no room for an id: the list is searched for the number.
    if (kind.startsWith('owner_') && orderId && channel === 'sms') {
      return `${site}/admin/orders?q=${orderNumber(orderId)}`;
    }
    if (kind.startsWith('owner_')) return orderId ? `${site}/admin/orders/${orderId}` : `${site}/admin`;
    if (!orderId || !linkVersion) throw new Error(`The message ${kind} has no order.`);
    if (channel === 'sms') {
      return `${site}/o/${orderNumber(orderId)}#${orderKeys.shortKeyOf(orderId, linkVersion)}`;
    }
    return `${site}/order-confirmation/${orderId}#key=${orderKeys.keyOf(orderId, linkVersion)}`;
  };
}
