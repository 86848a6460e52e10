import { isNearly } from './search-words.ts';

/** What is wanted. */
export type Kind =
  | 'battery'
  | 'panel'
  | 'inverter'
  | 'converter'
  | 'charger'
  | 'generator'
  | 'kit'
  | 'pump'
  | 'detector'
  | 'gps'
  | 'cable';

export type Unit = 'm' | 'w' | 'wh' | 'kwp';
/** Attributes, and how many metres, watts or watt hours their unit has. */
type Sizes = Partial<Record<Unit, Record<string, number>>>;

type KindFacts = {
  /** Other words for it. */
  spelt: string[];
  /** Words that say more than it. */
  also?: string[];
  category?: string;
  /** What is compared when a depth, a power or an energy is asked for. */
  sizes?: Sizes;
};

const depth = { exploration_depth: 1 };
const inverterPower = { rated_power: 1000, apparent_power: 1 };
const kitPower = { inverter_power: 1000, drive_rating: 1000 };

export const kinds: Record<Kind, KindFacts> = {
  battery: {
    spelt: ['batteries', 'betri', 'batri', 'bateri', 'accumulator'],
    also: ['lithium', 'lithiamu', 'lifepo4', 'agm'],
    category: 'batteries',
    // Who asks for a battery of 5 kW means 5 kWh.
    sizes: { w: { energy: 1000 }, wh: { energy: 1000 } },
  },
  panel: {
    spelt: ['paneli'],
    also: ['module'],
    category: 'solar',
    sizes: { w: { module_power: 1 }, kwp: { array_power: 1 } },
  },
  inverter: {
    spelt: ['inverta', 'invertor'],
    category: 'invertors',
    sizes: { w: inverterPower },
  },
  converter: {
    spelt: ['konverta', 'convertor'],
    category: 'converters',
    sizes: { w: { rated_power: 1000 } },
  },
  charger: {
    spelt: ['chaja'],
    also: ['mppt', 'controller', 'regulator'],
    category: 'converters',
  },
  generator: {
    spelt: ['jenereta', 'genereta', 'powerstation'],
    category: 'solar',
    sizes: { w: { ac_output: 1 }, wh: { energy: 1000 } },
  },
  kit: { spelt: [], category: 'solar', sizes: { w: kitPower, kwp: { array_power: 1 } } },
  pump: { spelt: ['pampu'], category: 'solar', sizes: { w: { drive_rating: 1000 } } },
  detector: { spelt: ['kigunduzi'], also: ['finder'], category: 'pqwt', sizes: { m: depth } },
  gps: { spelt: ['gipiesi', 'jipiesi'], category: 'gps' },
  cable: { spelt: ['waya', 'kebo', 'kebu'] },
};

/** What may be compared when no kind is named. */
export const anySizes: Sizes = {
  m: { ...depth, reflectorless_range: 1 },
  w: { module_power: 1, ac_output: 1, ...inverterPower, ...kitPower },
  wh: { energy: 1000 },
};

const kindNames = Object.keys(kinds) as Kind[];

/** The kind for which a word is another spelling, right or wrong. */
export const spelling = (word: string): Kind | undefined =>
  kindNames.find((kind) =>
    [word, word.replace(/s$/, '')].some((one) => isNearly(one, kind) || kinds[kind].spelt.includes(one)),
  );

/** The kind that a word names. */
export const kindOf = (word: string): Kind | undefined =>
  kindNames.find((kind) => kinds[kind].also?.includes(word)) ?? spelling(word);

/** The units of sizes, and of amperes, in which a battery's charge is said. */
const units: Record<string, [Unit | 'a', scale: number]> = {
  m: ['m', 1],
  w: ['w', 1],
  wp: ['w', 1],
  kw: ['w', 1000],
  va: ['w', 1],
  kva: ['w', 1000],
  wh: ['wh', 1],
  kwh: ['wh', 1000],
  kwp: ['kwp', 1],
  a: ['a', 1],
  ah: ['a', 1],
};

/** A figure in metres, watts, watt hours or amperes; null for other words. */
export function figureIn(word: string) {
  const [, amount, name = ''] = /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(word) ?? [];
  const [unit, scale] = units[name] ?? [];
  return unit && scale && Number(amount) > 0 ? { amount: Number(amount) * scale, unit, name } : null;
}

/** The kind of which a figure is said that stands alone. */
export function meantBy({ amount, unit, name }: { amount: number; unit: Unit | 'a'; name: string }): Kind {
  if (unit === 'm') return 'detector';
  if (unit === 'w') return amount < 1000 && !name.endsWith('va') ? 'panel' : 'inverter';
  return unit === 'kwp' ? 'panel' : 'battery';
}
