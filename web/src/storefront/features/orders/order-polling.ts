/** How long an undecided payment is watched before the page says that it stops. */
export const watchForMs = 4 * 60_000;

/** Milliseconds until the next question, for a payment watched for so long: often at first, then seldom. */
export function nextPollDelay(watchedMs: number): number | false {
  if (watchedMs >= watchForMs) return false;
  if (watchedMs < 20_000) return 3_000;
  if (watchedMs < 90_000) return 8_000;
  return 20_000;
}
