import {
  listProductsOfCategory,
  type Product,
  shopCategories,
} from '../../supabase/functions/_shared/contract/products.ts';
import { pageSize, categoryPath } from '../src/storefront/lib/category-path.ts';
import type { FetchApi } from './shop-api.ts';

/**
 * The paths of the pages after the first of every category, in default order: with them every product can be reached
 * by links alone, without scripts.
 */
export async function laterCategoryPages(
  fetchApi: FetchApi,
  products: readonly Pick<Product, 'category'>[],
): Promise<string[]> {
  const pages: string[] = [];
  for (const category of shopCategories) {
    const total = products.filter((product) => product.category === category).length;
    let cursor: string | null = null;
    for (let before = pageSize; before < total; before += pageSize) {
      cursor = await nextCursor(fetchApi, category, cursor);
      if (!cursor) break;
      pages.push(categoryPath(category, { before, cursor }));
    }
  }
  return pages;
}

async function nextCursor(
  fetchApi: FetchApi,
  category: string,
  cursor: string | null,
): Promise<string | null> {
  const query = new URLSearchParams({ limit: String(pageSize), count: 'no', ...(cursor && { cursor }) });
  const response = await fetchApi(`${listProductsOfCategory.path.replace(':category', category)}?${query}`);
  if (!response.ok) throw new Error(`The category ${category} was answered with ${response.status}.`);
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  return next ? new URL(next, 'http://shop').searchParams.get('cursor') : null;
}
