import { formatDay } from '@contract/nairobi-time.ts';
import { lowStock, type Product } from '@contract/products.ts';

/** The stock as text: a number only when few are left; when more are expected while none can be ordered. */
export function stockLabel({ stock, moreOn }: Pick<Product, 'stock' | 'moreOn'>): string {
  if (stock <= 0) return moreOn ? `More on ${formatDay(moreOn)}` : 'None in stock';
  if (stock === 1) return 'Last one in stock';
  return stock <= lowStock ? `Only ${stock} in stock` : 'In stock';
}
