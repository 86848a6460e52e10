import { tabState } from '../../lib/stored-state.ts';

const keptKey = (orderId: string) =>
  tabState(`link-key.${orderId}`, 1, (kept) => (typeof kept === 'string' ? kept : null));

/** For a browser that forbids storage. */
const opened = new Map<string, string>();

/** The key behind the `#` of an order's link; null when there is none. */
export function keyInAddress(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('key');
}

/** Kept until the tab is closed: after paying by a link the buyer comes back from the bank without it. */
export function rememberLinkKey(orderId: string, key: string): void {
  opened.set(orderId, key);
  keptKey(orderId).remember(key);
}

/** The key of the link with which this tab has opened an order; null when it has not. */
export function linkKeyOf(orderId: string): string | null {
  return opened.get(orderId) ?? keptKey(orderId).recall();
}
