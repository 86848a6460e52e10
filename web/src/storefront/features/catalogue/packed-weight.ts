import type { Product } from '@contract/products.ts';

/** What a product weighs packed for transport: `10.6 kg`, `450 g`; null where the shop does not know. */
export function packedWeight({ weightGrams: grams }: Pick<Product, 'weightGrams'>): string | null {
  if (grams === null) return null;
  return grams < 1000
    ? `${grams}\u00a0g`
    : `${(grams / 1000).toLocaleString('en-KE', { maximumFractionDigits: 1 })}\u00a0kg`;
}
