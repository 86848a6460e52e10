/** How long the browser waits, in milliseconds. Apart from `time-limits.ts`: every page of the site downloads these. */
export const browserTimeLimits = {
  /** For an order and its payment: longer than everybody behind it. */
  order: 30_000,
  /** Until a reply to what is only read begins: nothing goes on that the browser would not know of. */
  read: 12_000,
} as const;
