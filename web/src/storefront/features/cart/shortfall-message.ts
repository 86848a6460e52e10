import { maxLines, maxQuantity } from '@contract/order-limits.ts';
import type { CartProduct } from '#storefront/lib/cart-item.ts';
import type { Shortfall } from './cart-lines.ts';

/** The message why not all pieces were added; null when they were. */
export function shortfallMessage(shortfall: Shortfall, product: Pick<CartProduct, 'stock'>): string | null {
  switch (shortfall) {
    case 'sold-out':
      return 'This item is out of stock.';
    case 'stock-limit':
      return product.stock === 1
        ? 'There is only 1 in stock, and it is in your cart.'
        : `There are only ${product.stock} in stock, and they are in your cart.`;
    case 'quantity-limit':
      return `One order takes at most ${maxQuantity} of one item. Call us for more.`;
    case 'line-limit':
      return `One order takes at most ${maxLines} different items. Place this order first, then a second one.`;
    case null:
      return null;
  }
}
