import { formatDay } from './nairobi-time.ts';
import { type ToOrder, weeksOf } from './to-order.ts';

// What is said of ordered pieces that are to come from the maker.

type AwaitedItem = {
  productName: string;
  quantity: number;
  awaited: number;
  toOrder: ToOrder | null;
  expectedFrom: string | null;
  expectedTo: string | null;
};

/** What is said of an ordered line that waits for the maker: before the deposit how long it takes, afterwards the days. */
export function awaitedNote({
  quantity,
  awaited,
  toOrder,
  expectedFrom,
  expectedTo,
}: AwaitedItem): string | null {
  if (awaited === 0 || !toOrder) return null;
  const which = awaited < quantity ? `${awaited} of them ` : '';
  return expectedFrom && expectedTo
    ? `${which ? `${which}expected` : 'Expected'} ${formatDay(expectedFrom)}${expectedTo === expectedFrom ? '' : ` to ${formatDay(expectedTo)}`}`
    : `${which ? `${which}to order` : 'To order'}, ${weeksOf(toOrder)}`;
}

/** Whether of a paid order pieces have come from the maker, and wait for the rest of their price. */
export const hasCome = (word: string, items: readonly Pick<AwaitedItem, 'toOrder'>[]): boolean =>
  word === 'added' && items.some(({ toOrder }) => toOrder !== null);

/** What is said before a deposit is paid. @param now @param later sums in KES as text */
export const orderedThen = (now: string, later: string): string =>
  `${now} is due now. What is not in stock is ordered for you then; ${later} is due when it has come.`;

/** The names of what an order waits for. */
export const awaitedNames = (items: readonly AwaitedItem[]): string =>
  items
    .filter(({ awaited }) => awaited > 0)
    .map(({ productName }) => productName)
    .join(', ');
