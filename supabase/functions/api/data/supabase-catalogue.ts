import { cleanText } from '../../_shared/contract/clean-text.ts';
import type { SearchWish } from '../../_shared/contract/search-wish.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { ProductListQuery, SearchedFilter } from '../deps.ts';
import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';

export function supabaseCatalogue({ asShop }: SupabaseClients) {
  /** Those of these ids that are on sale, in no particular order. */
  const listOfIds = async (ids: readonly string[]) =>
    ids.length === 0 ? [] : asShop((shop) => shop.rpc('shown_products_by_ids', { p_ids: [...ids] }));
  // The search answers even when this cannot be written.
  const recordMiss = (query: string) =>
    asShop.rpc('record_search_miss', { p_query: cleanText(query, 200) }).catch(() => {});
  const sheets = keptForAMinute(() => asShop.rpc('fit_sheets'));
  return {
    /**
     * A page of a list, and `withTotal` the number of products that match the filter, else null.
     * @throws Refusal `unknown_filter`, `invalid_cursor`
     */
    list: ({ filter, sort, limit, after }: ProductListQuery, { withTotal }: { withTotal: boolean }) =>
      asShop.rpc('list_products', {
        p_filter: filter,
        p_sort: sort,
        p_limit: limit,
        p_after: after,
        p_count: withTotal,
      }),
    /** The number of products that match a filter. @throws Refusal `unknown_filter` */
    count: (filter: SearchedFilter) => asShop.rpc('count_products', { p_filter: filter }),
    /** @throws Refusal `unknown_filter` */
    facets: (filter: SearchedFilter) => asShop.rpc('product_facets', { p_filter: filter }),
    search: async (query: string, wish: SearchWish) => {
      const found = await asShop.rpc('search_products', { p_query: cleanText(query, 200), p_wish: wish });
      if (found.products.length === 0) await recordMiss(query);
      return found;
    },
    listOfIds,
    /** Suggestions for a typed text. */
    suggest: (typed: string, wish: SearchWish) =>
      asShop.rpc('suggest_products', { p_query: cleanText(typed, 200), p_wish: wish }),
    /** The index of all products on sale, which browsers store. */
    index: () => asShop.rpc('product_index'),
    /** By id, slug or former slug; null when no such product is on sale or was ever sold. */
    page: async (idOrSlug: string) =>
      isName(idOrSlug) ? asShop.rpc('product_page', { p_name: idOrSlug }) : null,
    /** The data sheets of what fits other things, as they were up to a minute ago; with `ids` those of these products, on sale. */
    dataSheets: (ids?: string[]) => (ids ? asShop.rpc('fit_sheets', { p_ids: ids }) : sheets()),
  };
}

/** What is read at most once a minute; a failure is not kept. */
function keptForAMinute<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; until: number } | null = null;
  return () => {
    if (!kept || kept.until < Date.now()) {
      const value = read();
      kept = { value, until: Date.now() + 60_000 };
      value.catch(() => {
        kept = null;
      });
    }
    return kept.value;
  };
}

/** An id or a slug. Other values are not queried: Postgres rejects a NUL, for example. */
const isName = (text: string) => /^[a-z0-9-]{1,120}$/i.test(text);

/** The type generator takes computed columns of a view for nullable; none is. */

export function supabaseDelivery({ asShop }: SupabaseClients) {
  return {
    /** In the order of their numbers. */
    counties: () => asShop.rpc('list_delivery_counties'),
    /** @param county its number; null when none was chosen. @throws Refusal `invalid_request` for no such county */
    quote: (county: string | null, items: StoredCartLine[]) =>
      asShop.rpc('delivery_quote', { p_items: items, p_county: county ?? undefined }),
  };
}
