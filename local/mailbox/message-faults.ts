import type { MessageChannel } from './mailbox.ts';

/** Faults of a provider; shares are probabilities from 0 to 1 for each request. */
export type MessageFaults = typeof noFaults;

export const noFaults = {
  /** Refused with 500. */
  failShare: 0,
  /** Refused with 429 and a `Retry-After` of one second. */
  limitShare: 0,
  /** Accepted, then the connection is closed without a reply. */
  dropShare: 0,
  /** Accepted, and reported as bounced a second later. */
  bounceShare: 0,
  /** Milliseconds before each reply. */
  delayMs: 0,
  /** Whose faults these are: those of one channel, or of all. */
  channel: 'all' as 'all' | MessageChannel,
};

/** What happens to a message of this channel. */
export const faultsOf = (faults: MessageFaults, channel: MessageChannel): MessageFaults =>
  faults.channel === 'all' || faults.channel === channel ? faults : noFaults;

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
    faults.delayMs <= 60_000 &&
    ['all', 'email', 'sms', 'whatsapp'].includes(faults.channel);
  return isGood ? faults : null;
}
