/** The last eight characters of an order's id, upper-cased: short enough to read out on the phone. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-8).toUpperCase();
}

/** `#IC-1A2B3C4D`: the number where it stands alone. In lists it is `#1A2B3C4D`. */
export function fullOrderNumber(orderId: string): string {
  return `#IC-${orderNumber(orderId)}`;
}
