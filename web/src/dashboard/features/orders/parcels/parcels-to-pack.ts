import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import type { ParcelStep } from './typed-parcel.ts';

/** What can be done next with a parcel, the usual first. */
export const parcelSteps: Record<Shipment['status'], ParcelStep[]> = {
  packed: ['sent', 'delivered'],
  sent: ['delivered'],
  delivered: [],
};

/** The items of which pieces may be packed now, with how many. */
export function itemsToShip({ order, shipping }: Pick<OrderDetails, 'order' | 'shipping'>) {
  if (shipping.packingObstacle !== null) return [];
  return order.items
    .map(({ id, productName }) => ({ itemId: id, productName, left: shipping.toShip[id] ?? 0 }))
    .filter(({ left }) => left > 0);
}
