import { adminDatabase, answerOf } from '../../../../lib/admin-database.ts';
import { type CatalogueProduct, catalogueQuery } from '../catalogue-product.ts';

/** Names in one question: they stand in its address, which has a length. */
const atOnce = 120;

/** The products that a spreadsheet names, as they are now. */
export async function readKnownProducts({
  ids,
  slugs,
}: {
  ids: readonly string[];
  slugs: readonly string[];
}): Promise<CatalogueProduct[]> {
  const database = await adminDatabase();
  const found = new Map<string, CatalogueProduct>();
  const ask = async (column: 'id' | 'slug', names: readonly string[]) => {
    for (let from = 0; from < names.length; from += atOnce) {
      const some = names.slice(from, from + atOnce);
      const { data } = await answerOf(catalogueQuery(database).in(column, some));
      for (const product of data as unknown as CatalogueProduct[]) found.set(product.id, product);
    }
  };
  await ask('id', ids);
  const known = new Set([...found.values()].map(({ slug }) => slug));
  // Addresses that no product of the first question has: new ones, wanted ones, or those of other products.
  await ask(
    'slug',
    slugs.filter((slug) => !known.has(slug) && /^[a-z0-9-]{1,120}$/.test(slug)),
  );
  return [...found.values()];
}
