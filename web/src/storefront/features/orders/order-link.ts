import { orderNumber } from '#orders/order-number.ts';

export type LinkedOrder = { id: string; linkKey: string };

/**
 * The URL that opens the reduced view of an order on any device, without signing in. The key is in the `#` fragment:
 * browsers send that to no server, so no log and no other site sees it.
 */
export function orderLink({ id, linkKey }: LinkedOrder, origin: string): string {
  return `${origin}/order-confirmation/${id}#key=${encodeURIComponent(linkKey)}`;
}

/** A link that opens WhatsApp with a message containing the order's link. */
export function whatsAppLink(order: LinkedOrder, origin: string): string {
  const message = `Order #IC-${orderNumber(order.id)}: ${orderLink(order, origin)}`;
  return `https://wa.me/?text=${encodeURIComponent(message)}`;
}
