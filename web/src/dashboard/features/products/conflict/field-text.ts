import { picturesText } from '#dashboard/lib/picture-text.ts';
import { categoryName } from '../category-names.ts';
import type { ProductField, ProductValues } from '../form/product-values.ts';
import { galleryOf } from '../pictures/gallery-rows.ts';
import { specOf } from '../form/spec-rows.ts';

/** The value of a form field as text, for comparing. */
export function fieldText(field: ProductField, values: ProductValues): string {
  if (field === 'specs') {
    return (
      values.specs
        .map(specOf)
        .map(({ label, value }) => `${label}: ${value}`)
        .join('\n') || 'nothing'
    );
  }
  if (field === 'pictures') return picturesText(galleryOf(values.pictures));
  if (field === 'isActive') return values.isActive ? 'yes' : 'no';
  if (field === 'category') return categoryName(values.category);
  return values[field] || 'nothing';
}
