import type { AdminProduct } from '@contract/admin.ts';
import type { AdminDatabase } from '#dashboard/lib/admin-database.ts';

/** A product as a database row, with the contract's names; only the first picture, `imageUrl`. */
export type CatalogueProduct = Omit<AdminProduct, 'held' | 'rating' | 'pictures'> & {
  rating: number | string;
};

/** A query for products with every column of the catalogue. */
export function catalogueQuery(database: AdminDatabase) {
  return database
    .from('products_to_edit')
    .select(
      'id,slug,name,category,description,price,stock,imageUrl:image_url,isActive:is_active,brand,model,specs,warrantyYears:warranty_years,weightGrams:weight_grams,moreOn:more_on,keywords,rating,createdAt:created_at,updatedAt:updated_at',
    );
}
