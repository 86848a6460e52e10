import { maxLines, maxQuantity } from '@contract/orders.ts';
import { type CartItem, type CartProduct, toCartProduct } from './cart-lines.ts';

/** The name under which the browser keeps the cart. */
export const cartStorageKey = 'cart-storage';

/** Raised when the shape changes; carts of another version are dropped. */
const version = 1;

/** How the cart in this browser belongs to an account; all absent for a guest who never signed in. */
export type CartOwnership = {
  /** Whose cart it is; a guest's is nobody's. */
  ownerId?: string;
  /** The account does not know of the latest change yet. */
  isUnsaved?: boolean;
  /** Names this guest's cart while it is being added to an account, so that it is added once. */
  mergeToken?: string;
};

export type StoredCart = CartOwnership & { items: CartItem[]; isOpen: boolean };

/** The cart as text for the browser's storage. */
export function writeStoredCart({ items, isOpen, ownerId, isUnsaved, mergeToken }: StoredCart): string {
  return JSON.stringify({ version, state: { items, isOpen, ownerId, isUnsaved, mergeToken } });
}

/**
 * Reads a stored cart. Whatever does not fit (another version, a hand-edited line, a price that is
 * no whole number) is dropped, line by line, and the rest is kept: storage is never trusted.
 */
export function readStoredCart(text: string | null): StoredCart {
  const stored = parse(text);
  if (!isRecord(stored) || stored.version !== version || !isRecord(stored.state)) return emptyCart();
  const { items, isOpen, ownerId, isUnsaved, mergeToken } = stored.state;
  if (!Array.isArray(items)) return emptyCart();

  const seen = new Set<string>();
  const fit: CartItem[] = [];
  for (const item of items as unknown[]) {
    if (fit.length === maxLines) break;
    if (!isCartItem(item) || seen.has(item.product.id)) continue;
    seen.add(item.product.id);
    fit.push({ product: toCartProduct(item.product), quantity: item.quantity });
  }
  return {
    items: fit,
    isOpen: isOpen === true,
    ownerId: typeof ownerId === 'string' ? ownerId : undefined,
    isUnsaved: isUnsaved === true || undefined,
    mergeToken: typeof mergeToken === 'string' ? mergeToken : undefined,
  };
}

function emptyCart(): StoredCart {
  return { items: [], isOpen: false };
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isCartItem(value: unknown): value is CartItem {
  return (
    isRecord(value) &&
    isWholeNumber(value.quantity, 1) &&
    value.quantity <= maxQuantity &&
    isCartProduct(value.product)
  );
}

function isCartProduct(value: unknown): value is CartProduct {
  return (
    isRecord(value) &&
    [value.id, value.slug, value.name, value.category].every(
      (text) => typeof text === 'string' && text !== '',
    ) &&
    isWholeNumber(value.price, 1) &&
    isWholeNumber(value.stock, 0) &&
    (value.imageUrl === null || typeof value.imageUrl === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isWholeNumber(value: unknown, least: number): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least;
}
