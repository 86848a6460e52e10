import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useMe } from '../account/account-queries.ts';
import { productsIn } from '../storefront/features/catalogue/products-queries.ts';
import {
  dropSavedCart,
  followOtherTabs,
  loadCart,
  refreshCartProducts,
} from '../storefront/features/cart/cart-store.ts';

/**
 * Loads the cart before the first paint, follows other tabs, and keeps it in step with fetched products and
 * with the account.
 */
export function CartSync() {
  const queryClient = useQueryClient();
  const { data: user } = useMe();
  const userId = user?.id;

  useLayoutEffect(loadCart, []);
  useEffect(followOtherTabs, []);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'success') return;
        const products = productsIn(event.query);
        if (products) refreshCartProducts(products);
      }),
    [queryClient],
  );
  useEffect(() => (userId ? followCartOf(userId) : undefined), [userId]);
  // The sign-in of whose cart is stored here has ended since the last visit. One that ends during this visit leaves the
  // cart as it is until the next.
  const isUserKnown = useRef(false);
  useEffect(() => {
    if (user === undefined || isUserKnown.current) return;
    isUserKnown.current = true;
    if (!user) dropSavedCart();
  }, [user]);
  return null;
}

function followCartOf(userId: string): () => void {
  let stop = () => {};
  let isOver = false;
  import('../storefront/features/cart/account-cart.ts')
    .then(({ syncCartWithAccount }) => {
      if (!isOver) stop = syncCartWithAccount(userId);
    })
    // Without a connection the cart stays in this browser until the next load.
    .catch(() => {});
  return () => {
    isOver = true;
    stop();
  };
}
