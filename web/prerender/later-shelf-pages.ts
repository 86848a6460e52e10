import {
  listProductsOfCategory,
  type Product,
  shopCategories,
} from '../../supabase/functions/_shared/contract/products.ts';
import { pageSize, shelfPath } from '../src/storefront/lib/shelf-path.ts';
import type { AskApi } from './shop-api.ts';

/**
 * The addresses of the pages behind the first one of every shelf, in the order in which a shelf opens: with them each
 * product can be reached by links alone, without scripts.
 */
export async function laterShelfPages(
  ask: AskApi,
  products: readonly Pick<Product, 'category'>[],
): Promise<string[]> {
  const pages: string[] = [];
  for (const category of shopCategories) {
    const total = products.filter((product) => product.category === category).length;
    let cursor: string | null = null;
    for (let before = pageSize; before < total; before += pageSize) {
      cursor = await nextCursor(ask, category, cursor);
      if (!cursor) break;
      pages.push(shelfPath(category, { before, cursor }));
    }
  }
  return pages;
}

async function nextCursor(ask: AskApi, category: string, cursor: string | null): Promise<string | null> {
  const question = new URLSearchParams({ limit: String(pageSize), count: 'no', ...(cursor && { cursor }) });
  const answer = await ask(`${listProductsOfCategory.path.replace(':category', category)}?${question}`);
  if (!answer.ok) throw new Error(`The shelf ${category} was answered with ${answer.status}.`);
  const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  return next ? new URL(next, 'http://shop').searchParams.get('cursor') : null;
}
