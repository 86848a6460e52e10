import { describe, expect, it } from 'vitest';
import { platform } from '../platform-call.ts';
import { cancelAsShop, newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

describe('the Data API shows a visitor', () => {
  const read = (query: string) => platform('GET', `/rest/v1/${query}`, {});

  it.each(['keywords', 'search_text', 'stock'])('no %s of a product, in no way', async (column) => {
    const queries = [
      `products?select=${column}&limit=1`,
      `products?select=id&${column}=not.is.null&limit=1`,
      `products?select=id&order=${column}&limit=1`,
      'products?select=*&limit=1',
    ];
    for (const query of queries) {
      const { status, text } = await read(query);
      expect([query, status]).toEqual([query, 401]);
      expect(text).toContain('42501');
    }
  });

  it('what is on the shelves, with the pieces that can be ordered', async () => {
    const product = await newProduct(sql, { stock: 9 });
    const placed = await place(sql, [{ productId: product.id, quantity: 2, price: product.price }]);
    const row = await read(`products?select=name,price,is_active&id=eq.${product.id}`);
    expect(JSON.parse(row.text)).toEqual([{ name: product.name, price: product.price, is_active: true }]);
    const shown = await read(`shop_products?select=stock&id=eq.${product.id}`);
    expect(JSON.parse(shown.text)).toEqual([{ stock: 7 }]);
    await cancelAsShop(sql, placed);
  });
});

describe('the Data API ends', () => {
  it('a visitor’s statement that takes longer than a hosted project lets it', async () => {
    const ended = await sql.begin(async (t) => {
      await t`lock table public.products in access exclusive mode`;
      return platform<{ code: string }>('GET', '/rest/v1/shop_products?select=id&limit=1');
    });
    expect([ended.status, ended.body.code]).toEqual([500, '57014']);
  });
});
