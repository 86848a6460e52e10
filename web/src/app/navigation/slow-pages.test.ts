import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPageSlow, onSlowPagesChange, watchPage } from './slow-pages.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a page counts as slow after 300 ms, until it has loaded', async () => {
  let arrive = () => {};
  const onChange = vi.fn();
  const stop = onSlowPagesChange(onChange);
  const page = watchPage(new Promise<void>((resolve) => (arrive = resolve)));
  await vi.advanceTimersByTimeAsync(299);
  expect(isPageSlow()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isPageSlow()).toBe(true);
  arrive();
  await page;
  await vi.advanceTimersByTimeAsync(0);
  expect(isPageSlow()).toBe(false);
  expect(onChange).toHaveBeenCalledTimes(2);
  stop();
});

test('a fast page is never slow, and one that fails does not stay slow', async () => {
  await watchPage(Promise.resolve());
  await vi.advanceTimersByTimeAsync(400);
  expect(isPageSlow()).toBe(false);
  const failing = watchPage(
    new Promise((_, reject) => setTimeout(() => reject(new Error('no connection')), 500)),
  );
  failing.catch(() => {});
  await vi.advanceTimersByTimeAsync(400);
  expect(isPageSlow()).toBe(true);
  await vi.advanceTimersByTimeAsync(200);
  expect(isPageSlow()).toBe(false);
});
