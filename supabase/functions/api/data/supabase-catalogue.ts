import type { Product, Specification } from '../../_shared/contract/products.ts';
import { isUuid } from '../../_shared/http/uuid.ts';
import type { Database } from '../../_shared/postgres-schema.ts';
import type { Catalogue } from '../deps.ts';
import { dataOf, type SupabaseClients } from './supabase-clients.ts';

type ShopProductRow = Database['public']['Views']['shop_products']['Row'];

export function supabaseCatalogue({ asVisitor }: SupabaseClients): Catalogue {
  const onSale = () => asVisitor.from('shop_products').select('*').order('created_at').order('id');
  return {
    list: async () => dataOf(await onSale()).map(toProduct),
    listOfCategory: async (category) =>
      isName(category) ? dataOf(await onSale().eq('category', category)).map(toProduct) : [],
    listOfIds: async (ids) =>
      ids.length === 0
        ? []
        : dataOf(
            await asVisitor
              .from('shop_products')
              .select('*')
              .in('id', [...ids]),
          ).map(toProduct),
    find: async (idOrSlug) => {
      if (!isName(idOrSlug)) return null;
      const column = isUuid(idOrSlug) ? 'id' : 'slug';
      const [row] = dataOf(await asVisitor.from('shop_products').select('*').eq(column, idOrSlug).limit(1));
      return row ? toProduct(row) : null;
    },
  };
}

/** An id, a slug or a category. What can be none is not asked for: Postgres has no word for a NUL. */
const isName = (text: string) => /^[a-z0-9-]{1,120}$/i.test(text);

/** A view's columns are nullable to the type generator; the table behind it says which can be absent. */
function toProduct(row: ShopProductRow): Product {
  return {
    id: row.id ?? '',
    slug: row.slug ?? '',
    name: row.name ?? '',
    category: row.category ?? '',
    description: row.description ?? '',
    price: row.price ?? 0,
    imageUrl: row.image_url,
    stock: row.stock ?? 0,
    rating: Number(row.rating) > 0 ? row.rating : null,
    isActive: row.is_active ?? false,
    brand: row.brand,
    model: row.model,
    specs: (row.specs ?? []) as Specification[],
    warrantyYears: row.warranty_years,
    weightGrams: row.weight_grams,
    createdAt: row.created_at ?? '',
    updatedAt: row.updated_at ?? '',
  };
}
