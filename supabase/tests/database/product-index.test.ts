import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ProductIndex } from '../../functions/_shared/contract/product-index.ts';
import { type Transaction } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();

/** The index as a visitor is answered, in a shop of the demo's products and others of their kind: so many in all. */
const indexOfShopWith = (total: number) =>
  rolledBack(sql, async (t) => {
    // What other tests made is off the shelf meanwhile.
    await t`update public.products set is_active = false where created_at > '2026-02-01'`;
    await addLikely(t, total);
    await t`select set_config('role', 'service_role', true)`;
    const [row] = await t<{ index: ProductIndex }[]>`select public.product_index() as index`;
    return row?.index as ProductIndex;
  });

/** Each has its own number in name and model, its own price and its own address. */
const addLikely = (t: Transaction, total: number) => t`
  insert into public.products (slug, name, category, description, price, stock, brand, model, specs, keywords)
  select v.slug || '-' || v.mark, regexp_replace(v.name, '[0-9]+', (v.number % 900 + 10)::text) || ' ' || upper(left(v.mark, 2)),
    v.category, v.description, v.price + v.number % 997 * 50, 5, v.brand, coalesce(v.model, '') || upper(v.mark), v.specs,
    v.keywords || ' ' || v.mark
  from (
    select p.*, left(md5(p.slug || n), 4) as mark, abs(hashtext(p.slug || n)) as number
    from public.products p cross join generate_series(1, 13) n where p.is_active
  ) v
  order by v.number
  limit greatest(${total} - (select count(*) from public.products where is_active), 0)`;

const gzipped = (index: ProductIndex) => gzipSync(JSON.stringify(index)).length;

describe('the index for offline use', () => {
  it('is at most 60 kB for 500 products, compressed', async () => {
    const index = await indexOfShopWith(500);
    expect([index.products.length, index.isWhole]).toEqual([500, true]);
    expect(new Set(index.products.map(({ slug }) => slug)).size).toBe(500);
    expect(gzipped(index)).toBeGreaterThan(15_000);
    expect(gzipped(index)).toBeLessThanOrEqual(60_000);
  });

  it('has what a list and a search need of each product, and nothing that an order changes', async () => {
    const { products } = await indexOfShopWith(0);
    const [product] = products.filter(({ slug }) => slug === 'pqwt-tc300');
    expect(product).toMatchObject({ category: 'pqwt', brand: 'PQWT', price: expect.any(Number) as number });
    const fields = new Set(products.flatMap((one) => Object.keys(one)));
    expect([...fields].sort()).toEqual([
      'brand',
      'category',
      'keyValues',
      'keywords',
      'model',
      'name',
      'price',
      'slug',
    ]);
  });

  it('is marked when it is incomplete', async () => {
    const index = await indexOfShopWith(1001);
    expect([index.products.length, index.isWhole]).toEqual([1000, false]);
  });

  it('leaves out what is not on sale', async () => {
    const { products } = await indexOfShopWith(0);
    const [row] = await sql<{ withdrawn: number }[]>`
      select count(*)::integer as withdrawn from public.products
      where not is_active and slug = any (${products.map(({ slug }) => slug)})`;
    const [sold] = await sql<{ total: number }[]>`
      select count(*)::integer as total from public.products where is_active and created_at <= '2026-02-01'`;
    expect([row?.withdrawn, products.length]).toEqual([0, sold?.total]);
  });
});
