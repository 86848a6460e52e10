/** The last eight characters of an order's id, upper-cased: short enough to read out on the phone. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-8).toUpperCase();
}
