import { describe, expect, it } from 'vitest';
import type { Product } from '../../functions/_shared/contract/products.ts';
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
