import { lowStock } from '@contract/products.ts';
import { queryDatabase } from '#dashboard/lib/admin-database.ts';
import { type CatalogueProduct, catalogueQuery } from '../catalogue-product.ts';

/** The number of rows that PostgREST returns at most. */
const partSize = 1000;

type CatalogueFilters = { q: string; category: string; state: string; stock: string };

/**
 * Every product that matches the filters of the products table, ordered by id: each part starts after the last id, so
 * that changes by other people cannot move a product between parts.
 */
export async function readCatalogue(
  { q, category, state, stock }: CatalogueFilters,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<CatalogueProduct[]> {
  const products: CatalogueProduct[] = [];
  for (;;) {
    const part = await queryDatabase((database) => {
      let query = catalogueQuery(database);
      if (category) query = query.eq('category', category);
      if (state) query = query.eq('is_active', state === 'active');
      if (stock === 'out') query = query.eq('stock', 0);
      if (stock === 'in') query = query.gt('stock', 0);
      if (stock === 'low') query = query.gt('stock', 0).lte('stock', lowStock);
      for (const word of searchWordsOf(q)) query = query.ilike('search_text', `%${word}%`);
      const last = products.at(-1);
      if (last) query = query.gt('id', last.id);
      return query.order('id').limit(partSize).abortSignal(signal);
    });
    products.push(...part);
    onProgress(products.length);
    if (part.length < partSize) return products;
  }
}

/** The words of a search, normalised like the searched column: lower case, no accents; `%` and `_` are escaped. */
function searchWordsOf(search: string): string[] {
  const folded = search
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'));
}
