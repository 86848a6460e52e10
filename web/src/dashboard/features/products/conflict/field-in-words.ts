import { picturesInWords } from '../../../lib/picture-words.ts';
import { categoryName } from '../category-names.ts';
import type { ProductField, ProductValues } from '../form/product-values.ts';
import { galleryOf } from '../pictures/gallery-rows.ts';
import { specOf } from '../form/spec-rows.ts';

/** A field of the form in words, for comparing. */
export function fieldInWords(field: ProductField, values: ProductValues): string {
  if (field === 'specs') {
    return (
      values.specs
        .map(specOf)
        .map(({ label, value }) => `${label}: ${value}`)
        .join('\n') || 'nothing'
    );
  }
  if (field === 'pictures') return picturesInWords(galleryOf(values.pictures));
  if (field === 'isActive') return values.isActive ? 'yes' : 'no';
  if (field === 'category') return categoryName(values.category);
  return values[field] || 'nothing';
}
