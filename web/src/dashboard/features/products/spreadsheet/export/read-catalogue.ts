import { adminDatabase, answerOf } from '../../../../lib/admin-database.ts';
import { type CatalogueProduct, catalogueQuery } from '../catalogue-product.ts';

/** The most that the Data API gives in one answer. */
const pageSize = 1000;

export type CatalogueFilters = { q: string; category: string; state: string; stock: string };

/**
 * Every product that passes the filters of the table of products, in the order of ids: each page begins after the last
 * one, so that what others change meanwhile moves no product from page to page.
 */
export async function readCatalogue(
  { q, category, state, stock }: CatalogueFilters,
  onProgress: (read: number) => void,
  signal: AbortSignal,
): Promise<CatalogueProduct[]> {
  const database = await adminDatabase();
  const products: CatalogueProduct[] = [];
  for (;;) {
    let query = catalogueQuery(database);
    if (category) query = query.eq('category', category);
    if (state) query = query.eq('is_active', state === 'active');
    if (stock === 'out') query = query.eq('stock', 0);
    if (stock === 'in') query = query.gt('stock', 0);
    if (stock === 'low') query = query.gt('stock', 0).lte('stock', 5);
    for (const word of wordsOf(q)) query = query.ilike('search_text', `%${word}%`);
    const last = products.at(-1);
    if (last) query = query.gt('id', last.id);
    const { data } = await answerOf(query.order('id').limit(pageSize).abortSignal(signal));
    const page = data as unknown as CatalogueProduct[];
    products.push(...page);
    onProgress(products.length);
    if (page.length < pageSize) return products;
  }
}

/** The words of a search, as the column that is searched has them: small, without accents; `%` and `_` mean themselves. */
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
