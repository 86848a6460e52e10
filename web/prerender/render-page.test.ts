import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultShopDetails } from '@contract/shop-details.ts';
import { listedProduct } from '#testing/terrameter.ts';
import { renderPage } from './render-page.tsx';

const terrameter = listedProduct();

beforeEach(() => {
  vi.stubGlobal('fetch', (address: string) =>
    Promise.resolve(Response.json(address.includes('/shop-texts/') ? '# Power, measured' : [terrameter])),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the same products give the same page at any time, dated by the product that changed last', async () => {
  const at = async (day: string) => {
    vi.useFakeTimers({ now: new Date(day), toFake: ['Date'] });
    return renderPage('/', defaultShopDetails);
  };
  const page = await at('2026-11-28');
  expect(await at('2027-02-03')).toEqual(page);
  expect(page.html).toContain(terrameter.name);
  expect(page.queries.map((query) => query.at)).toEqual([0, 0, Date.parse(terrameter.updatedAt)]);
});
