import type { PlaceOrderRequest } from './place-order.ts';

// Apart from place-order.ts: the pages of payments, which check no form, then need no yup.

/** The same text for two requests that order the same: same buyer, same total, same wishes, same lines in whatever order. */
export function orderFingerprint({ orderData, items }: PlaceOrderRequest): string {
  return JSON.stringify([
    orderData.customerName,
    orderData.customerEmail,
    orderData.customerPhone,
    orderData.customerAddress,
    orderData.totalAmount,
    orderData.language,
    orderData.whatsAppConsent,
    orderData.county,
    orderData.deliveryPrice,
    items.map((item) => [item.productId, item.quantity, item.price].join('*')).sort(),
  ]);
}
