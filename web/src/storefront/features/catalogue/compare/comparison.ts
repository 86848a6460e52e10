import type { SheetGroup } from '@contract/products.ts';
import { formatKes } from '@contract/money.ts';
import { numberIn } from '../table/sort-rows.ts';

/** One line of a comparison: each product's value, null where its data sheet has none. */
export type ComparedLine = {
  label: string;
  values: (string | null)[];
  differs: boolean;
  /** The columns whose value is better than those of the others; empty where no value is better as such. */
  best: readonly number[];
  /** The one of two products that has more, where both state how much and a buyer pays for it. */
  more?: number;
};
export type ComparedGroup = { name: string; lines: ComparedLine[] };

/** Data sheets side by side: comparable figures in one row, groups and rows in the order of their first appearance. */
export function compareSheets(sheets: readonly (readonly SheetGroup[])[]): ComparedGroup[] {
  type Row = { key: string | null; values: (string | null)[]; notes: Set<string | null> };
  const groups = new Map<string, Map<string, Row>>();
  for (const [column, sheet] of sheets.entries()) {
    for (const { name, lines } of sheet) {
      const group = groups.get(name) ?? new Map<string, Row>();
      groups.set(name, group);
      for (const { key, label, value, note } of lines) {
        const row: Row = group.get(label) ?? { key, values: sheets.map(() => null), notes: new Set() };
        row.values[column] = note ? `${value}, ${note}` : value;
        row.notes.add(note);
        group.set(label, row);
      }
    }
  }
  return [...groups].map(([name, lines]) => ({
    name,
    lines: [...lines].map(([label, { key, values, notes }]) =>
      // Values under different conditions, as "at 80 % depth of discharge", are no measure of each other.
      comparedLine(label, values, notes.size === 1 ? directionOf(key) : undefined),
    ),
  }));
}

/** `amount`: what one buys more of, and is not better for. */
type Direction = 'more' | 'less' | 'amount';

/** A line of a comparison; what is not stated is no difference. @param direction which value is better; without it none is marked */
export function comparedLine(label: string, values: (string | null)[], direction?: Direction): ComparedLine {
  const sign = direction === 'less' ? -1 : 1;
  const figures = values.map((value) => {
    const figure = direction ? numberIn(value) : null;
    return figure === null ? null : sign * figure;
  });
  const known = figures.filter((figure) => figure !== null);
  const top = Math.max(...known);
  const isDecided = known.length > 1 && known.some((figure) => figure !== top);
  const ahead = isDecided ? figures.flatMap((figure, column) => (figure === top ? [column] : [])) : [];
  const units = new Set(values.map((value) => value?.replace(/[\d,.]+/, '')));
  return {
    label,
    values,
    differs: new Set(values.filter((value) => value !== null)).size > 1,
    best: direction === 'amount' ? [] : ahead,
    ...(values.length === 2 && direction !== 'less' && units.size === 1 ? { more: ahead[0] } : {}),
  };
}

/**
 * What the dearer of two products has more, in one sentence; null when it has nothing more, as far as both say.
 * @param lines of the whole comparison
 */
export function whatDearerHas(
  products: readonly { name: string; price: number }[],
  lines: readonly ComparedLine[],
): string | null {
  const [one, other] = products;
  if (!one || !other || products.length > 2 || one.price === other.price) return null;
  const dearer = one.price > other.price ? 0 : 1;
  const gains = lines
    .filter(({ more }) => more === dearer)
    .map(({ label, values }) => `more ${inSentence(label)} (${values[dearer]}, not ${values[1 - dearer]})`);
  if (gains.length === 0) return null;
  const difference = formatKes(Math.abs(one.price - other.price));
  return `For ${difference} more, ${products[dearer]!.name} has ${gains.slice(0, mostGains).join(', ')}.`;
}

/** `Energy` as `energy`, `MPP trackers` as it is. */
const inSentence = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** More than anybody reads. */
const mostGains = 4;

const directionOf = (key: string | null): Direction | undefined =>
  key === null ? undefined : amounts.has(key) ? 'amount' : better[key];

/** The attributes of which more, or less, is better whatever the site. */
const better: Partial<Record<string, 'more' | 'less'>> = {
  module_efficiency: 'more',
  maximum_efficiency: 'more',
  round_trip_efficiency: 'more',
  cycle_life: 'more',
  design_life: 'more',
  first_year_loss: 'less',
  later_loss: 'less',
  annual_loss: 'less',
  price_per_kwh: 'less',
  price_per_ah: 'less',
  price_per_watt: 'less',
};

/** What one buys more of. */
const amounts = new Set([
  'inverter_power',
  'drive_rating',
  'module_power',
  'array_power',
  'rated_power',
  'apparent_power',
  'energy',
  'capacity',
  'discharge_current',
  'maximum_charge_current',
  'charger_current',
  'maximum_solar_input',
  'mpp_trackers',
  'output_current',
  'modules_in_pack',
  'exploration_depth',
  'input_channels',
  'transmitter_power',
  'maximum_output_voltage',
  'electrodes',
  'total_takeouts',
  'gnss_channels',
  'battery_life',
  'screen_size',
  'receivers_in_set',
  'units_in_pack',
]);
