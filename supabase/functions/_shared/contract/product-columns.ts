import type { CreateProductRequest } from './product-form.ts';

type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

/** Some fields of a product under the contract's names, as they were typed or seen. */
export type ProductFields = Partial<Record<keyof CreateProductRequest, Json>>;

/** The same fields under their columns' names, and nothing but them; what is absent stays absent. */
export function productColumns(fields: ProductFields): Json {
  const { slug, name, category, description, price, stock, brand, model, specs, keywords } = fields;
  const { imageUrl, pictures, isActive, warrantyYears, weightGrams, moreOn, replacedBy, toOrder, isService } =
    fields;
  return {
    slug,
    name,
    category,
    description,
    price,
    stock,
    brand,
    model,
    specs,
    keywords,
    // The first of the pictures is the imageUrl.
    image_url: pictures ? undefined : imageUrl,
    pictures,
    is_active: isActive,
    warranty_years: warrantyYears,
    weight_grams: weightGrams,
    more_on: moreOn,
    replaced_by: replacedBy,
    to_order: toOrder,
    is_service: isService,
  };
}
