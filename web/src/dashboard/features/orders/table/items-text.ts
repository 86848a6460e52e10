import type { OrderRow } from '@contract/admin-orders.ts';
import { counted } from '#dashboard/lib/format-count.ts';

/** `2 × Power cable, 1 × GPSMAP 65s and 3 more products`. */
export function itemsText({ items, lines }: Pick<OrderRow, 'items' | 'lines'>): string {
  const named = items.map(({ quantity, productName }) => `${quantity} × ${productName}`);
  const rest = lines - items.length;
  if (rest <= 0) return named.join(', ');
  return `${named.join(', ')} and ${counted(rest, 'more product')}`;
}
