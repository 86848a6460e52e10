/** Why a query may read more in a larger shop, and at most how many times as much in one ten times as large; without a factor, there is no limit. */
export type AllowedGrowth = { reason: string; maxFactor?: number };

/** How many pages of 8 kB a query read in a smaller and in a larger shop. */
export type Growth = {
  name: string;
  from: number;
  to: number;
  isTooMuch: boolean;
  /** Why it may read more. */
  reason: string | null;
};

/** The usual limit: half as much again, however large the shop. */
const defaultFactor = 1.5;
/** Growth that is always allowed: a larger index has one more level, a few pages for each lookup. */
const pagesOfLevels = 24;

/** @param allowed by the names of the queries */
export function growthOf(
  smaller: ReadonlyMap<string, number>,
  larger: ReadonlyMap<string, number>,
  allowed: ReadonlyMap<string, AllowedGrowth | undefined>,
): Growth[] {
  return [...larger].map(([name, to]) => {
    const from = smaller.get(name) ?? 0;
    const isOver = (factor: number) => to > factor * from && to - from > pagesOfLevels;
    const exception = allowed.get(name);
    const isTooMuch = isOver(exception ? (exception.maxFactor ?? Infinity) : defaultFactor);
    return {
      name,
      from,
      to,
      isTooMuch,
      reason: exception && isOver(defaultFactor) ? exception.reason : null,
    };
  });
}
