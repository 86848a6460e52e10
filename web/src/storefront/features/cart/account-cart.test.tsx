import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { terrameter } from '#testing/terrameter.ts';
import { syncCartWithAccount } from './account-cart.ts';
import { addToCart, adoptCart, cartStore, clearCart, dropAccountCart } from './cart-store.ts';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  clearCart();
});

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
  dropAccountCart();
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
  dropAccountCart();
});
