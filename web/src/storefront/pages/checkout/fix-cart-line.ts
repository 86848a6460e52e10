import {
  cartStore,
  refreshCartProducts,
  removeFromCart,
  updateQuantity,
} from '#storefront/features/cart/cart-store.ts';
import type { LineFix } from '#storefront/features/checkout/summary/line-problem.ts';

/** Applies the buyer's correction of a refused line to the cart. */
export function fixCartLine(productId: string, fix: LineFix): void {
  const product = cartStore.items.find((item) => item.product.id === productId)?.product;
  if (!product) return;
  switch (fix.kind) {
    case 'set-quantity':
      refreshCartProducts([{ ...product, stock: fix.quantity }]);
      updateQuantity(productId, fix.quantity);
      break;
    case 'accept-price':
      refreshCartProducts([{ ...product, price: fix.price }]);
      break;
    case 'remove':
      removeFromCart(productId);
      break;
  }
}
