const kilograms = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 1 });

/**
 * What some items weigh packed, e.g. `21.2 kg`; with `at least` when not every product's weight is known, and nothing
 * when none is.
 * @param weights grams of one piece, by product
 */
export function weightWords(
  items: readonly { productId: string; quantity: number }[],
  weights: Readonly<Record<string, number>>,
): string {
  const known = items.filter(({ productId }) => weights[productId] !== undefined);
  if (known.length === 0) return '';
  const grams = known.reduce((sum, { productId, quantity }) => sum + quantity * (weights[productId] ?? 0), 0);
  const words = grams < 1000 ? `${grams} g` : `${kilograms.format(grams / 1000)} kg`;
  return known.length === items.length ? words : `at least ${words}`;
}
