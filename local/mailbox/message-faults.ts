/** Faults of a provider; shares are probabilities from 0 to 1 for each request. */
export type MessageFaults = {
  /** Refused with 500. */
  failShare: number;
  /** Refused with 429 and a `Retry-After` of one second. */
  limitShare: number;
  /** Accepted, then the connection is closed without a reply. */
  dropShare: number;
  /** Accepted, and reported as bounced a second later. */
  bounceShare: number;
  /** Milliseconds before each reply. */
  delayMs: number;
};

export const noFaults: MessageFaults = {
  failShare: 0,
  limitShare: 0,
  dropShare: 0,
  bounceShare: 0,
  delayMs: 0,
};

/** Parses faults; missing ones are 0. Null when a value is out of range. */
export function messageFaults(sent: unknown): MessageFaults | null {
  if (typeof sent !== 'object' || sent === null) return null;
  const faults = { ...noFaults, ...sent };
  const isShare = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
  const isGood =
    Object.keys(faults).length === Object.keys(noFaults).length &&
    [faults.failShare, faults.limitShare, faults.dropShare, faults.bounceShare].every(isShare) &&
    typeof faults.delayMs === 'number' &&
    faults.delayMs >= 0 &&
    faults.delayMs <= 60_000;
  return isGood ? faults : null;
}
