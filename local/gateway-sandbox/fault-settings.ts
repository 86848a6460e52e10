import { createHash } from 'node:crypto';
import { type GatewayBehaviour, goodBehaviour } from './gateway-behaviour.ts';

/** What can go wrong by chance, and how the gateway behaves then. */
export const faultsByChance = {
  returnLost: { returnLost: true },
  returnDoubled: { returnDoubled: true },
  returnDelayed: { returnDelayedMs: 3000 },
  returnForged: { returnAddress: 'fail', returnStatus: '4' },
  queryLate: { queryDelayedMs: 12_000, queryFaultAsks: 1 },
  queryError: { queryAnswer: 'error500', queryFaultAsks: 1 },
  queryGarbage: { queryAnswer: 'garbage', queryFaultAsks: 1 },
  queryNever: { queryAnswer: 'never', queryFaultAsks: 1 },
  wrongAmount: { amountOffCents: -100 },
  refusedThenApproved: { approvesLater: 'afterRefusal', approvesLaterAsks: 1 },
  timedOutThenApproved: { approvesLater: 'afterTimeOut', approvesLaterAsks: 1 },
  paidTwice: { paidTwice: true },
} as const satisfies Record<string, Partial<GatewayBehaviour>>;

type FaultByChance = keyof typeof faultsByChance;

/** Faults by chance: 0 is never, 1 is every transaction. The seed decides which transactions they meet. */
export type RandomFaults = { seed: string; chances: Partial<Record<FaultByChance, number>> };

/** What is switched on now. */
export type CurrentFaults = {
  /** For every transaction. */
  behaviour: GatewayBehaviour;
  /** Null while nothing is left to chance. */
  random: RandomFaults | null;
  /** For one transaction, by its trace or its merchant reference; what is not named stays as for every transaction. */
  transactions: Record<string, Partial<GatewayBehaviour>>;
};

/** `drawn`: what chance gave the transaction when it was opened; it keeps that, whatever is switched later. */
type AddressedTransaction = { trace: string; reference: string; drawn?: Partial<GatewayBehaviour> };

export type FaultSettings = ReturnType<typeof openFaultSettings>;

/** The faults of the gateway, kept in memory: a gateway that is started again is in good health. */
export function openFaultSettings(initial: Partial<GatewayBehaviour> = {}) {
  const healthy: GatewayBehaviour = { ...goodBehaviour, ...initial };
  let behaviour = healthy;
  let random: RandomFaults | null = null;
  let opened = 0;
  const transactions = new Map<string, Partial<GatewayBehaviour>>();

  return {
    current: (): CurrentFaults => ({ behaviour, random, transactions: Object.fromEntries(transactions) }),
    /** Replaces what holds for every transaction and starts counting transactions anew. */
    set(given: Partial<GatewayBehaviour>, chance: RandomFaults | null) {
      behaviour = { ...goodBehaviour, ...given };
      random = chance;
      opened = 0;
    },
    setFor: (traceOrReference: string, given: Partial<GatewayBehaviour>) =>
      void transactions.set(traceOrReference, given),
    clearFor: (traceOrReference: string) => void transactions.delete(traceOrReference),
    clear() {
      behaviour = healthy;
      random = null;
      transactions.clear();
    },
    /** The faults that chance gives to the transaction that is being opened. */
    drawNext: () => (random === null ? {} : drawFaults(random, opened++)),
    /** How a transaction is treated now: as everything, then as chance drew, then as was said for it alone. */
    behaviourOf: ({ trace, reference, drawn }: AddressedTransaction): GatewayBehaviour => ({
      ...behaviour,
      ...drawn,
      ...transactions.get(reference),
      ...transactions.get(trace),
    }),
  };
}

/**
 * The faults that the transaction with this number (from 0, in the order of opening) meets. They depend on seed and number
 * alone: the same seed and the same order of transactions give the same faults, on any day and any machine.
 */
function drawFaults({ seed, chances }: RandomFaults, transaction: number): Partial<GatewayBehaviour> {
  const drawn = Object.entries(faultsByChance).filter(([name]) => {
    const number = createHash('sha256').update(`${seed}:${transaction}:${name}`).digest().readUInt32BE(0);
    return number / 2 ** 32 < (chances[name as FaultByChance] ?? 0);
  });
  return Object.assign({}, ...drawn.map(([, behaviour]) => behaviour)) as Partial<GatewayBehaviour>;
}

/** The settings that somebody sent, or one sentence on what is wrong with them. */
export function readRandomFaults(sent: unknown): RandomFaults | string {
  const { seed, chances } = (sent ?? {}) as { seed?: unknown; chances?: unknown };
  const written = typeof seed === 'number' ? String(seed) : seed;
  if (typeof written !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(written))
    return 'random.seed must be a number or at most 100 characters';
  if (typeof chances !== 'object' || chances === null) return 'random.chances must be an object';
  for (const [name, chance] of Object.entries(chances)) {
    if (!Object.hasOwn(faultsByChance, name))
      return `${name} is not a fault: choose from ${Object.keys(faultsByChance).join(', ')}`;
    if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1)) return `${name} must be from 0 to 1`;
  }
  return { seed: written, chances };
}
