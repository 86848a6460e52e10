import { lowStock } from '@contract/products.ts';

/** Stock in words: a number only where it matters. */
export function stockLabel(stock: number): string {
  if (stock <= 0) return 'None in stock';
  if (stock === 1) return 'Last one in stock';
  return stock <= lowStock ? `Only ${stock} in stock` : 'In stock';
}
