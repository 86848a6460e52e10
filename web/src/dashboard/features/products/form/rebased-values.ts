import { isSameField, productFields, type ProductValues } from './product-values.ts';

/** What was typed, over a newer version of the product: fields that the editor left alone follow it. */
export function rebasedValues(
  typed: ProductValues,
  base: ProductValues,
  newer: ProductValues,
): ProductValues {
  const rebased = { ...newer };
  for (const field of productFields) {
    if (!isSameField(field, typed, base)) Object.assign(rebased, { [field]: typed[field] });
  }
  return rebased;
}
