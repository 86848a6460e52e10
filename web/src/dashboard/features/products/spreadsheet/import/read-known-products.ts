import { callSql, queryDatabase } from '#dashboard/lib/admin-database.ts';
import { type CatalogueProduct, catalogueQuery } from '../catalogue-product.ts';

/** The number of names in one query: they are part of its URL, whose length is limited. */
const batchSize = 120;

/** The current state of the products in a spreadsheet. */
export async function readKnownProducts({
  ids,
  slugs,
}: {
  ids: readonly string[];
  slugs: readonly string[];
}): Promise<CatalogueProduct[]> {
  const found = new Map<string, CatalogueProduct>();
  const read = async (column: 'id' | 'slug', names: readonly string[]) => {
    for (let from = 0; from < names.length; from += batchSize) {
      const products = await queryDatabase((database) =>
        catalogueQuery(database).in(column, names.slice(from, from + batchSize)),
      );
      for (const product of products) found.set(product.id, product);
    }
  };
  await read('id', ids);
  const known = new Set([...found.values()].map(({ slug }) => slug));
  // The remaining slugs: of products without an id in the file, new ones, or those of other products.
  await read(
    'slug',
    slugs.filter((slug) => !known.has(slug) && /^[a-z0-9-]{1,120}$/.test(slug)),
  );
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
