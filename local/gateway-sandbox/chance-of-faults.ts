import { createHash } from 'node:crypto';
import type { GatewayBehaviour } from './gateway-behaviour.ts';

/** What can go wrong by chance, and how the gateway behaves then. */
export const faultsByChance = {
  returnLost: { label: 'Return lost', behaviour: { returnLost: true } },
  returnDoubled: { label: 'Return posted twice', behaviour: { returnDoubled: true } },
  returnDelayed: { label: 'Return 3 s late', behaviour: { returnDelayedMs: 3000 } },
  returnForged: {
    label: 'Return says the opposite',
    behaviour: { returnAddress: 'fail', returnStatus: '4' },
  },
  queryLate: { label: 'First query 12 s late', behaviour: { queryDelayedMs: 12_000, queryFaultAsks: 1 } },
  queryError: { label: 'First query error 500', behaviour: { queryAnswer: 'error500', queryFaultAsks: 1 } },
  queryGarbage: { label: 'First query garbage', behaviour: { queryAnswer: 'garbage', queryFaultAsks: 1 } },
  queryNever: { label: 'First query cut off', behaviour: { queryAnswer: 'never', queryFaultAsks: 1 } },
  wrongAmount: { label: 'KES 1 too little taken', behaviour: { amountOffCents: -100 } },
  refusedThenApproved: {
    label: 'Refused, then approved',
    behaviour: { approvesLater: 'afterRefusal', approvesLaterAsks: 1 },
  },
  timedOutThenApproved: {
    label: 'Timed out, then approved',
    behaviour: { approvesLater: 'afterTimeOut', approvesLaterAsks: 1 },
  },
  paidTwice: { label: 'Charged twice', behaviour: { paidTwice: true } },
} as const satisfies Record<string, { label: string; behaviour: Partial<GatewayBehaviour> }>;

export type FaultByChance = keyof typeof faultsByChance;

/** Faults by chance: 0 is never, 1 is every transaction. The seed decides which transactions they meet. */
export type RandomFaults = { seed: string; chances: Partial<Record<FaultByChance, number>> };

/**
 * The faults that the transaction with this number (from 0, in the order of opening) meets. They depend on seed and number
 * alone: the same seed and the same order of transactions give the same faults, on any day and any machine.
 */
export function drawFaults({ seed, chances }: RandomFaults, transaction: number): Partial<GatewayBehaviour> {
  const drawn = Object.keys(faultsByChance)
    .map((name) => name as FaultByChance)
    .filter((name) => chanceOf(`${seed}:${transaction}:${name}`) < (chances[name] ?? 0));
  return Object.assign(
    {},
    ...drawn.map((name) => faultsByChance[name].behaviour),
  ) as Partial<GatewayBehaviour>;
}

/** The settings that somebody sent, or one sentence on what is wrong with them. */
export function readRandomFaults(sent: unknown): RandomFaults | string {
  const { seed, chances } = (sent ?? {}) as { seed?: unknown; chances?: unknown };
  const written = typeof seed === 'number' ? String(seed) : seed;
  if (typeof written !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(written)) {
    return 'random.seed must be a number or at most 100 characters';
  }
  if (typeof chances !== 'object' || chances === null) return 'random.chances must be an object';
  for (const [name, chance] of Object.entries(chances)) {
    if (!Object.hasOwn(faultsByChance, name)) {
      return `${name} is not a fault: choose from ${Object.keys(faultsByChance).join(', ')}`;
    }
    if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1)) return `${name} must be from 0 to 1`;
  }
  return { seed: written, chances };
}

/** A pseudo-random number from 0 up to 1, derived from a text. */
function chanceOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
