import type { Order } from '@contract/orders.ts';
import { orderNumber } from '../../../lib/order-number.ts';

/** The address that opens an order on any device, without signing in. Whoever has it sees the order. */
export function orderLink(order: Pick<Order, 'id' | 'linkKey'>, origin: string): string {
  return `${origin}/order-confirmation/${order.id}?key=${encodeURIComponent(order.linkKey)}`;
}

/** Opens WhatsApp with a message that carries the order's link, to keep it or to pass it on. */
export function whatsAppLink(order: Pick<Order, 'id' | 'linkKey'>, origin: string): string {
  const message = `Order #IC-${orderNumber(order.id)}: ${orderLink(order, origin)}`;
  return `https://wa.me/?text=${encodeURIComponent(message)}`;
}
