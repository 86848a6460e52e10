import { browserState } from '#lib/storage/stored-state.ts';

const flag = browserState('has-ordered', 1, (value) => (value === true ? true : null));

/** Whether this browser may have open orders. A browser without orders sends no request. */
export const hasOrdered = (): boolean => flag.recall() === true;

/** Set before an order is sent, as the response may be lost. */
export const setOrderedFlag = (): void => flag.remember(true);

/** None of this browser's orders is open any more. */
export const clearOrderedFlag = (): void => flag.forget();

/**
 * A query for products, in which stock reserved by this browser's own orders does not count as sold out. Only browsers
 * that have ordered ask for it.
 */
export const asBuyer = (query = ''): string =>
  hasOrdered() ? [query, 'own=yes'].filter(Boolean).join('&') : query;
