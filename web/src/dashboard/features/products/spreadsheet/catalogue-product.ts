import type { Specification } from '@contract/products.ts';
import type { AdminDatabase } from '../../../lib/admin-database.ts';

/** A product as its row of the table says; names as in the contract. */
export type CatalogueProduct = {
  id: string;
  slug: string;
  name: string;
  category: string;
  description: string;
  /** KES, whole shillings. */
  price: number;
  stock: number;
  imageUrl: string | null;
  isActive: boolean;
  brand: string | null;
  model: string | null;
  specs: Specification[];
  warrantyYears: number | null;
  weightGrams: number | null;
  keywords: string;
  rating: number | string;
  createdAt: string;
  updatedAt: string;
};

/** A question for products with every column of the catalogue. */
export function catalogueQuery(database: AdminDatabase) {
  return database
    .from('products')
    .select(
      'id,slug,name,category,description,price,stock,imageUrl:image_url,isActive:is_active,brand,model,specs,' +
        'warrantyYears:warranty_years,weightGrams:weight_grams,keywords,rating,createdAt:created_at,updatedAt:updated_at',
    );
}
