import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, tokens } from '../../supabase/tests/api-under-test.ts';
import { cdnPurge } from '../../supabase/functions/_shared/http/cdn-purge.ts';
import { createApp } from '../../supabase/functions/api/app.ts';
import { repliesInProcess } from '../../supabase/functions/api/data/replies-in-process.ts';
import type { Deps } from '../../supabase/functions/api/deps.ts';
import { openCdn } from './cdn.ts';
import { listen, type Listener } from './http-listener.ts';
import { netlifyApi } from './netlify-api.ts';

const purge = vi.fn((_?: readonly string[]) => {});
let server: Listener;
let url = '';
beforeAll(async () => {
  const app = netlifyApi('token', purge);
  server = await listen(0, (request) => app.fetch(request));
  url = `http://127.0.0.1:${(server.server.address() as { port: number }).port}`;
});
afterAll(() => server.stop());
beforeEach(() => void purge.mockReset());

const settings = (over: Record<string, string> = {}) =>
  new Map(
    Object.entries({ NETLIFY_URL: url, NETLIFY_PURGE_TOKEN: 'token', NETLIFY_SITE_ID: 'site', ...over }),
  );

describe('purging the CDN', () => {
  test('sends the tags with the token, and logs a refusal', async () => {
    const log = vi.fn();
    cdnPurge(settings(), log)(['product-1', 'shelves']);
    await vi.waitFor(() => expect(purge).toHaveBeenCalledWith(['product-1', 'shelves']));
    cdnPurge(settings({ NETLIFY_PURGE_TOKEN: 'guess' }), log)(['product-1']);
    await vi.waitFor(() =>
      expect(log).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ level: 'warn', message: 'Netlify answered 401' }),
      ),
    );
    expect(purge).toHaveBeenCalledTimes(1);
  });

  test.each(['NETLIFY_PURGE_TOKEN', 'NETLIFY_SITE_ID'])('does nothing without %s', (name) => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    cdnPurge(settings({ [name]: '' }), vi.fn())(['product-2']);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  test('is refused for a tag that was purged twice just before', async () => {
    const purgeOnce = async () =>
      (
        await fetch(`${url}/api/v1/purge`, {
          method: 'POST',
          headers: { authorization: 'Bearer token' },
          body: JSON.stringify({ site_id: 'site', cache_tags: ['often'] }),
        })
      ).status;
    expect([await purgeOnce(), await purgeOnce(), await purgeOnce()]).toEqual([202, 202, 429]);
  });
});

const id = 'b5b7a3c0-0000-4000-8000-000000000001';

/** A product, the function with its cache, and the CDN in front of it. */
function shopBehindCdn() {
  const shop = api(tokens());
  const product = { id, isActive: true, price: 100 };
  const show = (price: number) => {
    const now = { ...product, price };
    shop.catalogue.page.mockResolvedValue({ product: now, fits: [], related: [] } as never);
    shop.catalogue.list.mockResolvedValue({ products: [now], next: null });
  };
  show(100);
  const cdn = openCdn({ caches: true });
  const app = createApp({
    ...shop,
    edgeProxySecret: 'secret',
    publicReplies: repliesInProcess(undefined, (tags) => cdn.purge(tags)),
  } as unknown as Deps);
  const call = async (path: string, method = 'GET', body?: unknown) => {
    const headers = {
      'x-shop-secret': 'secret',
      'x-shop-origin': 'http://127.0.0.1',
      'content-type': 'application/json',
      cookie: `sid=${'c'.repeat(43)}`,
    };
    const request = new Request(`http://127.0.0.1${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = await cdn.answer(request, async (proxied) => app.fetch(proxied));
    return { status: answer?.status, text: await answer?.text(), from: answer?.headers.get('cache-status') };
  };
  return { ...shop, show, call };
}

const form = {
  name: 'Auger',
  category: 'gps',
  description: 'Drills.',
  price: 90,
  stock: 1,
  imageUrl: '/auger.webp',
};

test.each([
  ['changed', 'PUT', `/api/products/${id}`, form],
  ['added', 'POST', '/api/products', form],
  ['deleted', 'DELETE', `/api/products/${id}`, undefined],
])(
  'a product that was %s is visible immediately, in the process and in the CDN',
  async (_, method, path, body) => {
    const { administration, call, show } = shopBehindCdn();
    for (const name of ['createProduct', 'updateProduct'])
      administration[name]?.mockResolvedValue({ id } as never);
    const seen = ['/api/products', '/api/products/auger'];
    for (const one of seen) expect((await call(one)).text).toContain('"price":100');
    expect((await call('/api/products')).from).toContain('hit');
    show(90);
    for (const one of seen) expect((await call(one)).text).toContain('"price":100');
    const { status } = await call(path, method, body);
    expect(status).toBeLessThan(300);
    for (const one of seen) expect((await call(one)).text).toContain('"price":90');
  },
);
