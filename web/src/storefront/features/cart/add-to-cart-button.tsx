import type { Product } from '@contract/products.ts';
import { Button } from '#components/forms/button.tsx';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { useAddToCart } from './use-add-to-cart.tsx';

/** Adds one piece to the cart and shows a toast; disabled when the product is out of stock. */
export function AddToCartButton({ product }: { product: Product }) {
  const isSoldOut = product.stock <= 0;
  const { label, canAct, isWaiting, onPress, early } = useAddToCart(product, 1);

  return (
    <Button {...early} wide disabled={isSoldOut || !canAct} busy={isWaiting} onClick={onPress}>
      <span>{label}</span>
      <VisuallyHidden>: {product.name}</VisuallyHidden>
    </Button>
  );
}
