import type { Product } from '@contract/products.ts';
import { formatKes } from '../../../../lib/money.ts';

/** Orders above this many KES are delivered free within Nairobi. */
const freeAbove = 50_000;

/** When a product arrives and what that costs, as long as nobody has said where to. */
export function deliverySentence({ brand, name, price }: Pick<Product, 'brand' | 'name' | 'price'>): string {
  const isTerrameter = brand === 'ABEM' && /terrameter/i.test(name);
  const cost = isTerrameter
    ? 'Delivered free, as every ABEM Terrameter.'
    : price > freeAbove
      ? 'Free delivery within Nairobi.'
      : `Within Nairobi ${formatKes(500)}-1,500.`;
  return `Delivery in 2-3 business days. ${cost}`;
}
