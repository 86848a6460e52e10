import { atLeast, atMost, downTo, upTo } from './sheet.ts';
import type { Panels, SolarInput, Tracker } from './part.ts';

/** Panels in strings on the trackers of a solar input. */
export type Stringing = {
  /** How many panels the first n trackers certainly have, by n - 1. */
  certain: number[];
  /** How many all of them could have if what is missing allows it. */
  possible: number;
  /** The keys that are not known of the panels, and of the input. */
  missing: { panels: string[]; input: string[] };
};

/** More panels than this are a plant that somebody plans, not a cart. */
export const mostModules = 120;

/** Cells at 0 °C, against 25 °C in the data sheet; without a coefficient by the table for silicon. */
const coldest = 25;
const coldWithoutCoefficient = 1.14;

/** How panels can be put on an input's trackers. `bus`: the volts of its bank, for one without a range of its own. */
export function stringing(
  panels: Panels,
  modules: number,
  input: SolarInput,
  trackers: Tracker[],
  bus: number,
): Stringing {
  const missing = missingFor(panels, input);
  const none = trackers.map(() => 0);
  if (missing.panels.length > 0) return { certain: none, possible: 0, missing };
  const lengths = stringLengths(panels, modules, input, bus);
  const limits = trackers.map((tracker) => stringsOn(panels, input, tracker));
  const most = (side: 'certain' | 'possible') =>
    mostOf(
      modules,
      limits.map((limit) => countsOf(lengths, limit[side], modules)),
    );
  return { certain: input.volts ? most('certain') : none, possible: most('possible').at(-1) ?? 0, missing };
}

function missingFor({ open, working, short }: Panels, { volts, trackers }: SolarInput): Stringing['missing'] {
  return {
    panels: [
      ...(open ? [] : ['open_circuit_voltage']),
      ...(working ? [] : ['mpp_voltage']),
      ...(short ? [] : ['short_circuit_current']),
    ],
    input: [
      ...(volts ? [] : ['maximum_solar_voltage']),
      ...(trackers.every((tracker) => tracker.short) ? [] : ['maximum_solar_short_circuit']),
    ],
  };
}

/** Open-circuit volts of one panel on the coldest morning. */
export function coldVolts({ open, coefficient }: Panels): number {
  if (!open) return 0;
  return upTo(open) * (coefficient ? 1 - (coefficient.low * coldest) / 100 : coldWithoutCoefficient);
}

/** The lengths of string that are within voltage, start and MPPT range. */
function stringLengths(panels: Panels, modules: number, input: SolarInput, bus: number): number[] {
  const { open, working } = panels;
  if (!open || !working) return [];
  const most = input.volts ? atMost(input.volts) : input.range ? atMost(input.range) : Infinity;
  // A charger has to lift a full bank, of 14.4 V for each 12.
  const least = input.range ? atLeast(input.range) : bus * 1.2;
  return Array.from({ length: modules }, (_, i) => i + 1).filter(
    (length) =>
      length * coldVolts(panels) <= most &&
      length * downTo(working) >= least &&
      (!input.range || length * upTo(working) <= atMost(input.range)) &&
      (!input.start || length * downTo(open) >= atLeast(input.start)),
  );
}

/** How many strings a tracker takes side by side. What an input works with is no limit of what may be connected; it is safe below it. */
function stringsOn({ short }: Panels, input: SolarInput, { amps, short: limit }: Tracker) {
  const each = short ? upTo(short) : Infinity;
  if (input.isPortable) return { certain: 1, possible: 1 };
  const within = (most: number) => Math.floor(most / each + 1e-9);
  if (limit) return { certain: within(atMost(limit)), possible: within(atMost(limit)) };
  return { certain: amps ? within(atMost(amps)) : 0, possible: Infinity };
}

/** The numbers of panels that one tracker can have. */
function countsOf(lengths: number[], strings: number, modules: number): number[] {
  const counts = new Set<number>();
  for (const length of lengths)
    for (let n = 1; n <= strings && n * length <= modules; n += 1) counts.add(n * length);
  return [...counts];
}

/** The most panels of `modules` that the first n trackers with these possible numbers have together, by n - 1. */
function mostOf(modules: number, trackers: number[][]): number[] {
  const isReached = new Uint8Array(modules + 1);
  isReached[0] = 1;
  return trackers.map((counts) => {
    for (let sum = modules; sum > 0; sum -= 1)
      if (!isReached[sum] && counts.some((count) => count <= sum && isReached[sum - count]))
        isReached[sum] = 1;
    return isReached.lastIndexOf(1);
  });
}
