/** The last eight characters of an order's id, upper-cased: short enough to read out on the phone. */
export function orderNumber(orderId: string): string {
  return orderId.slice(-8).toUpperCase();
}

/** `#1A2B3C4D`: the number in lists, exported ones too, and wherever staff read it. */
export function listedOrderNumber(orderId: string): string {
  return `#${orderNumber(orderId)}`;
}

/** `#IC-1A2B3C4D`: the number where it stands alone for its buyer. */
export function fullOrderNumber(orderId: string): string {
  return `#IC-${orderNumber(orderId)}`;
}
