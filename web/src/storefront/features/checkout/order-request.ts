import { companyOf } from '@contract/company.ts';
import type { Customer, PlaceOrderRequest } from '@contract/place-order.ts';
import { dueNowOf } from '@contract/due-now.ts';
import { customerSchema } from '@contract/place-order.ts';
import { type CartItem, isBuyable, totalPriceOf } from '#storefront/lib/cart-item.ts';
import type { MessagePreferences } from './details/message-preferences.ts';

/** The delivery county, and the delivery price included in the displayed total; null when there is none. */
export type AcceptedDelivery = { county: string | null; price: number | null };

/**
 * The request that places the order. It has the prices and the total as displayed, so that the server can refuse a total
 * the buyer has not seen; and what cannot be ordered any more, so that it says so.
 */
export function orderRequest(
  typed: Customer,
  lines: readonly CartItem[],
  preferences: MessagePreferences,
  delivery: AcceptedDelivery,
): PlaceOrderRequest {
  const customer = customerSchema.cast(typed);
  const company = companyOf(customer);
  // As the page shows it: a line that cannot be ordered now is refused by name, or has another sum by then. At least 1,
  // or the request is refused before its lines are looked at.
  const goods = Math.max(1, totalPriceOf(lines));
  const total = goods + (delivery.price ?? 0);
  const dueNow = dueNowOf(lines.filter(isBuyable), total);
  return {
    orderData: {
      customerName: `${customer.firstName} ${customer.lastName}`,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      customerAddress: customer.address,
      ...(company && { company }),
      totalAmount: goods,
      status: 'pending',
      ...preferences,
      ...(delivery.county === null ? {} : { county: delivery.county }),
      ...(delivery.price === null ? {} : { deliveryPrice: delivery.price }),
      ...(dueNow === total ? {} : { dueNow }),
    },
    items: lines.map(({ product, quantity }) => ({ productId: product.id, quantity, price: product.price })),
  };
}
