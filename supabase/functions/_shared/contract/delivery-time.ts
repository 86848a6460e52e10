import { formatKes } from './money.ts';
import { formatDayToCome } from './nairobi-time.ts';
import type { DeliveryPromise } from './orders.ts';

/** When an order is processed, as the rest of a sentence. @param since from when on the hours count, where they do not yet */
export function processedWhen(
  { after, isPromised }: Pick<DeliveryPromise, 'after'> & Partial<Pick<DeliveryPromise, 'isPromised'>>,
  since?: 'payment' | 'confirmation',
): string {
  const soon = `within 24 hours${since ? ` after ${since}` : ''}`;
  // How it will be paid is not known yet: the bank is waited for only by card.
  if (after === 'bank' && isPromised === false) return `${soon}, or by card ${processed.bank}`;
  return after ? processed[after] : soon;
}

const processed = {
  bank: 'once the bank has transferred the money to us, usually within two bank days',
  maker: 'when it has come',
  closed: 'when we are open again',
};

/** The same of every order. @param waitsForBankFrom KES, as in the shop's details */
export const processedAsRule = (waitsForBankFrom: number): string =>
  `within 24 hours; those of ${formatKes(waitsForBankFrom)} or more that are paid by card, ${processed.bank}`;

/**
 * How long it takes, and until when: `2-3 business days: by Thu 3 Dec`; before it is paid, that this is the day of a payment
 * by card. Empty in the reduced view of an order. @param place stands behind the period
 */
export function deliveryTime({ promise, by, after, isPromised }: DeliveryPromise, place = ''): string {
  const day = by ? `: by ${formatDayToCome(by)}${isPromised ? '' : ' if paid by card today'}` : '';
  return promise && `${promise}${place}${after ? counted[after] : ''}${day}`;
}

const counted = { bank: ' after the bank’s transfer', maker: ' after it has come', closed: '' };
