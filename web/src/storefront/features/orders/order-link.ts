import { orderNumber } from '../../../lib/order-number.ts';

export type LinkedOrder = { id: string; linkKey: string };

/**
 * The address that opens the reduced view of an order on any device, without signing in. The key is in the `#`
 * fragment: browsers send that to no server, so no log and no other site sees it.
 */
export function orderLink({ id, linkKey }: LinkedOrder, origin: string): string {
  return `${origin}/order-confirmation/${id}#key=${encodeURIComponent(linkKey)}`;
}

/** Opens WhatsApp with a message that carries the order's link, to keep it or to pass it on. */
export function whatsAppLink(order: LinkedOrder, origin: string): string {
  const message = `Order #IC-${orderNumber(order.id)}: ${orderLink(order, origin)}`;
  return `https://wa.me/?text=${encodeURIComponent(message)}`;
}
