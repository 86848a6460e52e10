import { lowStock } from '@contract/products.ts';

/** The stock as text: a number only when few are left. */
export function stockLabel(stock: number): string {
  if (stock <= 0) return 'None in stock';
  if (stock === 1) return 'Last one in stock';
  return stock <= lowStock ? `Only ${stock} in stock` : 'In stock';
}
