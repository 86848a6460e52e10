import type { Product, ProductPage } from '../../_shared/contract/products.ts';
import type { Database } from '../../_shared/postgres-schema.ts';
import type { SqlReplies } from '../../_shared/supabase/sql-replies.ts';
import type { SupabaseClients } from '../../_shared/supabase/supabase-clients.ts';
import type { Catalogue } from '../deps.ts';

type ShopProduct = Database['public']['Views']['shop_products']['Row'];

export function supabaseCatalogue({ asVisitor }: SupabaseClients): Catalogue {
  const onSale = async (column?: 'category' | 'id', values: readonly string[] = []) => {
    const rows = await asVisitor((visitor) => {
      const query = visitor.from('shop_products').select('*').order('created_at').order('id');
      return column ? query.in(column, [...values]) : query;
    });
    return rows.map(toProduct);
  };
  return {
    list: () => onSale(),
    listOfCategory: async (category) => (isName(category) ? onSale('category', [category]) : []),
    search: async (query) => {
      // Postgres cannot take a NUL.
      const text = query.replaceAll('\0', ' ').slice(0, 200);
      const { productIds, nearestIds } = await asVisitor<SqlReplies['search_products']>((visitor) =>
        visitor.rpc('search_products', { p_query: text }),
      );
      const ids = [...productIds, ...nearestIds];
      const products = new Map(
        (ids.length === 0 ? [] : await onSale('id', ids)).map((product) => [product.id, product]),
      );
      const inOrder = (wanted: string[]) => wanted.flatMap((id) => products.get(id) ?? []);
      return { products: inOrder(productIds), nearest: inOrder(nearestIds) };
    },
    listOfIds: async (ids) => (ids.length === 0 ? [] : onSale('id', ids)),
    page: async (idOrSlug) =>
      isName(idOrSlug)
        ? asVisitor<ProductPage | null>((visitor) => visitor.rpc('product_page', { p_name: idOrSlug }))
        : null,
  };
}

/** An id, a slug or a category. Anything else is not asked for: Postgres cannot take a NUL, for one. */
const isName = (text: string) => /^[a-z0-9-]{1,120}$/i.test(text);

/** The type generator takes computed columns of a view for nullable; only the rating can be absent. */
function toProduct(row: ShopProduct): Product {
  const { id, slug, name, category, description, price, brand, model, specs } = row;
  return {
    ...{ id, slug, name, category, description, price, brand, model, specs },
    imageUrl: row.image_url,
    keyFigures: row.key_figures,
    stock: row.stock ?? 0,
    rating: Number(row.rating) > 0 ? row.rating : null,
    isActive: row.is_active,
    warrantyYears: row.warranty_years,
    weightGrams: row.weight_grams,
    createdAt: row.created_at ?? '',
    updatedAt: row.updated_at ?? '',
  };
}
