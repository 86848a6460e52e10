import type { AdminProduct } from '@contract/admin.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';

/** The number of names in one query. */
const batchSize = 500;

/** The current state of the products in a spreadsheet. */
export async function readKnownProducts({
  ids,
  slugs,
}: {
  ids: readonly string[];
  slugs: readonly string[];
}): Promise<CatalogueProduct[]> {
  const found = new Map<string, CatalogueProduct>();
  const read = async (names: readonly string[], readSome: (some: string[]) => Promise<AdminProduct[]>) => {
    for (let from = 0; from < names.length; from += batchSize)
      for (const product of await readSome(names.slice(from, from + batchSize)))
        found.set(product.id, product);
  };
  await read(ids, (some) => callSql('products_by_ids', { p_ids: some }));
  const known = new Set([...found.values()].map(({ slug }) => slug));
  // The remaining slugs: of products without an id in the file, new ones, or those of other products.
  const others = slugs.filter((slug) => !known.has(slug) && /^[a-z0-9-]{1,120}$/.test(slug));
  await read(others, (some) => callSql('products_by_slugs', { p_slugs: some }));
  return [...found.values()];
}

/** The products that a supplier's list may mean by each of its names; names that fit no product are absent. */
export async function readListedProducts(names: readonly string[]): Promise<Map<string, CatalogueProduct[]>> {
  const matches = await callSql('match_products', { p_names: [...new Set(names)] });
  const products = await readKnownProducts({
    ids: [...new Set(matches.flatMap(({ ids }) => ids))],
    slugs: [],
  });
  const byId = new Map(products.map((product) => [product.id, product]));
  return new Map(matches.map(({ name, ids }) => [name, ids.flatMap((id) => byId.get(id) ?? [])] as const));
}
