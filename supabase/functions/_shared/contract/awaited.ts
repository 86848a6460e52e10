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
}: Omit<AwaitedItem, 'productName'>): string | null {
  if (awaited === 0 || !toOrder) return null;
  const which = awaited < quantity ? `${awaited} of them ` : '';
  const days = expectedDays([{ awaited, expectedFrom, expectedTo }]);
  return days === null
    ? `${which ? `${which}to order` : 'To order'}, ${weeksOf(toOrder)}`
    : `${which ? `${which}expected` : 'Expected'} ${days}`;
}

/** `12 Jan 2027 to 26 Jan 2027`: when all that is to come from the maker is expected; null before the deposit. */
export function expectedDays(
  items: readonly Pick<AwaitedItem, 'awaited' | 'expectedFrom' | 'expectedTo'>[],
): string | null {
  const awaited = items.filter((item) => item.awaited > 0);
  const from = awaited.flatMap(({ expectedFrom }) => expectedFrom ?? []).toSorted()[0];
  const to = awaited
    .flatMap(({ expectedTo }) => expectedTo ?? [])
    .toSorted()
    .at(-1);
  if (!from || !to) return null;
  return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
}

/** What is said before a deposit is paid. @param now @param later sums in KES as text */
export const orderedThen = (now: string, later: string): string =>
  `${now} is due now. What is not in stock is ordered for you then; ${later} is due when it has come.`;

/** The names of what an order waits for. */
export const awaitedNames = (items: readonly AwaitedItem[]): string =>
  items
    .filter(({ awaited }) => awaited > 0)
    .map(({ productName }) => productName)
    .join(', ');
