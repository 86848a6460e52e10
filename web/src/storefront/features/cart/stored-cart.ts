import { maxLines } from '@contract/orders.ts';
import { decodeState, encodeState, isRecord } from '../../../lib/stored-state.ts';
import { type CartItem, parseCartItem } from '../../lib/cart-item.ts';

/** The name under which the browser keeps the cart. */
export const cartStorageKey = 'cart-storage';

/** Raised when the shape changes; carts of another version are dropped. */
const version = 1;

/** How the cart in this browser belongs to an account; all absent for a guest who never signed in. */
export type CartOwnership = {
  /** Whose cart it is; absent for a guest. */
  ownerId?: string;
  /** The latest change is not saved in the account yet. */
  isUnsaved?: boolean;
  /** Identifies this guest's cart while it is being added to an account, so that it is added once. */
  mergeToken?: string;
};

export type StoredCart = CartOwnership & { items: CartItem[]; isOpen: boolean };

/** The cart as text for the browser's storage. */
export function writeStoredCart({ items, isOpen, ownerId, isUnsaved, mergeToken }: StoredCart): string {
  return encodeState(version, { items, isOpen, ownerId, isUnsaved, mergeToken });
}

/**
 * Reads a stored cart. A line that does not fit (edited by hand, a price with cents) is dropped, the rest is
 * kept.
 */
export function readStoredCart(text: string | null): StoredCart {
  return decodeState(text, version, parseCart) ?? { items: [], isOpen: false };
}

function parseCart(state: unknown): StoredCart | null {
  if (!isRecord(state) || !Array.isArray(state.items)) return null;
  const items = new Map<string, CartItem>();
  for (const item of state.items.map(parseCartItem)) {
    if (item && items.size < maxLines && !items.has(item.product.id)) items.set(item.product.id, item);
  }
  const { isOpen, ownerId, isUnsaved, mergeToken } = state;
  return {
    items: [...items.values()],
    isOpen: isOpen === true,
    ownerId: typeof ownerId === 'string' ? ownerId : undefined,
    isUnsaved: isUnsaved === true || undefined,
    mergeToken: typeof mergeToken === 'string' ? mergeToken : undefined,
  };
}
