import { useSyncExternalStore } from 'react';
import { proxy, snapshot, subscribe } from 'valtio/vanilla';
import { hasSignedIn } from '#account/has-signed-in.ts';
import { type CartItem, type CartProduct, totalPriceOf } from '#storefront/lib/cart-item.ts';
import {
  isSameCart,
  type Shortfall,
  totalItemsOf,
  withAdded,
  withoutProduct,
  withPutBack,
  withQuantity,
} from './cart-lines.ts';
import { forgetEarlyPresses } from '#storefront/lib/early-presses.ts';
import {
  cartStorageKey,
  type CartOwnership,
  readStoredCart,
  type StoredCart,
  writeStoredCart,
} from './stored-cart.ts';

/**
 * The cart of this browser. `isLoaded` is false until the browser's storage has been read, which
 * happens after the first render: prerendered pages have no cart. Change it through the functions below. `formerPrices`:
 * by product id, in KES, what a line cost until its price changed while the page was open.
 */
export const cartStore = proxy({
  items: [] as CartItem[],
  isOpen: false,
  isLoaded: false,
  ownership: {} as CartOwnership,
  /** The shopper said that these things are not for one site. */
  isForSeveralSites: false,
  formerPrices: {} as Record<string, number>,
});

const follow = (onChange: () => void) => subscribe(cartStore, onChange);
const asItIs = () => snapshot(cartStore);

/** The cart for a component, which re-renders when it changes. Without valtio's own hook, which each first page would load. */
export function useCart() {
  const { items, isOpen, isLoaded, isForSeveralSites, formerPrices } = useSyncExternalStore(
    follow,
    asItIs,
    asItIs,
  );
  return {
    items,
    isOpen,
    isForSeveralSites,
    formerPrices,
    /** Wait for this before showing that the cart is empty. */
    isLoaded,
    totalItems: totalItemsOf(items as CartItem[]),
    totalPrice: totalPriceOf(items as CartItem[]),
  };
}

/** The number of pieces in the cart now. */
export function piecesInCart(): number {
  return totalItemsOf(cartStore.items);
}

/** The number of pieces of a product in the cart now. */
export function piecesOfProduct(id: string): number {
  return cartStore.items.find(({ product }) => product.id === id)?.quantity ?? 0;
}

/** Adds pieces of a product; returns the reason when not all were added. */
export function addToCart(product: CartProduct, quantity = 1): Shortfall {
  return change((items) => withAdded(items, product, quantity));
}

/** Sets a line's quantity; 0 or less removes it. Returns the reason when it could not be increased. */
export function updateQuantity(productId: string, quantity: number): Shortfall {
  return change((items) => withQuantity(items, productId, quantity));
}

/** Removes a product from the cart. */
export function removeFromCart(productId: string): void {
  change((items) => ({ items: withoutProduct(items, productId), shortfall: null }));
}

/** Puts as many pieces of another product in the place of a line, up to its stock. Returns how to undo that. */
export function replaceInCart(productId: string, product: CartProduct): () => void {
  const position = cartStore.items.findIndex((item) => item.product.id === productId);
  const former = cartStore.items[position];
  if (!former) return () => {};
  const line = { product: { ...former.product }, quantity: former.quantity };
  const there = cartStore.items.find((item) => item.product.id === product.id)?.quantity ?? 0;
  change((items) => withAdded(withoutProduct(items, productId), product, line.quantity));
  return () => change((items) => withPutBack(withQuantity(items, product.id, there).items, line, position));
}

/** Ends the advice about what fits, for this cart, or asks for it again. */
export function setSeveralSites(isForSeveralSites: boolean): void {
  cartStore.isForSeveralSites = isForSeveralSites;
  save();
}

/** Undoes the removal of a line; `position` is where it was. */
export function putBackIntoCart(line: CartItem, position: number): void {
  change((items) => withPutBack(items, line, position));
}

/** Takes out what was ordered elsewhere, such as by a quotation: as many pieces of each as were. */
export function takeOutOrdered(lines: readonly { productId: string; quantity: number }[]): void {
  for (const { productId, quantity } of lines)
    change((items) => {
      const there = items.find(({ product }) => product.id === productId)?.quantity ?? 0;
      return withQuantity(items, productId, there - quantity);
    });
}

/** Empties the cart. */
export function clearCart(): void {
  forgetEarlyPresses();
  change(() => ({ items: [], shortfall: null }));
}

/** Replaces the cart with the account's. This does not count as a change by the shopper. */
export function adoptCart(items: CartItem[], ownership: CartOwnership): void {
  cartStore.items = items;
  cartStore.ownership = ownership;
  save();
}

/** Empties the cart of this browser, whoever it belongs to; an account keeps its own. */
export function dropCart(): void {
  forgetEarlyPresses();
  cartStore.isOpen = false;
  adoptCart([], {});
}

/**
 * After signing out: removes the account's cart from this browser, which others may use. What was put into it before
 * signing in, and has not been ordered or removed since, stays.
 */
