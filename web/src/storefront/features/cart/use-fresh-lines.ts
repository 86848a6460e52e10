import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { ApiError } from '#lib/api/api-client.ts';
import { productPageQuery } from '#storefront/lib/product-page-query.ts';
import { cartStore, refreshCartProducts, useCart } from './cart-store.ts';

/** Milliseconds for which what the shop said about a product is new enough. */
const newEnough = 60_000;

/**
 * Where the cart is shown: asks the shop about its products, so that a line says before Pay that its price or stock has
 * changed. Returns how to ask again now.
 */
export function useFreshLines(isShown: boolean): () => void {
  const queryClient = useQueryClient();
  const { isLoaded } = useCart();
  const ask = useCallback(
    (staleTime: number) => {
      for (const { product } of cartStore.items) {
        const known = { ...product };
        queryClient
          .fetchQuery({ ...productPageQuery(known.id), staleTime })
          .then(({ product: { isActive, ...fresh } }) =>
            refreshCartProducts([isActive ? fresh : { ...fresh, stock: 0, toOrder: null }]),
          )
          .catch((error: unknown) => {
            // Of anything else nothing is known: the line stays as it is.
            if (error instanceof ApiError && error.status === 404)
              refreshCartProducts([{ ...known, stock: 0, toOrder: null }]);
          });
      }
    },
    [queryClient],
  );
  useEffect(() => {
    // Without a connection the cart is shown as it is.
    if (isShown && isLoaded && navigator.onLine) ask(newEnough);
  }, [isShown, isLoaded, ask]);
  return useCallback(() => ask(0), [ask]);
}
