import { type Cart, getCart } from '@contract/cart.ts';
import { ApiError, callApi, ConnectionError } from '../../../lib/api-client.ts';
import { loadInBackground } from '../../../lib/load-in-background.ts';
import { randomUuid } from '../../../lib/random-uuid.ts';
import { type CartItem, toCartProduct } from '../../lib/cart-item.ts';
import { isSameCart, withChangesSince } from './cart-lines.ts';
import { adoptCart, cartStore, onCartChange, rereadCart } from './cart-store.ts';

// Loaded for signed-in shoppers only.

/** Changes within this time are sent together. */
const debounceMs = 400;
/** Signing out waits no longer than this for the cart. */
const longestWaitMs = 4000;

/** What saves a cart. Its schemas need yup, so it is loaded once there is something to save. */
const importSaving = () => import('@contract/save-cart.ts');
let saving: Awaited<ReturnType<typeof importSaving>> | null = null;
const loadSaving = async () => {
  // Chromium never asks again for a file that failed to load, so it is not asked for without a connection.
  if (navigator.onLine) saving ??= await loadInBackground(importSaving);
  if (!saving) throw new ConnectionError(null);
  return saving;
};

let followed: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let underWay: Promise<void> = Promise.resolve();

/**
 * Joins this browser's cart with the account's and keeps them in step: a guest's cart is added to the
 * account's, once; every change is saved, and the last device to save wins. Returns how to stop.
 */
export function syncCartWithAccount(userId: string): () => void {
  followed = userId;
  const soon = () => {
    // It must be there when the page is left.
    void loadSaving().catch(() => {});
    clearTimeout(timer);
    timer = setTimeout(() => void inTurn(), debounceMs);
  };
  const onLeave = () => {
    if (isUnsavedCartOf(userId)) void sendCart(true).catch(() => {});
  };
  const stopListening = onCartChange(soon);
  // What could not be sent without a connection is sent as soon as there is one.
  window.addEventListener('online', soon);
  window.addEventListener('pagehide', onLeave);
  void inTurn();
  return () => {
    if (followed === userId) followed = null;
    clearTimeout(timer);
    stopListening();
    window.removeEventListener('online', soon);
    window.removeEventListener('pagehide', onLeave);
  };
}

/** Before signing out: saves what is still unsaved, if that can be done in a few seconds. */
export async function saveCartNow(): Promise<void> {
  clearTimeout(timer);
  if (!followed || !isUnsavedCartOf(followed)) return;
  await Promise.race([inTurn(), new Promise((resolve) => setTimeout(resolve, longestWaitMs))]);
}

/** One step after the other: two answers at once could undo each other. */
function inTurn(): Promise<void> {
  underWay = underWay.then(step).catch((error: unknown) => {
    // Signed out elsewhere: the session is over, and so is the account's cart here until the next sign-in.
    if (error instanceof ApiError && error.status === 401) followed = null;
    // Otherwise it stays in this browser, marked as unsaved, and is sent again at the next change or load.
  });
  return underWay;
}

async function step(): Promise<void> {
  const userId = followed;
  if (!userId) return;
  rereadCart();
  if (cartStore.ownership.ownerId !== userId) await meetAccount(userId);
  else if (cartStore.ownership.isUnsaved) await saveChanges(userId);
  else await lookUp(userId);
}

/** The first time with this account: a guest's cart is added to it, another account's cart is dropped. */
async function meetAccount(userId: string): Promise<void> {
  const { ownerId } = cartStore.ownership;
  const before = itemsNow();
  const isGuests = ownerId === undefined && before.length > 0;
  const account = isGuests ? await addGuestsCart(before) : await callApi(getCart);
  rereadCart();
  // Another tab was faster, or somebody signed out meanwhile.
  if (followed !== userId || cartStore.ownership.ownerId !== ownerId) return;
  const items = withChangesSince(itemsOf(account), before, itemsNow());
  const isUnsaved = !isSameCart(items, itemsOf(account)) || undefined;
  adoptCart(items, { ownerId: userId, isUnsaved });
  if (isUnsaved) await saveChanges(userId);
}

async function addGuestsCart(items: CartItem[]): Promise<Cart> {
  const mergeToken = cartStore.ownership.mergeToken ?? randomUuid();
  // Kept before it is sent: a reload in between, or another tab, sends the same one.
  adoptCart(items, { mergeToken });
  const { mergeCart } = await loadSaving();
  return callApi(mergeCart, { body: { token: mergeToken, items: linesOf(items) } });
}

/** Fetches what another device has saved since; a change made here meanwhile wins. */
async function lookUp(userId: string): Promise<void> {
  const before = itemsNow();
  const account = itemsOf(await callApi(getCart));
  rereadCart();
  const { ownerId, isUnsaved } = cartStore.ownership;
  if (followed !== userId || ownerId !== userId || isUnsaved || !isSameCart(before, itemsNow())) return;
  adoptCart(account, { ownerId });
}

async function saveChanges(userId: string): Promise<void> {
  const sent = itemsNow();
  await sendCart();
  rereadCart();
  if (cartStore.ownership.ownerId !== userId) return;
  if (isSameCart(sent, itemsNow())) adoptCart(itemsNow(), { ownerId: userId });
  else if (followed === userId) await saveChanges(userId);
}

async function sendCart(keepalive = false): Promise<void> {
  const { saveCart } = await loadSaving();
  await callApi(saveCart, { body: { items: linesOf(cartStore.items) }, keepalive });
}

function isUnsavedCartOf(userId: string): boolean {
  return cartStore.ownership.ownerId === userId && cartStore.ownership.isUnsaved === true;
}

/** Plain copies: the store's own objects can change meanwhile. */
function itemsNow(): CartItem[] {
  return cartStore.items.map(({ product, quantity }) => ({ product: toCartProduct(product), quantity }));
}

function itemsOf({ items }: Cart): CartItem[] {
  return items.map(({ product, quantity }) => ({ product: toCartProduct(product), quantity }));
}

function linesOf(items: readonly CartItem[]): { productId: string; quantity: number }[] {
  return items.map(({ product, quantity }) => ({ productId: product.id, quantity }));
}
