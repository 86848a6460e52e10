import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Shipment } from '@contract/shipments.ts';
import type { ParcelStep } from './typed-parcel.ts';

/** What can be done next with a parcel, the usual first. */
export const parcelSteps: Record<Shipment['status'], ParcelStep[]> = {
  packed: ['sent', 'delivered'],
  sent: ['delivered'],
  delivered: [],
};

/**
 * The items of which pieces may be packed now, with how many, and how many of these wait for their payment.
 * @param isWork in place of goods the work that may be done
 */
export function itemsToShip({ order, shipping }: Pick<OrderDetails, 'order' | 'shipping'>, isWork = false) {
  if (shipping.packingObstacle !== null) return [];
  return order.items
    .filter(({ isService }) => isService === isWork)
    .map(({ id, productName, awaited }) => ({
      itemId: id,
      productName,
      left: (shipping.toShip[id] ?? 0) - awaited,
      unpaid: (shipping.unpaid[id] ?? 0) - awaited,
    }))
    .filter(({ left }) => left > 0);
}
