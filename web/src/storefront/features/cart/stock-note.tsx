import type { CartItem } from '#storefront/lib/cart-item.ts';
import { maxQuantityOf } from './cart-lines.ts';

/** Says that a line has all pieces in stock, or more. */
export function StockNote({ item: { product, quantity } }: { item: CartItem }) {
  const maxQuantity = maxQuantityOf(product);
  if (quantity < maxQuantity) return null;
  if (quantity === maxQuantity) {
    return (
      <p className="muted">{maxQuantity === 1 ? 'The last one in stock' : `All ${maxQuantity} in stock`}</p>
    );
  }
  return (
    <p className="small strong bad">
      {maxQuantity === 0
        ? 'Out of stock now. Remove it to continue.'
        : `Only ${maxQuantity} left. Please lower the quantity.`}
    </p>
  );
}
