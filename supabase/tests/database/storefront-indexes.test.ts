import { afterAll, expect, it } from 'vitest';
import type { Transaction } from '../shop-cast.ts';
import { openExplained, type Scan } from '../scans-of-tables.ts';
import { rolledBack } from '../rolled-back.ts';

const explained = openExplained();
afterAll(() => explained.sql.end());

/** The queries of the pages that most shoppers see; some count, which reads every product of a category. A search looks at 500 candidates. */
const mainQueries: readonly [page: string, sql: string, kind?: 'counts' | 'searches'][] = [
  ['the home page', `select public.list_products('{}', 'catalogue', 8)`],
  ['a category by price', `select public.list_products('{"category": "batteries"}', 'price')`],
  [
    'a later page of it',
    `select public.list_products('{"category": "batteries"}', 'price', 48, '[1, "90000", "00000000-0000-4000-8000-000000000000"]')`,
  ],
  ['all products by name', `select public.list_products('{}', 'name')`],
  [
    'a category by brand and price',
    `select public.list_products('{"category": "batteries", "brands": ["Ritar"], "minPrice": 50000, "inStock": true}', 'price')`,
  ],
  ['how many a category has', `select public.count_products('{"category": "batteries"}')`, 'counts'],
  ['the filters of a category', `select public.product_facets('{"category": "batteries"}')`, 'counts'],
  [
    'a search',
    `select public.list_products('{"search": "felicity gel battery 200ah"}', 'relevance')`,
    'searches',
  ],
  ['the suggestions of a search', `select public.suggest_products('hybrid inv')`, 'searches'],
  ['a product', `select public.product_page('deye-sun-5k-sg03lp1')`],
];

/** Tables with a row, or several, for each product, which a shopper waits for when one is read as a whole. */
const largeTables = ['products', 'product_figures', 'product_texts', 'product_words'];

it('the main queries of the storefront find their products in a large shop by an index', async () => {
  const scansOf = await rolledBack(explained.sql, async (t) => {
    await copyProducts(t);
    // As on a hosted project, whose disks have no arm to move.
    await t`set local random_page_cost = 1.1`;
    await explained.explain(t);
    await t`select set_config('role', 'service_role', true), set_config('request.jwt.claims', '{"role": "service_role"}', true)`;
    const found: Record<string, Scan[]> = {};
    for (const [page, query] of mainQueries)
      found[page] = (await explained.scansOf(() => t.unsafe(query))).filter(({ table }) =>
        largeTables.includes(table),
      );
    return found;
  });
  for (const [page, , kindOfPage] of mainQueries) {
    const scans = scansOf[page] ?? [];
    expect(scans.length, page).toBeGreaterThan(0);
    // A tenth of the products, for a page of 48: the wrong index finds them too, among all the others.
    const most = { page: 450, searches: 1000, counts: Infinity }[kindOfPage ?? 'page'];
    const isTooMuch = ({ kind, rows }: Scan) => kind === 'Seq Scan' || rows > most;
    expect(scans.filter(isTooMuch), page).toEqual([]);
  }
}, 120_000);

/** Sixty copies of each product of the seed, not of those that other files have made meanwhile, with all that is kept beside a product. */
async function copyProducts(t: Transaction): Promise<void> {
  await t`set local session_replication_role = replica`;
  await t`
    create temp table copies on commit drop as
    select gen_random_uuid() as id, p.id as original, i from public.products p, generate_series(1, 60) i
    where p.is_active and p.created_at < '2026-02-01'`;
  await t`
    insert into public.products (id, slug, name, category, price, stock, rating, brand, model, specs)
    select c.id, slug || '-copy-' || i, name || ' ' || i, category, least(price + i, 99999999), stock, rating, brand || ' ' || i, model || i, specs
    from public.products p join copies c on c.original = p.id`;
  for (const table of largeTables.slice(1))
    await t.unsafe(`
      insert into private.${table}
      select (jsonb_populate_record(r, jsonb_build_object('product_id', c.id))).*
      from private.${table} r join copies c on c.original = r.product_id`);
  for (const table of largeTables)
    await t.unsafe(`analyze ${table === 'products' ? 'public' : 'private'}.${table}`);
  // What is held by other files beside this one would seem much more than it is.
  await t`analyze private.stock_holds`;
  await t`update pg_class set reltuples = least(reltuples, 20) where relname = 'stock_holds'`;
  // As after a vacuum, which no transaction can do.
  await t`update pg_class set relallvisible = relpages where relname = any (${largeTables})`;
}
