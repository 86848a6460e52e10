import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCdn } from '../../../local/stack/cdn.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { Product } from '../../functions/_shared/contract/products.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';
import { createApp } from '../../functions/api/app.ts';
import { repliesInProcess } from '../../functions/api/data/replies-in-process.ts';
import { supabaseCatalogue } from '../../functions/api/data/supabase-catalogue.ts';
import type { Deps } from '../../functions/api/deps.ts';
import { Visitor } from '../api-visitor.ts';
import { newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('through the edge proxy', () => {
  it('a reply of the catalogue may be cached and is answered with 304, for every caller', async () => {
    const visitor = new Visitor();
    const first = await visitor.get('/api/products/pqwt-tc300/page', { cookie: `sid=${'c'.repeat(43)}` });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
    });
    expect(first.headers.getSetCookie()).toEqual([]);
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    const again = await visitor.get('/api/products/pqwt-tc300/page', known);
    expect([again.status, again.body]).toEqual([304, null]);
    // A request for other parts of it is another cached reply.
    expect((await visitor.get('/api/products/pqwt-tc300', known)).status).toBe(200);
  });

  it('a hold is visible immediately to a caller with the etag of the previous reply', async () => {
    const visitor = new Visitor();
    const product = await newProduct(sql, { stock: 2 });
    const path = `/api/products/${product.id}`;
    const before = await visitor.get<Product>(path);
    await place(sql, [{ productId: product.id, quantity: 1, price: product.price }]);
    const after = await visitor.get<Product>(path, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect([before.body.stock, after.status, after.body.stock]).toEqual([2, 200, 1]);
  });
});

describe('a process of the function that caches its replies, behind the CDN', () => {
  const { addresses, keys } = stackUnderTest();
  const calls: string[] = [];
  beforeEach(() => {
    calls.length = 0;
    // supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
    vi.stubGlobal('WebSocket', class {});
    const reallyFetch = fetch;
    vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
      calls.push(new URL(input instanceof Request ? input.url : input).pathname);
      return reallyFetch(input, init);
    });
  });
  afterEach(() => void vi.unstubAllGlobals());

  function functionWithMemory() {
    const clients = supabaseClients(
      new Map([
        ['SUPABASE_URL', addresses.supabase],
        ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
        ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
      ]),
    );
    const app = createApp({
      edgeProxySecret: 'secret',
      catalogue: supabaseCatalogue(clients),
      publicReplies: repliesInProcess(),
      log: () => {},
    } as unknown as Deps);
    const headers = { 'x-shop-secret': 'secret', 'x-shop-origin': addresses.site };
    const cdn = openCdn({ caches: true });
    return async <T>(path: string) => {
      const request = new Request(`http://127.0.0.1${path}`, { headers });
      const answer = await cdn.answer(request, async (proxied) => app.fetch(proxied));
      return (await answer?.json()) as T;
    };
  }

  it.each([
    ['/api/products/category/gps?count=no&limit=48', 'list_products'],
    ['/api/products?limit=5', 'list_products'],
    ['/api/products/pqwt-tc300/page', 'product_page'],
    ['/api/products/pqwt-tc300', 'product_page'],
    ['/api/facets?category=solar', 'product_facets'],
    ['/api/product-count', 'count_products'],
    ['/api/product-index', 'product_index'],
  ])('queries Postgres once for all requests of %s', async (path, name) => {
    const get = functionWithMemory();
    const answers = await Promise.all(Array.from({ length: 30 }, () => get(path)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(calls).toEqual([`/rest/v1/rpc/${name}`]);
  });

  it('does not show a piece as available for more than five seconds after the last one was held', async () => {
    const get = functionWithMemory();
    const product = await newProduct(sql, { stock: 1 });
    const stock = async () => (await get<Product>(`/api/products/${product.id}`)).stock;
    expect(await stock()).toBe(1);
    await place(sql, [{ productId: product.id, quantity: 1, price: product.price }]);
    await expect.poll(stock, { timeout: 5_000 }).toBe(0);
  });
});
