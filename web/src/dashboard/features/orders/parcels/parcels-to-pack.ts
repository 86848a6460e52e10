import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import type { ParcelStep } from './typed-parcel.ts';

/** What can be done next with a parcel, the usual first. */
export const parcelSteps: Record<Shipment['status'], ParcelStep[]> = {
  packed: ['sent', 'delivered'],
  sent: ['delivered'],
  delivered: [],
};

/** The items of which pieces are in no parcel yet, with how many. */
export function itemsToShip({ order, shipping }: Pick<OrderDetails, 'order' | 'shipping'>) {
  return order.items
    .map(({ id, productName }) => ({ itemId: id, productName, left: shipping.toShip[id] ?? 0 }))
    .filter(({ left }) => left > 0);
}

/** Whether pieces of an order may be packed: it is paid, or the settings do not ask that. */
export function mayBePacked({
  order,
  shipping: { need, isUnpaidAllowed },
}: Pick<OrderDetails, 'order' | 'shipping'>) {
  if (need === 'payment') return isUnpaidAllowed && order.status !== 'cancelled';
  return need === 'nothing' || need === 'reason' || need === 'settlement';
}