export function dropAccountCart(): void {
  const { ownerId, guestItems = [] } = cartStore.ownership;
  const before = new Map(guestItems.map(({ product, quantity }) => [product.id, quantity]));
  const kept = cartStore.items.flatMap(({ product, quantity }) => {
    const left = Math.min(quantity, before.get(product.id) ?? 0);
    return left > 0 ? [{ product: { ...product }, quantity: left }] : [];
  });
  cartStore.isOpen = false;
  adoptCart(kept, kept.length > 0 ? { guestItems: kept, guestOf: ownerId } : {});
}

/** After a session has ended elsewhere: the same for a cart of which the account has everything. */
export function dropSavedCart(): void {
  const { ownerId, isUnsaved } = cartStore.ownership;
  if (ownerId && !isUnsaved) dropAccountCart();
}

/** Calls back after each change the shopper makes in this tab. Returns how to stop. */
export function onCartChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<() => void>();

/** Opens the drawer, or closes it. */
export function toggleCart(): void {
  loadCart();
  cartStore.isOpen = !cartStore.isOpen;
  save();
}

/** Closes the drawer. */
export function closeCart(): void {
  if (!cartStore.isOpen) return;
  cartStore.isOpen = false;
  save();
}

/**
 * Updates prices, names and stock in the cart to what the shop has just sent. Quantities stay as the shopper
 * chose them: a line that is now above the stock says so, and only the shopper lowers it.
 */
export function refreshCartProducts(products: readonly CartProduct[]): void {
  if (typeof window === 'undefined' || cartStore.items.length === 0) return;
  const fresh = new Map(products.map((product) => [product.id, product]));
  let changed = false;
  for (const item of cartStore.items) {
    const product = fresh.get(item.product.id);
    if (!product) continue;
    const { name, price, imageUrl, stock, toOrder } = product;
    const known = item.product;
    if (
      known.name === name &&
      known.price === price &&
      known.imageUrl === imageUrl &&
      known.stock === stock &&
      JSON.stringify(known.toOrder ?? null) === JSON.stringify(toOrder ?? null)
    ) {
      continue;
    }
    if (known.price !== price) cartStore.formerPrices[known.id] ??= known.price;
    Object.assign(item.product, { name, price, imageUrl, stock, toOrder: toOrder ?? undefined });
    changed = true;
  }
  if (changed) save();
}

/** Reads the stored cart, once. Every change does this first, so that it never starts from an empty cart. */
export function loadCart(): void {
  if (cartStore.isLoaded || typeof window === 'undefined') return;
  const stored = readStoredCart(storedText());
  adoptStored(stored);
  cartStore.isOpen = stored.isOpen && isReload();
  cartStore.isLoaded = true;
}

/** Reads the stored cart again: another tab may have written it, with its storage event still pending. */
export function rereadCart(): void {
  loadCart();
  if (typeof window !== 'undefined' && canStore) adoptStored(readStoredCart(storedText()));
}

/** Follows changes of the cart in other tabs. Returns a function that stops it. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key !== cartStorageKey && event.key !== null) return;
    const hadItems = cartStore.items.length > 0;
    adoptStored(readStoredCart(event.key === null ? null : event.newValue));
    if (hadItems && cartStore.items.length === 0) forgetEarlyPresses();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

function change(
  apply: (items: readonly CartItem[]) => { items: CartItem[]; shortfall: Shortfall },
): Shortfall {
  rereadCart();
  const { items, shortfall } = apply(
    cartStore.items.map((item) => ({ ...item, product: { ...item.product } })),
  );
  const isNew = !isSameCart(cartStore.items, items);
  if (isNew && items.length === 0) forgetEarlyPresses();
  // Signed in, and the account's cart has not come yet: from now on it is no guest's cart.
  const { ownerId, guestItems } = cartStore.ownership;
  if (isNew && !ownerId && !guestItems && hasSignedIn())
    cartStore.ownership.guestItems = [...cartStore.items];
  cartStore.items = items;
  if (isNew && cartStore.ownership.ownerId) cartStore.ownership.isUnsaved = true;
  save();
  if (isNew) for (const listener of listeners) listener();
  return shortfall;
}

function adoptStored({ items, isOpen: _, isForSeveralSites = false, ...ownership }: StoredCart): void {
  cartStore.items = items;
  cartStore.isForSeveralSites = isForSeveralSites;
  cartStore.ownership = ownership;
}

/** False when the browser refuses storage (private mode, full disk): the cart then exists in this tab only. */
let canStore = true;

function storedText(): string | null {
  try {
    return window.localStorage.getItem(cartStorageKey);
  } catch {
    canStore = false;
    return null;
  }
}

function save(): void {
  if (typeof window === 'undefined') return;
  // Put in again later, a product has no former price.
  for (const id of Object.keys(cartStore.formerPrices))
    if (!cartStore.items.some(({ product }) => product.id === id)) delete cartStore.formerPrices[id];
  try {
    const { items, isOpen, ownership } = cartStore;
    if (items.length === 0) cartStore.isForSeveralSites = false;
    const isForSeveralSites = cartStore.isForSeveralSites || undefined;
    const stored = writeStoredCart({ items: [...items], isOpen, isForSeveralSites, ...ownership });
    window.localStorage.setItem(cartStorageKey, stored);
    canStore = true;
  } catch {
    canStore = false;
  }
}

/** An open drawer is open again after a reload, but not on a later visit. */
function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.type === 'reload';
}
