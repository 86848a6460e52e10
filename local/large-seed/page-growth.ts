/** Why a question may read more in a larger shop, and how many times as much in one ten times as large; without, whatever it takes. */
export type Grows = { why: string; times?: number };

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

/** @param reasons why a question may read more in a larger shop, by its name */
export function growthOf(
  smaller: ReadonlyMap<string, number>,
  larger: ReadonlyMap<string, number>,
  reasons: ReadonlyMap<string, Grows | undefined>,
): Growth[] {
  return [...larger].map(([name, to]) => {
    const from = smaller.get(name) ?? 0;
    const isOver = (times: number) => to > times * from && to - from > pagesOfLevels;
    const reason = reasons.get(name);
    const isTooMuch = isOver(reason ? (reason.times ?? Infinity) : mostTimes);
    return { name, from, to, isTooMuch, reason: reason && isOver(mostTimes) ? reason.why : null };
  });
}
