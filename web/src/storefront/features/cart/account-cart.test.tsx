import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { terrameter } from '../../../testing/terrameter.ts';
import { syncCartWithAccount } from './account-cart.ts';
import { addToCart, clearCart } from './cart-store.ts';

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
