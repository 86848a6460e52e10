import { cleanText } from '../../_shared/contract/clean-text.ts';
import type { Product } from '../../_shared/contract/products.ts';
import type { Database } from '../../_shared/postgres-schema.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Catalogue } from '../deps/catalogue.ts';

type ShopProduct = Database['public']['Views']['shop_products']['Row'];

export function supabaseCatalogue({ asShop }: SupabaseClients): Catalogue {
  const listOfIds = async (ids: readonly string[]) => {
    if (ids.length === 0) return [];
    const rows = await asShop((shop) =>
      shop
        .from('shop_products')
        .select('*')
        .in('id', [...ids]),
    );
    return rows.map(toProduct);
  };
  // The search answers even when this cannot be written.
  const recordMiss = (query: string) =>
    asShop((shop) => shop.rpc('record_search_miss', { p_query: cleanText(query, 200) })).catch(() => {});
  const sheets = keptForAMinute(() => asShop((shop) => shop.rpc('fit_sheets')));
  return {
    list: ({ filter, sort, limit, after }, { withTotal }) =>
      asShop((shop) =>
        shop.rpc('list_products', {
          p_filter: filter,
          p_sort: sort,
          p_limit: limit,
          p_after: after,
          p_count: withTotal,
        }),
      ),
    count: (filter) => asShop((shop) => shop.rpc('count_products', { p_filter: filter })),
    facets: (filter) => asShop((shop) => shop.rpc('product_facets', { p_filter: filter })),
    search: async (query, wish) => {
      const found = await asShop((shop) =>
        shop.rpc('search_products', { p_query: cleanText(query, 200), p_wish: wish }),
      );
      if (found.products.length === 0) await recordMiss(query);
      return found;
    },
    listOfIds,
    suggest: (typed, wish) =>
      asShop((shop) => shop.rpc('suggest_products', { p_query: cleanText(typed, 200), p_wish: wish })),
    index: () => asShop((shop) => shop.rpc('product_index')),
    page: async (idOrSlug) =>
      isName(idOrSlug) ? asShop((shop) => shop.rpc('product_page', { p_name: idOrSlug })) : null,
    dataSheets: (ids) => (ids ? asShop((shop) => shop.rpc('fit_sheets', { p_ids: ids })) : sheets()),
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
function toProduct(row: ShopProduct): Product {
  const { id, slug, name, category, description, price, brand, model, specs } = row;
  return {
    id,
    slug,
    name,
    category,
    description,
    price,
    brand,
    model,
    specs,
    imageUrl: row.image_url,
    keyValues: row.key_values,
    stock: row.stock ?? 0,
    rating: row.rating ?? '0.00',
    isActive: row.is_active,
    warrantyYears: row.warranty_years,
    weightGrams: row.weight_grams,
    moreOn: row.more_on,
    toOrder: row.to_order as Product['toOrder'],
    isService: row.is_service,
    createdAt: row.created_at ?? '',
    updatedAt: row.updated_at ?? '',
  };
}
