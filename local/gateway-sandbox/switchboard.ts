import { drawFaults, type RandomFaults } from './chance-of-faults.ts';
import { type GatewayBehaviour, goodBehaviour } from './gateway-behaviour.ts';

/** What is switched on now. */
export type SwitchboardSettings = {
  /** For every attempt. */
  behaviour: GatewayBehaviour;
  /** Null while nothing is left to chance. */
  random: RandomFaults | null;
  /** For one attempt, by its trace or its merchant reference; what is not named stays as for every attempt. */
  attempts: Record<string, Partial<GatewayBehaviour>>;
};

export type Switchboard = {
  settings(): SwitchboardSettings;
  /** Replaces what holds for every attempt and starts counting attempts anew. */
  set(behaviour: Partial<GatewayBehaviour>, random: RandomFaults | null): void;
  setFor(traceOrReference: string, behaviour: Partial<GatewayBehaviour>): void;
  clear(): void;
  clearFor(traceOrReference: string): void;
  /** The faults that chance gives to the attempt that is being opened. */
  drawNext(): Partial<GatewayBehaviour>;
  /** How an attempt is treated now: as everything, then as chance drew, then as was said for it alone. */
  behaviourOf(attempt: AddressedAttempt): GatewayBehaviour;
};

/** `drawn`: what chance gave the attempt when it was opened; it keeps that, whatever is switched later. */
export type AddressedAttempt = { trace: string; reference: string; drawn?: Partial<GatewayBehaviour> };

/** The faults of the gateway, kept in memory: a gateway that is started again is in good health. */
export function openSwitchboard(initial: Partial<GatewayBehaviour> = {}): Switchboard {
  const healthy = { ...goodBehaviour, ...initial };
  let behaviour = healthy;
  let random: RandomFaults | null = null;
  let opened = 0;
  const attempts = new Map<string, Partial<GatewayBehaviour>>();

  return {
    settings: () => ({ behaviour, random, attempts: Object.fromEntries(attempts) }),
    set(given, chance) {
      behaviour = { ...goodBehaviour, ...given };
      random = chance;
      opened = 0;
    },
    setFor: (key, given) => void attempts.set(key, given),
    clear() {
      behaviour = healthy;
      random = null;
      attempts.clear();
    },
    clearFor: (key) => void attempts.delete(key),
    drawNext: () => (random === null ? {} : drawFaults(random, opened++)),
    behaviourOf: ({ trace, reference, drawn }) => ({
      ...behaviour,
      ...drawn,
      ...attempts.get(reference),
      ...attempts.get(trace),
    }),
  };
}
