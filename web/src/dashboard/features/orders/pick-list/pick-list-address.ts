import { maxSlips } from '@contract/packing-slip.ts';

/** The path of the pick list of `maxSlips` orders at most. */
export const pickListAddress = (ids: readonly string[]): string =>
  `/admin/orders/pick-list?orders=${ids.join(',')}`;

/** The ids of the orders in such a URL. */
export const ordersOfPickList = (orders: string | null): string[] =>
  (orders ?? '')
    .split(',')
    .filter((one) => one !== '')
    .slice(0, maxSlips);
