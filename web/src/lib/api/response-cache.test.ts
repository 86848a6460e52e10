import { expect, test, vi } from 'vitest';
import { endpointsOfContract } from '../../../../local/testing/endpoints-of-contract.ts';
import {
  deleteOtherReleasesCaches,
  isCacheable,
  listResponseCaches,
  responseCache,
} from './response-cache.ts';
import { forgottenCaches } from '../storage/stored-state.ts';

test('a response meant for one person is never stored, whatever its path', async () => {
  // Only reads are queries.
  const reads = (await endpointsOfContract()).filter(({ endpoint }) => endpoint.method === 'GET');
  const cacheable = reads.filter(
    ({ endpoint: { path } }) => isCacheable([path]) || isCacheable([path.replace(/\/:.*/, '')]),
  );
  expect(cacheable.length).toBeGreaterThan(5);
  expect(cacheable.filter(({ endpoint }) => !endpoint.cachedBy)).toEqual([]);
});

test('only the catalogue, the counties and what the shop says of itself may be stored', () => {
  for (const queryKey of [
    ['/api/products', 'pqwt-tc300', 'page'],
    ['/api/products/category', 'solar', 'limit=48'],
    ['/api/facets', 'category=solar'],
    ['/api/delivery/counties'],
    ['/api/shop-details'],
    ['/api/shop-texts', 'terms'],
  ])
    expect([queryKey, isCacheable(queryKey)]).toEqual([queryKey, true]);
  for (const queryKey of [
    ['/api/auth/me'],
    ['/api/orders'],
    ['/api/orders', 'open'],
    ['/api/delivery/quote'],
    [],
  ])
    expect([queryKey, isCacheable(queryKey)]).toEqual([queryKey, false]);
});

/** A browser with a cache of this release, one of another release and the one of the service worker. */
function browserWithCaches() {
  const mine = `${forgottenCaches}orders-guest-${String(import.meta.env.REPLY_SHAPES)}`;
  const others = `${forgottenCaches}orders-guest-of-another-release`;
  const browser = { mine, names: [mine, others, 'workbox-precache'] };
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(browser.names),
    delete: (name: string) => {
      browser.names = browser.names.filter((one) => one !== name);
      return Promise.resolve(true);
    },
  });
  return browser;
}

/** A browser whose only cache can be written and read. */
function browserWithCache() {
  const stored = new Map<string, Response>();
  const cache = {
    match: (address: string) => Promise.resolve(stored.get(address)?.clone()),
    put: (address: string, response: Response) => Promise.resolve(void stored.set(address, response)),
    delete: (address: string) => Promise.resolve(stored.delete(address)),
    keys: () => Promise.resolve([]),
  };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  return cache;
}

test('a page that is left while a newer response is being stored keeps the older one', async () => {
  const cache = browserWithCache();
  const responses = responseCache('answers');
  await responses.write('shelf', { data: 'older', at: Date.now() });
  await new Promise<void>((resolve) => {
    cache.put = () => new Promise(() => resolve());
    void responses.write('shelf', { data: 'newer', at: Date.now() });
  });
  expect(await responses.read('shelf')).toMatchObject({ data: 'older' });
});

test('a response that was stored while the clock was ahead is not there any more once the clock is right', async () => {
  browserWithCache();
  const responses = responseCache('answers');
  await responses.write('shelf', { data: 1, at: Date.now() });
  expect(await responses.read('shelf')).toMatchObject({ data: 1 });
  await responses.write('shelf', { data: 1, at: Date.now() + 60_000 });
  expect(await responses.read('shelf')).toBeNull();
});

test('only the caches of this release are listed, and listing deletes nothing', async () => {
  const browser = browserWithCaches();
  expect(await listResponseCaches()).toEqual(['orders-guest']);
  expect(browser.names).toHaveLength(3);
});

test('the replies of other releases are deleted, and nothing else', async () => {
  const browser = browserWithCaches();
  await deleteOtherReleasesCaches();
  expect(browser.names).toEqual([browser.mine, 'workbox-precache']);
});
