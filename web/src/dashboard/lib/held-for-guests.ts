import type { OwnerAlerts } from '@contract/admin-overview.ts';
import { formatCount } from './format-count.ts';

/** `41 pieces reserved by 3 unpaid guests`; empty when there are none. */
export const heldForGuestsText = ({ pieces, orders }: OwnerAlerts['heldForGuests']): string =>
  orders === 0
    ? ''
    : `${formatCount(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} reserved by ${formatCount(orders)} unpaid ${orders === 1 ? 'guest' : 'guests'}`;
