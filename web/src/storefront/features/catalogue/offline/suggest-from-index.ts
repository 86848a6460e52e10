import type { QueryClient } from '@tanstack/react-query';
import { cachedIndexQuery } from '#storefront/lib/cached-product-index.ts';
import type { SuggestedItems } from '../search/suggestion-groups.tsx';
import { searchIndex } from './search-index.ts';

/**
 * Suggestions from the index on this device: five products, without their prices, which may be old, and three
 * categories; none when there is no index.
 */
export async function suggestFromIndex(queryClient: QueryClient, typed: string): Promise<SuggestedItems> {
  const cached = await queryClient.fetchQuery(cachedIndexQuery);
  const found = cached ? searchIndex(cached.index.products, typed) : [];
  return {
    terms: [],
    categories: [...new Set(found.map(({ category }) => category))].slice(0, 3),
    products: found.slice(0, 5).map(({ slug, name }) => ({ slug, name })),
  };
}
