/** How a provider misbehaves on purpose; shares are chances from 0 to 1 for each request. */
export type MessageFaults = {
  /** Refused with 500 before anything is taken. */
  failShare: number;
  /** Refused with 429 and a `Retry-After` of one second. */
  limitShare: number;
  /** Taken, then the connection breaks without an answer. */
  dropShare: number;
  /** Taken, and reported as bounced a second later. */
  bounceShare: number;
  /** Milliseconds before each answer. */
  delayMs: number;
};

export const noFaults: MessageFaults = {
  failShare: 0,
  limitShare: 0,
  dropShare: 0,
  bounceShare: 0,
  delayMs: 0,
};

/** The faults that somebody sent, those not named at 0; null when one is not a number in its range. */
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
