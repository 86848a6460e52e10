import type { FaultTable } from './fault-table.ts';

/** What is switched on now. */
type CurrentFaults<Treatment> = {
  /** For every transaction. */
  behaviour: Treatment;
  /** For one transaction, by a name of it; what is not named stays as for every transaction. */
  transactions: Record<string, Partial<Treatment>>;
};

export type FaultSettings<Treatment extends object, Transaction = never> = ReturnType<
  typeof openFaultSettings<Treatment, Transaction>
>;

/**
 * The faults of a sandbox, kept in memory: one that is started again is in good health. `namesOf` tells the names of a
 * transaction that faults may be set for, of which a later one counts more.
 */
export function openFaultSettings<Treatment extends object, Transaction>(
  { good }: FaultTable<Treatment>,
  namesOf: (transaction: Transaction) => string[],
) {
  let behaviour = good;
  const transactions = new Map<string, Partial<Treatment>>();

  return {
    current: (): CurrentFaults<Treatment> => ({
      behaviour,
      transactions: Object.fromEntries(transactions),
    }),
    /** Replaces what holds for every transaction. */
    set: (given: Partial<Treatment>) => void (behaviour = { ...good, ...given }),
    setFor: (name: string, given: Partial<Treatment>) => void transactions.set(name, given),
    clearFor: (name: string) => void transactions.delete(name),
    clear() {
      behaviour = good;
      transactions.clear();
    },
    /** How a transaction is treated now: as everything, then as was said for it alone. */
    behaviourOf: (transaction: Transaction): Treatment =>
      Object.assign({ ...behaviour }, ...namesOf(transaction).map((name) => transactions.get(name))),
  };
}
