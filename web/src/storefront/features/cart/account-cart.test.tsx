import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signedInFlag } from '@contract/current-user.ts';
import { markSignedIn } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { syncCartWithAccount } from './account-cart.ts';
import { addToCart, adoptCart, cartStore, dropAccountCart, dropCart, removeFromCart } from './cart-store.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

test('a cart that cannot be saved although the browser is online is saved ten seconds later', async () => {
  const saved: string[] = [];
  let isReachable = true;
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') saved.push(String(body));
    return isReachable
      ? Promise.resolve(Response.json({ items: [] }))
      : Promise.reject(new TypeError('Failed to fetch'));
  });
  const stop = syncCartWithAccount('u1');
  await vi.advanceTimersByTimeAsync(1000);

  isReachable = false;
  addToCart(terrameter);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  isReachable = true;
  await vi.advanceTimersByTimeAsync(8000);
  expect(saved).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toBe(saved[0]);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(saved).toHaveLength(2);
  stop();
});

test('a change made while a save is failing is saved at once, not ten seconds later', async () => {
  const saved: string[] = [];
  let fail = () => {};
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit = {}) => {
    if (method !== 'PUT') return Promise.resolve(Response.json({ items: [] }));
    saved.push(String(body));
    if (saved.length > 1) return Promise.resolve(Response.json({ items: [] }));
    return new Promise((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))));
  });
  const stop = syncCartWithAccount('u1');
  await vi.advanceTimersByTimeAsync(1000);
  addToCart(terrameter);
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  addToCart(terrameter);
  fail();
  await vi.advanceTimersByTimeAsync(1000);
  await vi.waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toContain('"quantity":2');
  stop();
});

/** A shop that stores carts; returns those it was sent. */
function answerCarts() {
  const saved: string[] = [];
  vi.stubGlobal('fetch', (_: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') saved.push(String(body));
    return Promise.resolve(Response.json({ items: [] }));
  });
  return saved;
}

test('a cart that could not be saved before the page was closed is saved when it is opened again', async () => {
  const saved = answerCarts();
  adoptCart([{ product: terrameter, quantity: 2 }], { ownerId: 'u1', isUnsaved: true });
  const stop = syncCartWithAccount('u1');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(saved[0]).toContain('"quantity":2');
  await vi.waitFor(() => expect(cartStore.ownership).toEqual({ ownerId: 'u1' }));
  stop();
  dropCart();
});

test('a cart that was changed offline is saved as soon as the connection returns', async () => {
  const saved = answerCarts();
  const stop = syncCartWithAccount('u1');
  await vi.advanceTimersByTimeAsync(1000);
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  addToCart(terrameter);
  await vi.advanceTimersByTimeAsync(30_000);
  const savedLater = answerCarts();
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(500);
  await vi.waitFor(() => expect(savedLater).toHaveLength(1));
  expect(saved).toEqual([]);
  stop();
  dropCart();
});

/** A shop whose account's cart has this many pieces of the product; returns the guests' carts that were merged. */
function answerAccount(quantity: number) {
  const merged: string[] = [];
  const items = [{ product: terrameter, quantity }];
  vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') merged.push(`${path} ${String(body)}`);
    return Promise.resolve(Response.json({ items }));
  });
  return merged;
}

/** Signs in until the cart is the account's, then out. */
async function signInAndOut(meanwhile = () => {}) {
  const stop = syncCartWithAccount('u1');
  await vi.waitFor(() => expect(cartStore.ownership.ownerId).toBe('u1'));
  meanwhile();
  stop();
  dropAccountCart();
}
const quantities = () => cartStore.items.map(({ product, quantity }) => [product.id, quantity]);

test('what was in the cart before signing in stays at the sign-out, and is merged into the account once', async () => {
  const merged = answerAccount(3);
  addToCart(terrameter, 1);
  await signInAndOut(() => addToCart({ ...terrameter, id: 'p2' }));
  // Neither the account's two pieces, nor what was added while it was signed in.
  expect(quantities()).toEqual([['p1', 1]]);
  await signInAndOut();
  expect(quantities()).toEqual([['p1', 1]]);
  expect(merged).toHaveLength(1);

  await signInAndOut(() => removeFromCart('p1'));
  expect(quantities()).toEqual([]);
  dropCart();
});

test('what a guest adds after the sign-out is added to the account at the next sign-in', async () => {
  answerAccount(1);
  addToCart(terrameter, 1);
  await signInAndOut();
  addToCart(terrameter, 1);
  const stop = syncCartWithAccount('u1');
  await vi.waitFor(() => expect(cartStore.ownership.ownerId).toBe('u1'));
  expect(quantities()).toEqual([['p1', 2]]);
  stop();
  dropCart();
});

test('what is put in after signing in, before the account’s cart has come, does not stay at the sign-out', async () => {
  answerAccount(1);
  markSignedIn();
  addToCart(terrameter, 1);
  await signInAndOut();
  expect(quantities()).toEqual([]);
  document.cookie = `${signedInFlag}=; max-age=0`;
});
