import { drawFaults, type RandomFaults } from './chance-of-faults.ts';
import { type GatewayBehaviour, goodBehaviour } from './gateway-behaviour.ts';

/** What is switched on now. */
export type CurrentFaults = {
  /** For every transaction. */
  behaviour: GatewayBehaviour;
  /** Null while nothing is left to chance. */
  random: RandomFaults | null;
  /** For one transaction, by its trace or its merchant reference; what is not named stays as for every transaction. */
  transactions: Record<string, Partial<GatewayBehaviour>>;
};

export type FaultSettings = {
  current(): CurrentFaults;
  /** Replaces what holds for every transaction and starts counting transactions anew. */
  set(behaviour: Partial<GatewayBehaviour>, random: RandomFaults | null): void;
  setFor(traceOrReference: string, behaviour: Partial<GatewayBehaviour>): void;
  clear(): void;
  clearFor(traceOrReference: string): void;
  /** The faults that chance gives to the transaction that is being opened. */
  drawNext(): Partial<GatewayBehaviour>;
  /** How a transaction is treated now: as everything, then as chance drew, then as was said for it alone. */
  behaviourOf(transaction: AddressedTransaction): GatewayBehaviour;
};

/** `drawn`: what chance gave the transaction when it was opened; it keeps that, whatever is switched later. */
type AddressedTransaction = { trace: string; reference: string; drawn?: Partial<GatewayBehaviour> };

/** The faults of the gateway, kept in memory: a gateway that is started again is in good health. */
export function openFaultSettings(initial: Partial<GatewayBehaviour> = {}): FaultSettings {
  const healthy = { ...goodBehaviour, ...initial };
  let behaviour = healthy;
  let random: RandomFaults | null = null;
  let opened = 0;
  const transactions = new Map<string, Partial<GatewayBehaviour>>();

  return {
    current: () => ({ behaviour, random, transactions: Object.fromEntries(transactions) }),
    set(given, chance) {
      behaviour = { ...goodBehaviour, ...given };
      random = chance;
      opened = 0;
    },
    setFor: (key, given) => void transactions.set(key, given),
    clear() {
      behaviour = healthy;
      random = null;
      transactions.clear();
    },
    clearFor: (key) => void transactions.delete(key),
    drawNext: () => (random === null ? {} : drawFaults(random, opened++)),
    behaviourOf: ({ trace, reference, drawn }) => ({
      ...behaviour,
      ...drawn,
      ...transactions.get(reference),
      ...transactions.get(trace),
    }),
  };
}
