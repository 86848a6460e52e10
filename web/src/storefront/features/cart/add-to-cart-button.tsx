import type { Product } from '@contract/products.ts';
import { Button } from '../../../components/button.tsx';
import { showToast } from '../../../components/toast.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useFirstTap } from '../../../lib/use-first-tap.ts';
import { useFreshPrices } from '../../../lib/use-fresh-prices.ts';
import { addToCart, piecesInCart } from './cart-store.ts';
import { shortfallMessage } from './shortfall-message.ts';

/** Puts one piece into the cart and shows a toast; disabled for a product without stock. */
export function AddToCartButton({ product }: { product: Product }) {
  const isSoldOut = product.stock <= 0;

  const add = () => {
    const refusal = shortfallMessage(addToCart(product), product);
    if (refusal) showToast({ title: 'Nothing added', description: refusal, tone: 'info' });
    else
      showToast({
        title: 'Added to cart',
        description: `${product.name} has been added to your cart.`,
        note: `${piecesInCart()} in your cart`,
      });
  };

  const { isLive, isWaiting, actOnFresh } = useFreshPrices(add);
  const onPress = useFirstTap(actOnFresh);

  return (
    <Button wide disabled={isSoldOut || !isLive} busy={isWaiting} onClick={onPress}>
      {isSoldOut ? 'Out of Stock' : 'Add to Cart'}
      <VisuallyHidden>: {product.name}</VisuallyHidden>
    </Button>
  );
}
