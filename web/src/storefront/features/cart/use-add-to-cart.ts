import type { Product } from '@contract/products.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { useFirstTap } from './use-first-tap.ts';
import { useFreshPrices } from './use-fresh-prices.ts';
import { addToCart, piecesInCart } from './cart-store.ts';
import { shortfallMessage } from './shortfall-message.ts';

/**
 * The props of a button that adds a product to the cart: at fresh prices, once for a double tap, with a toast about
 * the result. `isHydrated` and `isWaiting` are those of useFreshPrices.
 */
export function useAddToCart(product: Product, quantity: number, onAdded?: () => void) {
  const { isHydrated, isWaiting, runWhenFresh } = useFreshPrices(() => {
    const refusal = shortfallMessage(addToCart(product, quantity), product);
    onAdded?.();
    if (refusal)
      showToast({
        title: quantity === 1 ? 'Nothing added' : 'Not all added',
        description: refusal,
        tone: 'info',
      });
    else
      showToast({
        title: 'Added to cart',
        description: `${product.name} has been added to your cart.`,
        note: `${piecesInCart()} in your cart`,
      });
  });
  return { isHydrated, isWaiting, onPress: useFirstTap(runWhenFresh) };
}
