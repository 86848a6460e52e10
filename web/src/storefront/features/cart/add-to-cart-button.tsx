import type { Product } from '@contract/products.ts';
import { Button } from '../../../components/button.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useAddToCart } from './use-add-to-cart.ts';

/** Puts one piece into the cart and shows a toast; disabled for a product without stock. */
export function AddToCartButton({ product }: { product: Product }) {
  const isSoldOut = product.stock <= 0;
  const { isHydrated, isWaiting, onPress } = useAddToCart(product, 1);

  return (
    <Button wide disabled={isSoldOut || !isHydrated} busy={isWaiting} onClick={onPress}>
      {isSoldOut ? 'Out of Stock' : 'Add to Cart'}
      <VisuallyHidden>: {product.name}</VisuallyHidden>
    </Button>
  );
}
