import { createHash } from 'node:crypto';
import type { FaultTable } from './fault-table.ts';

/** Faults by chance: 0 is never, 1 is every transaction. The seed decides which transactions they meet. */
export type RandomFaults = { seed: string; chances: Record<string, number> };

/** What is switched on now. */
export type CurrentFaults<Treatment> = {
  /** For every transaction. */
  behaviour: Treatment;
  /** Null while nothing is left to chance. */
  random: RandomFaults | null;
  /** For one transaction, by a name of it; what is not named stays as for every transaction. */
  transactions: Record<string, Partial<Treatment>>;
};

export type FaultSettings<Treatment, Transaction = never> = ReturnType<
  typeof openFaultSettings<Treatment, Transaction>
>;

/**
 * The faults of a sandbox, kept in memory: one that is started again is in good health. `addressOf` tells the names of a
 * transaction that faults may be set for, of which a later one counts more, and what chance gave it when it was opened:
 * it keeps that, whatever is switched later.
 */
export function openFaultSettings<Treatment, Transaction>(
  { good, byChance }: FaultTable<Treatment>,
  addressOf: (transaction: Transaction) => { names: string[]; drawn?: Partial<Treatment> | undefined },
  initial: Partial<Treatment> = {},
) {
  const healthy: Treatment = { ...good, ...initial };
  let behaviour = healthy;
  let random: RandomFaults | null = null;
  let opened = 0;
  const transactions = new Map<string, Partial<Treatment>>();

  return {
    current: (): CurrentFaults<Treatment> => ({
      behaviour,
      random,
      transactions: Object.fromEntries(transactions),
    }),
    /** Replaces what holds for every transaction and starts counting transactions anew. */
    set(given: Partial<Treatment>, chance: RandomFaults | null) {
      behaviour = { ...good, ...given };
      random = chance;
      opened = 0;
    },
    setFor: (name: string, given: Partial<Treatment>) => void transactions.set(name, given),
    clearFor: (name: string) => void transactions.delete(name),
    clear() {
      behaviour = healthy;
      random = null;
      transactions.clear();
    },
    /** The faults that chance gives to the transaction that is being opened. */
    drawNext: (): Partial<Treatment> => (random === null ? {} : drawFaults(byChance, random, opened++)),
    /** How a transaction is treated now: as everything, then as chance drew, then as was said for it alone. */
    behaviourOf(transaction: Transaction): Treatment {
      const { names, drawn } = addressOf(transaction);
      return Object.assign({ ...behaviour, ...drawn }, ...names.map((name) => transactions.get(name)));
    },
  };
}

/**
 * The faults that the transaction with this number (from 0, in the order of opening) meets. They depend on seed and number
 * alone: the same seed and the same order of transactions give the same faults, on any day and any machine.
 */
function drawFaults<Treatment>(
  byChance: FaultTable<Treatment>['byChance'],
  { seed, chances }: RandomFaults,
  transaction: number,
): Partial<Treatment> {
  const drawn = Object.entries(byChance).filter(([name]) => {
    const number = createHash('sha256').update(`${seed}:${transaction}:${name}`).digest().readUInt32BE(0);
    return number / 2 ** 32 < (chances[name] ?? 0);
  });
  return Object.assign({}, ...drawn.map(([, behaviour]) => behaviour)) as Partial<Treatment>;
}

/** The settings that somebody sent, or one sentence on what is wrong with them. */
export function readRandomFaults({ byChance }: FaultTable<unknown>, sent: unknown): RandomFaults | string {
  const { seed, chances } = (sent ?? {}) as { seed?: unknown; chances?: unknown };
  const written = typeof seed === 'number' ? String(seed) : seed;
  if (typeof written !== 'string' || !/^[\x20-\x7e]{1,100}$/.test(written))
    return 'random.seed must be a number or at most 100 characters';
  if (typeof chances !== 'object' || chances === null) return 'random.chances must be an object';
  for (const [name, chance] of Object.entries(chances)) {
    if (!Object.hasOwn(byChance, name))
      return `${name} is not a fault: choose from ${Object.keys(byChance).join(', ')}`;
    if (typeof chance !== 'number' || !(chance >= 0 && chance <= 1)) return `${name} must be from 0 to 1`;
  }
  return { seed: written, chances: chances as Record<string, number> };
}
