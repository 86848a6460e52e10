/** How long the browser waits, in milliseconds. */
export const browserTimeLimits = {
  /** For an order and its payment: longer than everybody behind it. */
  order: 30_000,
  /** Until a reply to what is only read begins: nothing goes on that the browser would not know of. */
  read: 12_000,
} as const;

/**
 * How long a public reply is given, in milliseconds: by the CDN without asking, and after that while it asks for the next
 * one; by the edge proxy as a copy while no function answers.
 */
export const publicReplyAges = { fresh: 5_000, stale: 5_000, copy: 600_000 } as const;

/**
 * Netlify's CDN keeps a reply with this header, and serves it instead of asking
 * (https://docs.netlify.com/build/caching/caching-overview/).
 */
export const cdnHeader = 'netlify-cdn-cache-control';

/** The header of such a copy: when it was made, ISO 8601. */
export const copyHeader = 'x-copy-of';

/**
 * How long each part waits for the next one, in milliseconds. They are nested, the innermost shortest: whoever gives up
 * does so before anybody further out, so nobody is told "it did not work" about something that is still going on.
 * `time-limits.test.ts` compares them with each other and with the SQL.
 */
export const timeLimits = {
  /** SQL, `lock_timeout` of place_order and pay_again, and of what calls them within the limits, and of what staff do to an order: for one locked row. */
  lock: 3_000,
  /** SQL: after this long nothing of an order is written any more. */
  order: 6_000,
  /** The edge proxy, for the functions, before it sends the last good copy of what is public. */
  copy: 5_000,
  /** The functions, for Supabase. */
  database: 7_000,
  /** The functions, for the bank, or for Safaricom. */
  bank: 10_000,
  /** The functions, for a whole request: the database, the bank and the database again fit in. */
  request: 25_000,
  /** The edge proxy, for the functions. */
  proxy: 26_000,
  /** The browser, for an order and its payment. */
  browser: browserTimeLimits.order,
} as const;

/** Netlify, until it has the headers of a reply. Nothing can take longer. */
export const platformTimeLimit = 40_000;
