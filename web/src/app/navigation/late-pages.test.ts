import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPageLate, onLatePagesChange, watchPage } from './late-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page counts as late after 300 ms and until it is there', async () => {
  let arrive = () => {};
  const told = vi.fn();
  const stop = onLatePagesChange(told);
  const page = watchPage(new Promise<void>((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(299);
  expect(isPageLate()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isPageLate()).toBe(true);
  arrive();
  await page;
  await vi.advanceTimersByTimeAsync(0);
  expect(isPageLate()).toBe(false);
  expect(told).toHaveBeenCalledTimes(2);
  stop();
});

test('a quick page is never late, and a lost one does not stay late', async () => {
  await watchPage(Promise.resolve());
  await vi.advanceTimersByTimeAsync(400);
  expect(isPageLate()).toBe(false);
  const lost = watchPage(new Promise((_, reject) => setTimeout(() => reject(new Error('no line')), 500)));
  lost.catch(() => {});
  await vi.advanceTimersByTimeAsync(400);
  expect(isPageLate()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(isPageLate()).toBe(false);
});
