import { isCalledPaid } from './is-paid.ts';
import type { OrderDetails } from './admin-orders.ts';
import type { Shipment } from './shipments.ts';

/** The limit of packing slips in one PDF, and of orders on a pick list. */
export const maxSlips = 100;

/** What it is made of. */
export type SlipDetails = Pick<OrderDetails, 'order' | 'shipping' | 'weights' | 'models'>;

type SlipItem = OrderDetails['order']['items'][number] & { serials: string[] };

/** The stamp across a packing slip whose order must not be sent. */
export function slipStamp({ order }: SlipDetails): 'UNPAID' | 'REFUNDED' | null {
  const isOnAccount = order.payment.termsDays && order.status !== 'cancelled';
  if (!isCalledPaid(order) && !isOnAccount && !['added', 'to_order'].includes(order.word)) return 'UNPAID';
  return order.word === 'refunded' ? 'REFUNDED' : null;
}

/**
 * The items of an order that are on a packing slip, with the quantities there: those of the parcel; without one, what is
 * in no parcel yet, and once nothing is left the whole order.
 */
export function slipItems({ order, shipping }: SlipDetails, parcel: Shipment | undefined): SlipItem[] {
  const all = order.items
    .filter(({ isService }) => !isService)
    .map((item) => ({ ...item, serials: [] as string[] }));
  const listed = all.flatMap((item) => {
    const line = parcel?.lines.find(({ itemId }) => itemId === item.id);
    if (line) return [{ ...item, quantity: line.quantity, serials: line.serials }];
    const left = parcel ? 0 : (shipping.toShip[item.id] ?? 0) - item.awaited;
    return left > 0 ? [{ ...item, quantity: left }] : [];
  });
  const isWaiting = order.items.some(({ awaited }) => awaited > 0);
  return listed.length > 0 || isWaiting ? listed : all;
}
