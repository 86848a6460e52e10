import { isSameField, type ProductField, productFields, type ProductValues } from '../form/product-values.ts';

export type Side = 'mine' | 'theirs';

/** A field in which the two versions differ, and the suggested side. */
export type FieldChoice = {
  field: ProductField;
  /** Who changed the field. */
  changedBy: 'me' | 'them' | 'both';
  suggested: Side;
};

type Versions = {
  /** The product as the editor saw it. */
  base: ProductValues;
  mine: ProductValues;
  theirs: ProductValues;
};

/**
 * The fields in which mine and theirs differ. The suggestion is the side that changed the field, or mine if both did.
 * Stock that I did not change is always theirs: otherwise pieces sold meanwhile would be added back.
 */
export function fieldChoices({ base, mine, theirs }: Versions): FieldChoice[] {
  return productFields
    .filter((field) => !isSameField(field, mine, theirs))
    .filter((field) => field !== 'stock' || !isSameField(field, mine, base))
    .map((field) => {
      if (isSameField(field, mine, base)) return { field, changedBy: 'them', suggested: 'theirs' };
      return { field, changedBy: isSameField(field, theirs, base) ? 'me' : 'both', suggested: 'mine' };
    });
}

/** Their version, with the chosen fields of mine. */
export function chosenValues(
  { mine, theirs }: Pick<Versions, 'mine' | 'theirs'>,
  sides: Partial<Record<ProductField, Side>>,
): ProductValues {
  const chosen = { ...theirs };
  for (const [field, side] of Object.entries(sides) as [ProductField, Side][]) {
    if (side === 'mine') Object.assign(chosen, { [field]: mine[field] });
  }
  return chosen;
}
