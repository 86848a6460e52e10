import { formatDayAndTime, nairobiDay } from '@contract/nairobi-time.ts';
import type { Product } from '@contract/products.ts';
import { publicReplyAges } from '@contract/time-limits.ts';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import type { CartProduct } from '#storefront/lib/cart-item.ts';
import { useEarlyPress } from '#storefront/lib/use-early-press.ts';
import { useFreshPrices } from './use-fresh-prices.ts';
import { addToCart, toggleCart, useCart } from './cart-store.ts';
import { shortfallMessage } from './shortfall-message.ts';

/**
 * The props of a button that adds a product to the cart: at fresh prices, once for a double tap, with a toast about
 * the result. `label` says why it cannot be added, too; `canAct` and `isWaiting` are those of useFreshPrices; `early` are
 * props for presses before hydration.
 */
export function useAddToCart(
  product: CartProduct & Pick<Product, 'reservedUntil'>,
  quantity: number,
  onAdded?: () => void,
) {
  const { isHydrated, canAct, isWaiting, runWhenFresh } = useFreshPrices(() => {
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
        note: <InYourCart />,
      });
  }, onNoAnswer);
  useRefetchAfterHold(product.reservedUntil);
  return {
    label: labelOf(product, isHydrated),
    canAct,
    isWaiting,
    onPress: useFirstTap(runWhenFresh),
    early: useEarlyPress(`cart ${product.id}`, runWhenFresh),
  };
}

function onNoAnswer() {
  showToast({
    title: 'Nothing added',
    description: 'The shop did not answer, so price and stock may be out of date. Please try again.',
    tone: 'destructive',
  });
}

/** The number of pieces, as it is now, and the way to them. */
function InYourCart() {
  const { totalItems } = useCart();
  return (
    <span className="flex gap-3 gap-y-0 wrap baseline">
      <span>{`${totalItems} in your cart`}</span>
      <button type="button" className="link-button target" onClick={toggleCart}>
        View cart
      </button>
    </span>
  );
}

/** Fetches the products on the page again when the hold of one has ended. @param reservedUntil ISO 8601 */
function useRefetchAfterHold(reservedUntil: string | undefined) {
  const queryClient = useQueryClient();
  useEffect(() => {
    const left = Date.parse(reservedUntil ?? '') - Date.now();
    if (!(left > 0)) return;
    // Before that, the CDN may still have a reply in which it is held.
    const wait = left + publicReplyAges.fresh + publicReplyAges.stale;
    const isOfProducts = ({ queryKey: [path] }: Query) => /^\/api\/(products|search)/.test(String(path));
    const refetch = () => void queryClient.invalidateQueries({ predicate: isOfProducts });
    const timer = setTimeout(refetch, wait);
    return () => clearTimeout(timer);
  }, [queryClient, reservedUntil]);
}

/** @param isHydrated until then a page is as it was built, on another day */
function labelOf(
  { stock, toOrder, reservedUntil }: Pick<CartProduct, 'stock' | 'toOrder'> & Pick<Product, 'reservedUntil'>,
  isHydrated: boolean,
): string {
  if (stock > 0 || toOrder) return 'Add to Cart';
  if (!reservedUntil) return 'Out of Stock';
  const moment = formatDayAndTime(reservedUntil);
  const isToday = isHydrated && nairobiDay(reservedUntil) === nairobiDay();
  return `Reserved until ${isToday ? moment.split(', ')[1] : moment}`;
}

/** Two taps within this many milliseconds are one double tap. */
const doubleTap = 400;

/** Handles clicks on a button, but ignores the second click of a double click or double tap. */
export function useFirstTap(act: () => void): (event: MouseEvent) => void {
  const last = useRef(Number.NEGATIVE_INFINITY);
  return ({ detail, timeStamp, nativeEvent }) => {
    // Not every phone counts taps as mouse clicks are counted.
    const isTouch = 'pointerType' in nativeEvent && nativeEvent.pointerType === 'touch';
    const isSecond = detail > 1 || (isTouch && timeStamp - last.current < doubleTap);
    last.current = timeStamp;
    if (!isSecond) act();
  };
}
