import { tabState } from '#lib/storage/stored-state.ts';

const storedKey = (orderId: string) =>
  tabState(`link-key.${orderId}`, 1, (value) => (typeof value === 'string' ? value : null));

/** For a browser that forbids storage. */
const keysInMemory = new Map<string, string>();

/** The key behind the `#` of an order's link; null when there is none. */
export function keyInAddress(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('key');
}

/** Stored until the tab is closed: after paying by a link the buyer returns from the bank without it. */
export function rememberLinkKey(orderId: string, key: string): void {
  keysInMemory.set(orderId, key);
  storedKey(orderId).remember(key);
}

/** The key of the link with which this tab has opened an order; null when it has not. */
export function linkKeyOf(orderId: string): string | null {
  return keysInMemory.get(orderId) ?? storedKey(orderId).recall();
}
