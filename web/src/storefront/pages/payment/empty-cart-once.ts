import { browserState } from '#lib/storage/stored-state.ts';
import { clearCart } from '#storefront/features/cart/cart-store.ts';

/** The last returns from the bank that emptied the cart, newest first: their query strings. */
const storedReturns = browserState('cart-emptied-after', 1, (state) =>
  Array.isArray(state) ? state.filter((one): one is string => typeof one === 'string') : null,
);

const maxReturns = 20;

/**
 * Empties the cart, once for each return from the bank: somebody who comes to this page again with Back, a reload or
 * the history of the browser has a newer cart.
 * @param query the page's query string, which names the payment; without one the cart is always emptied
 */
export function emptyCartOnce(query: string): void {
  const returns = storedReturns.recall() ?? [];
  if (returns.includes(query)) return;
  clearCart();
  if (query !== '') storedReturns.remember([query, ...returns].slice(0, maxReturns));
}
