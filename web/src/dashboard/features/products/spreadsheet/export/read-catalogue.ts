import { lowStock } from '@contract/products.ts';
import { askDatabase } from '../../../../lib/admin-database.ts';
import { type CatalogueProduct, catalogueQuery } from '../catalogue-product.ts';

/** The most rows that PostgREST returns at once. */
const partSize = 1000;

type CatalogueFilters = { q: string; category: string; state: string; stock: string };

/**
 * Every product that passes the filters of the products table, in the order of ids: each part begins after the last id,
 * so that other people's changes move no product from one part to another.
 */
export async function readCatalogue(
  { q, category, state, stock }: CatalogueFilters,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<CatalogueProduct[]> {
  const products: CatalogueProduct[] = [];
  for (;;) {
    const part = await askDatabase((database) => {
      let query = catalogueQuery(database);
      if (category) query = query.eq('category', category);
      if (state) query = query.eq('is_active', state === 'active');
      if (stock === 'out') query = query.eq('stock', 0);
      if (stock === 'in') query = query.gt('stock', 0);
      if (stock === 'low') query = query.gt('stock', 0).lte('stock', lowStock);
      for (const word of wordsOf(q)) query = query.ilike('search_text', `%${word}%`);
      const last = products.at(-1);
      if (last) query = query.gt('id', last.id);
      return query.order('id').limit(partSize).abortSignal(signal);
    });
    products.push(...part);
    onProgress(products.length);
    if (part.length < partSize) return products;
  }
}

/** The words of a search, folded like the column that is searched: lower case, no accents; `%` and `_` are letters. */
function wordsOf(search: string): string[] {
  const folded = search
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  return folded
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'));
}
