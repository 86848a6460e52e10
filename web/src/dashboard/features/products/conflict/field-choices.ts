import { isSameField, type ProductField, productFields, type ProductValues } from '../form/product-values.ts';

export type Side = 'mine' | 'theirs';

/** A field in which the two versions differ, and which of them is suggested. */
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
 * The fields in which mine and theirs differ. Suggested is what only one side changed; where both did, mine. Stock that I
 * did not change is always theirs: otherwise pieces that were sold meanwhile would come back.
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

/** Their version, with those of my fields that were chosen. */
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
