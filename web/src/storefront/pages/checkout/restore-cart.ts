import { addToCart, cartStore, loadCart } from '#storefront/features/cart/cart-store.ts';
import { recallPlacedOrder } from '#storefront/features/checkout/payment/order-key.ts';

/**
 * Puts the lines of the order that was last taken to the bank's page back into the cart. A cart that is not empty is
 * newer and is not changed.
 */
export function restoreCart(): void {
  loadCart();
  if (cartStore.items.length > 0) return;
  for (const { product, quantity } of recallPlacedOrder()?.lines ?? []) addToCart(product, quantity);
}
