import type { Product } from '@contract/products.ts';
import { Button } from '#components/forms/button.tsx';
import { type CartProduct, maxQuantityOf } from '#storefront/lib/cart-item.ts';
import { useAddToCart } from './use-add-to-cart.tsx';

/** Adds one piece to the cart and shows a toast; disabled when the product is out of stock. */
export function AddToCartButton({ product }: { product: Product }) {
  const isSoldOut = maxQuantityOf(product) === 0;
  const { label, canAct, isWaiting, onPress, early } = useAddToCart(product, 1);

  return (
    <Button
      {...early}
      variant="secondary"
      wide
      disabled={isSoldOut || !canAct}
      busy={isWaiting}
      onClick={onPress}
    >
      <span>{label}</span>
      <span className="visually-hidden">: {product.name}</span>
    </Button>
  );
}

/** The same beside a line of another product's page, which has its own button: nothing when the product is out of stock. */
export function AddLineButton({ product }: { product: CartProduct }) {
  const { canAct, isWaiting, onPress, early } = useAddToCart(product, 1);
  if (maxQuantityOf(product) === 0) return null;
  return (
    <Button
      {...early}
      variant="secondary"
      aria-label={`Add ${product.name} to the Cart`}
      disabled={!canAct}
      busy={isWaiting}
      onClick={onPress}
    >
      Add
    </Button>
  );
}
