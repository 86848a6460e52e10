import type { Product } from './products.ts';

/** `450 g`, `10.6 kg`, with no-break spaces. */
function formatGrams(grams: number): string {
  return grams < 1000
    ? `${grams}\u00a0g`
    : `${(grams / 1000).toLocaleString('en-KE', { maximumFractionDigits: 1 })}\u00a0kg`;
}

/** What a product weighs packed for transport: `10.6 kg`, `450 g`; null where the shop does not know. */
export function packedWeight({ weightGrams }: Pick<Product, 'weightGrams'>): string | null {
  return weightGrams === null ? null : formatGrams(weightGrams);
}

/**
 * The packed weight of items, e.g. `21.2 kg`; `at least` when the weight of a product is unknown, empty when all are.
 * @param weights grams per piece, by product
 */
export function formatWeight(
  items: readonly { productId: string; quantity: number }[],
  weights: Readonly<Record<string, number>>,
): string {
  const known = items.filter(({ productId }) => weights[productId] !== undefined);
  if (known.length === 0) return '';
  const grams = known.reduce((sum, { productId, quantity }) => sum + quantity * (weights[productId] ?? 0), 0);
  return known.length === items.length ? formatGrams(grams) : `at least ${formatGrams(grams)}`;
}
