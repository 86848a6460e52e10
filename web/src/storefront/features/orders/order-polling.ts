/** How long an undecided payment is polled, in milliseconds. */
export const pollForMs = 4 * 60_000;

/** Between two requests while a phone asks for its PIN. */
export const promptPollMs = 5_000;

/**
 * Milliseconds until the next request for a payment that has been polled for this long: short at first, then longer.
 * False when polling is over.
 */
export function nextPollDelay(watchedMs: number): number | false {
  if (watchedMs >= pollForMs) return false;
  if (watchedMs < 20_000) return 3_000;
  if (watchedMs < 90_000) return 8_000;
  return 20_000;
}
