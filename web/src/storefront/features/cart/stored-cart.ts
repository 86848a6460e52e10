import { maxLines } from '@contract/order-limits.ts';
import { decodeState, encodeState, isRecord } from '#lib/storage/stored-state.ts';
import { type CartItem, parseCartItem } from '#storefront/lib/cart-item.ts';

/** The cart's key in the browser's storage. */
export const cartStorageKey = 'cart-storage';

/** Increased when the shape changes; carts of another version are dropped. */
const version = 1;

/** How the cart in this browser relates to an account; all absent for a guest who never signed in. */
export type CartOwnership = {
  /** The owner of the cart; absent for a guest. */
  ownerId?: string;
  /** The latest change has not been saved to the account yet. */
  isUnsaved?: boolean;
  /** Identifies a guest's cart while it is merged into an account, so that it is merged once. */
  mergeToken?: string;
  /** What was in the cart before its owner signed in: it stays in this browser when they sign out. */
  guestItems?: CartItem[];
  /** The account that has `guestItems`, after its owner has signed out: at the next sign-in they are not added again. */
  guestOf?: string;
};

export type StoredCart = CartOwnership & {
  items: CartItem[];
  isOpen: boolean;
  /** What fits what is not asked of it. */
  isForSeveralSites?: boolean;
};

/** Serialises the cart for the browser's storage. */
export function writeStoredCart(cart: StoredCart): string {
  return encodeState(version, cart);
}

/** Reads a stored cart. Invalid lines (edited by hand, a price with cents) are dropped. */
export function readStoredCart(text: string | null): StoredCart {
  return decodeState(text, version, parseCart) ?? { items: [], isOpen: false };
}

function parseCart(state: unknown): StoredCart | null {
  if (!isRecord(state) || !Array.isArray(state.items)) return null;
  const { isOpen, isForSeveralSites, ownerId, isUnsaved, mergeToken, guestItems, guestOf } = state;
  return {
    items: parseLines(state.items),
    isOpen: isOpen === true,
    isForSeveralSites: isForSeveralSites === true || undefined,
    ownerId: typeof ownerId === 'string' ? ownerId : undefined,
    isUnsaved: isUnsaved === true || undefined,
    mergeToken: typeof mergeToken === 'string' ? mergeToken : undefined,
    guestItems: Array.isArray(guestItems) ? parseLines(guestItems) : undefined,
    guestOf: typeof guestOf === 'string' ? guestOf : undefined,
  };
}

function parseLines(stored: unknown[]): CartItem[] {
  const items = new Map<string, CartItem>();
  for (const item of stored.map(parseCartItem)) {
    if (item && items.size < maxLines && !items.has(item.product.id)) items.set(item.product.id, item);
  }
  return [...items.values()];
}
