const kilograms = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

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
  const text = grams < 1000 ? `${grams} g` : `${kilograms.format(grams / 1000)} kg`;
  return known.length === items.length ? text : `at least ${text}`;
}
