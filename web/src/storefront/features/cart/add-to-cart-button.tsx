import type { Product } from '@contract/products.ts';
import { Button } from '#components/forms/button.tsx';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { useAddToCart } from './use-add-to-cart.ts';

/** Adds one piece to the cart and shows a toast; disabled when the product is out of stock. */
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
