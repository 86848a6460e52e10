// @vitest-environment happy-dom
import { publicReplyAges } from '@contract/time-limits.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { pastCaches, readPastCaches } from './past-caches.ts';

afterEach(() => {
  sessionStorage.clear();
  vi.useRealTimers();
});

test('after a write of this tab its public reads pass the CDN, also after a reload, until it has what was written', async () => {
  vi.useFakeTimers();
  expect(pastCaches('/api/products')).toBe('/api/products');
  readPastCaches();
  expect(pastCaches('/api/search?q=a')).toBe('/api/search?q=a&own=yes');
  vi.resetModules();
  const reloaded = await import('./past-caches.ts');
  expect(reloaded.pastCaches('/api/products')).toBe('/api/products?own=yes');
  vi.advanceTimersByTime(2 * (publicReplyAges.fresh + publicReplyAges.stale));
  expect(reloaded.pastCaches('/api/products')).toBe('/api/products');
});
