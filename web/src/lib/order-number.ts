/** The last eight characters of an order's id, upper-cased: what people read to each other on the phone. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-8).toUpperCase();
}
