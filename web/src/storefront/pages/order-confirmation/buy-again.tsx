import type { Order } from '@contract/orders.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { addToCart, toggleCart } from '#storefront/features/cart/cart-store.ts';
import { productPageQuery } from '#storefront/lib/product-page-query.ts';

/** Puts the products of an order into the cart again, at today's prices, as far as they are in stock. */
export function BuyAgain({ items }: { items: Order['items'] }) {
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const onClick = async () => {
    setIsBusy(true);
    try {
      const pages = await Promise.all(
        items.map(({ productId }) => queryClient.fetchQuery(productPageQuery(productId))),
      );
      const missing = pages.flatMap(({ product }, line) =>
        addToCart(product, items[line]!.quantity) === null ? [] : [product.name],
      );
      showToast({
        title: missing.length === 0 ? 'Added to cart' : 'Not all added',
        description:
          missing.length === 0
            ? 'The items of this order have been added to your cart.'
            : `There are not enough pieces of ${missing.join(', ')}.`,
        tone: missing.length === 0 ? undefined : 'info',
        note: (
          <button type="button" className="link-button target" onClick={toggleCart}>
            View cart
          </button>
        ),
      });
    } catch (error) {
      showFailure('Nothing added', error);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="secondary" busy={isBusy} onClick={onClick}>
      Buy Again
    </Button>
  );
}
