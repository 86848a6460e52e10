/** How many pages of 8 kB a question read in a smaller and in a larger shop. */
export type Growth = {
  name: string;
  from: number;
  to: number;
  isTooMuch: boolean;
  /** Why it may read more. */
  reason: string | null;
};

/** A question reads the same however large the shop is, but for half as much again. */
const mostTimes = 1.5;
/** A larger index has one level more: a few pages, for a question that reads few. */
const pagesOfLevels = 24;

/** What may read more as the shop grows, and why: the beginnings of questions' names. */
export const whatGrows: Readonly<Record<string, string>> = {
  'Count of a shelf': 'it counts, which is exact (decision 29); its budget is twice what it needs',
  'Facets of a shelf': 'the same',
  'Search: ': 'it ranks all that has the words, 2,000 products at most',
  'Products: page 1,000': 'a smaller shop has no such page',
  'Orders: page 1,000': 'a smaller shop has no such page',
  'Transactions: page 1,000': 'a smaller shop has no such page',
  'People: page 1,000': 'a smaller shop has no such page',
};

/** @param reasons by the beginning of a question's name */
export function growthOf(
  smaller: ReadonlyMap<string, number>,
  larger: ReadonlyMap<string, number>,
  reasons: Readonly<Record<string, string>>,
): Growth[] {
  return [...larger].map(([name, to]) => {
    const from = smaller.get(name) ?? 0;
    const hasGrown = to > mostTimes * from && to - from > pagesOfLevels;
    const reason = Object.entries(reasons).find(([beginning]) => name.startsWith(beginning))?.[1] ?? null;
    return { name, from, to, isTooMuch: hasGrown && reason === null, reason: hasGrown ? reason : null };
  });
}
