import { type Cart, getCart, mergeCart, saveCart } from '@contract/cart.ts';
import { ApiError, callApi, ConnectionError } from '#lib/api/api-client.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { type CartItem, piecesOf, toCartProduct } from '#storefront/lib/cart-item.ts';
import { isSameCart } from './cart-lines.ts';
import { adoptCart, cartStore, onCartChange, rereadCart } from './cart-store.ts';
import { withChangesSince } from './changes-since.ts';

// Loaded for signed-in shoppers only.

/** Changes within this time are saved together. */
const debounceMs = 400;
/** The delay before a cart is saved again that could not be saved although the browser is online, in milliseconds. */
const retryMs = 10_000;
/** The longest time that signing out waits for the cart to be saved. */
const maxWaitMs = 4000;

let syncedUserId: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let lastSync: Promise<void> = Promise.resolve();

/**
 * Synchronises this browser's cart with the account's: a guest's cart is merged into the account's once; every change
 * is saved, and the last device to save wins. Returns a function that stops it.
 */
export function syncCartWithAccount(userId: string): () => void {
  syncedUserId = userId;
  const syncSoon = () => syncIn(debounceMs);
  const onLeave = () => {
    if (isUnsavedCartOf(userId)) void sendCart(true).catch(() => {});
  };
  const stopListening = onCartChange(syncSoon);
  // Changes made offline are saved as soon as there is a connection.
  window.addEventListener('online', syncSoon);
  window.addEventListener('pagehide', onLeave);
  void runSync();
  return () => {
    if (syncedUserId === userId) syncedUserId = null;
    cancelSync();
    stopListening();
    window.removeEventListener('online', syncSoon);
    window.removeEventListener('pagehide', onLeave);
  };
}

/** Before signing out: saves unsaved changes, waiting a few seconds at most. */
export async function saveCartNow(): Promise<void> {
  cancelSync();
  if (!syncedUserId || !isUnsavedCartOf(syncedUserId)) return;
  await Promise.race([runSync(), new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
}

/** Runs one sync at a time: two responses at once could undo each other. */
function runSync(): Promise<void> {
  lastSync = lastSync.then(syncOnce).catch((error: unknown) => {
    // The session has ended: stop syncing the account's cart here until the next sign-in.
    if (error instanceof ApiError && error.status === 401) syncedUserId = null;
    // Otherwise the cart stays in this browser, marked as unsaved, and is saved at the next change or load. A browser
    // says that it is online before requests reach the shop.
    if (error instanceof ConnectionError && navigator.onLine && syncedUserId && !timer) syncIn(retryMs);
  });
  return lastSync;
}

function syncIn(delay: number): void {
  cancelSync();
  timer = setTimeout(() => {
    timer = undefined;
    void runSync();
  }, delay);
}

function cancelSync(): void {
  clearTimeout(timer);
  timer = undefined;
}

async function syncOnce(): Promise<void> {
  const userId = syncedUserId;
  if (!userId) return;
  rereadCart();
  if (cartStore.ownership.ownerId !== userId) await joinAccountCart(userId);
  else if (cartStore.ownership.isUnsaved) await saveChanges(userId);
  else await fetchCart(userId);
}

/** The first sync with this account: merges a guest's cart into it, drops another account's cart. */
async function joinAccountCart(userId: string): Promise<void> {
  const { ownerId, guestOf, guestItems: known } = cartStore.ownership;
  const before = itemsOf(cartStore);
  const isGuestCart = ownerId === undefined && before.length > 0;
  // Whoever signed out here has these lines in the account: only what was changed since is added.
  const isKnown = isGuestCart && guestOf === userId;
  const account = isGuestCart && !isKnown ? await mergeGuestCart(before) : await callApi(getCart);
  rereadCart();
  // Another tab was faster, or the user has signed out meanwhile.
  if (syncedUserId !== userId || cartStore.ownership.ownerId !== ownerId) return;
  const items = withChangesSince(itemsOf(account), isKnown ? (known ?? []) : before, itemsOf(cartStore));
  const isUnsaved = !isSameCart(items, itemsOf(account)) || undefined;
  adoptCart(items, {
    ownerId: userId,
    isUnsaved,
    guestItems: !isGuestCart ? undefined : isKnown ? before : (known ?? before),
  });
  if (isUnsaved) await saveChanges(userId);
}

async function mergeGuestCart(items: CartItem[]): Promise<Cart> {
  const mergeToken = cartStore.ownership.mergeToken ?? randomUuid();
  // Stored before it is sent, so that another tab, or this one after a reload, sends the same token.
  adoptCart(items, { mergeToken, guestItems: cartStore.ownership.guestItems });
  return callApi(mergeCart, { body: { token: mergeToken, items: piecesOf(items) } });
}

/** Fetches changes from other devices; a change made here meanwhile wins. */
async function fetchCart(userId: string): Promise<void> {
  const before = itemsOf(cartStore);
  const account = itemsOf(await callApi(getCart));
  rereadCart();
  const { ownerId, isUnsaved, guestItems } = cartStore.ownership;
  if (syncedUserId !== userId || ownerId !== userId || isUnsaved || !isSameCart(before, itemsOf(cartStore)))
    return;
  adoptCart(account, { ownerId, guestItems });
}

async function saveChanges(userId: string): Promise<void> {
  const sent = itemsOf(cartStore);
  await sendCart();
  rereadCart();
  const { ownerId, guestItems } = cartStore.ownership;
  if (ownerId !== userId) return;
  if (isSameCart(sent, itemsOf(cartStore))) adoptCart(itemsOf(cartStore), { ownerId, guestItems });
  else if (syncedUserId === userId) await saveChanges(userId);
}

async function sendCart(keepalive = false): Promise<void> {
  await callApi(saveCart, { body: { items: piecesOf(cartStore.items) }, keepalive });
}

function isUnsavedCartOf(userId: string): boolean {
  return cartStore.ownership.ownerId === userId && cartStore.ownership.isUnsaved === true;
}

/** Plain copies, as the store's objects can change meanwhile. */
function itemsOf({ items }: { items: readonly CartItem[] }): CartItem[] {
  return items.map(({ product, quantity }) => ({ product: toCartProduct(product), quantity }));
}
