import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { oneDayState } from './one-day-storage.ts';

const storage = new Map<string, string>();
const draft = oneDayState('draft', 1, (state) => (typeof state === 'string' ? state : null));
const day = 24 * 3_600_000;

beforeEach(() => {
  vi.useFakeTimers();
  storage.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => storage.set(key, text),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => void vi.useRealTimers());

test('a stored state is there for 24 hours after it was last written', () => {
  draft.remember('first');
  vi.advanceTimersByTime(day - 1);
  expect(draft.recall()).toBe('first');
  draft.remember('second');
  vi.advanceTimersByTime(day - 1);
  expect(draft.recall()).toBe('second');
});

test('after that it is gone, also from the storage', () => {
  draft.remember('typed');
  vi.advanceTimersByTime(day);
  expect(draft.recall()).toBeNull();
  expect(storage.size).toBe(0);
});

test('a state that was written while the clock was ahead is there once the clock is right', () => {
  vi.setSystemTime(Date.now() + day / 2);
  draft.remember('typed');
  vi.setSystemTime(Date.now() - day / 2);
  expect(draft.recall()).toBe('typed');
});

test.each([
  ['from the far future', { at: Date.now() + 1e12, state: 'typed' }],
  ['without a time', { state: 'typed' }],
  ['with a time that is text', { at: '5', state: 'typed' }],
  ['that does not fit', { at: Date.now(), state: 7 }],
])('a state %s is dropped', (_, state) => {
  storage.set('shop.draft', JSON.stringify({ version: 1, state }));
  expect(draft.recall()).toBeNull();
  expect(storage.size).toBe(0);
});

test('it can be deleted, and nothing happens where the browser forbids storage', () => {
  draft.remember('typed');
  draft.forget();
  expect(draft.recall()).toBeNull();
  vi.unstubAllGlobals();
  vi.stubGlobal('localStorage', undefined);
  draft.remember('typed');
  expect(draft.recall()).toBeNull();
});
