import type { Customer, PlaceOrderRequest } from '@contract/place-order.ts';
import { customerSchema } from '@contract/place-order.ts';
import { type CartItem, totalPriceOf } from '../../lib/cart-item.ts';
import type { MessageWishes } from './details/message-wishes.ts';

/** Where it goes, and the delivery price that is included in the displayed total; null when there is none. */
export type AcceptedDelivery = { county: string | null; price: number | null };

/**
 * The request that places the order. It carries prices and total exactly as they were displayed, so that the
 * shop can refuse a sum the buyer has not seen.
 */
export function orderRequest(
  typed: Customer,
  lines: readonly CartItem[],
  wishes: MessageWishes,
  delivery: AcceptedDelivery,
): PlaceOrderRequest {
  const customer = customerSchema.cast(typed);
  return {
    orderData: {
      customerName: `${customer.firstName} ${customer.lastName}`,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      customerAddress: customer.address,
      totalAmount: totalPriceOf(lines),
      status: 'pending',
      ...wishes,
      ...(delivery.county === null ? {} : { county: delivery.county }),
      ...(delivery.price === null ? {} : { deliveryPrice: delivery.price }),
    },
    items: lines.map(({ product, quantity }) => ({ productId: product.id, quantity, price: product.price })),
  };
}
