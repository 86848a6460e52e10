import { formatKes } from './money.ts';
import { formatDayToCome } from './nairobi-time.ts';
import type { DeliveryPromise, OrderDelivery } from './orders.ts';

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

/** In words, of an order whose buyer fetches it. */
export const collectedAtShop = 'Collected at the shop';

/** Whether its buyer fetches an order. */
export const isCollectedAtShop = ({ zone }: Pick<OrderDelivery, 'zone'>): boolean => zone === 'collected';

/** What goods from the maker wait for. */
export const itHasCome = (hasRest: boolean): string => `it has come${hasRest ? ' and the rest is paid' : ''}`;

const processed = {
  bank: 'once the bank has transferred the money to us, usually within two bank days',
  maker: `when ${itHasCome(false)}`,
  rest: `when ${itHasCome(true)}`,
  closed: 'when we are open again',
};

/** The same of every order. @param waitsForBankFrom KES, as in the shop's details */
export const processedAsRule = (waitsForBankFrom: number): string =>
  `within 24 hours; those of ${formatKes(waitsForBankFrom)} or more that are paid by card, ${processed.bank}`;

/**
 * How long it takes, and until when: `2-3 business days: by Thu 3 Dec`. Before paying nobody knows by which way: then the
 * day is that of a payment today, and where a payment by card takes longer, its day stands behind it. Empty in the reduced
 * view of an order.
 * @param place stands behind the period
 * @param isTransfer of a paper by which a transfer is made
 */
export function deliveryTime(delivery: DeliveryPromise, place = '', isTransfer = false): string {
  const { promise, by, after, byCard } = daysOf(delivery);
  const paid = delivery.isPromised ? '' : isTransfer ? ' if your transfer comes today' : ' if paid today';
  const day = by ? `: by ${formatDayToCome(by)}${paid}` : '';
  const card = byCard && !isTransfer ? ` (by card${counted.bank}, by ${formatDayToCome(byCard)})` : '';
  return promise && `${promise}${place}${after ? counted[after] : ''}${day}${card}`;
}

const counted = {
  bank: ' after the bank has paid us',
  maker: ` after ${itHasCome(false)}`,
  rest: ` after ${itHasCome(true)}`,
  closed: '',
};

/** The period and the day to say first, and the later day of a payment by card, where that is not known yet. */
export const daysOf = ({
  otherwise,
  ...card
}: DeliveryPromise): Omit<DeliveryPromise, 'otherwise'> & { byCard: string | null } =>
  otherwise && !card.isPromised
    ? { ...card, ...otherwise, after: null, byCard: card.by }
    : { ...card, byCard: null };
