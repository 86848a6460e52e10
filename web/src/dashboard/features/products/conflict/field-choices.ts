import { isSameField, type ProductField, productFields, type ProductValues } from '../form/product-values.ts';

export type Side = 'mine' | 'theirs';

/** A field in which the two versions differ, and which of them is likely meant. */
export type FieldChoice = {
  field: ProductField;
  /** Whose change it is: only one side touched the field, or both did. */
  changedBy: 'me' | 'them' | 'both';
  likely: Side;
};

type Versions = {
  /** The product as the editor saw it. */
  base: ProductValues;
  mine: ProductValues;
  theirs: ProductValues;
};

/**
 * The fields in which mine and theirs differ. What only one side changed is likely meant; where both did, mine. Stock
 * that I left alone is no question: it is theirs, or a sale would be put back on the shelf.
 */
export function fieldChoices({ base, mine, theirs }: Versions): FieldChoice[] {
  return productFields
    .filter((field) => !isSameField(field, mine, theirs))
    .filter((field) => field !== 'stock' || !isSameField(field, mine, base))
    .map((field) => {
      if (isSameField(field, mine, base)) return { field, changedBy: 'them', likely: 'theirs' };
      return { field, changedBy: isSameField(field, theirs, base) ? 'me' : 'both', likely: 'mine' };
    });
}

/** Their version, with those fields of mine that were chosen. */
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
