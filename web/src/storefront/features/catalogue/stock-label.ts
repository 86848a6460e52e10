import { formatDay } from '@contract/nairobi-time.ts';
import { weeksOf } from '@contract/to-order.ts';
import { lowStock, type Product } from '@contract/products.ts';

type Stocked = Pick<Product, 'stock' | 'moreOn'> & Partial<Pick<Product, 'toOrder' | 'isService'>>;

/** The stock as text: a number only when few are left; how it comes to order, or when, while none is there. */
export function stockLabel({ stock, moreOn, toOrder, isService }: Stocked): string {
  if (isService) return 'Service';
  if (stock <= 0 && toOrder) return `To order, ${weeksOf(toOrder)}`;
  if (stock <= 0) return moreOn ? `More on ${formatDay(moreOn)}` : 'None in stock';
  if (stock === 1) return 'Last one in stock';
  return stock <= lowStock ? `Only ${stock} in stock` : 'In stock';
}
