import type { SheetGroup } from '@contract/products.ts';

/** One line of a comparison: each product's value, null where its data sheet has none. */
export type ComparedLine = {
  label: string;
  values: (string | null)[];
  differs: boolean;
  /** The columns whose value is better than those of the others; empty where no value is better as such. */
  best: readonly number[];
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
      comparedLine(label, values, notes.size === 1 && key !== null ? better[key] : undefined),
    ),
  }));
}

type Direction = 'more' | 'less';

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
  return {
    label,
    values,
    differs: new Set(values.filter((value) => value !== null)).size > 1,
    best: isDecided ? figures.flatMap((figure, column) => (figure === top ? [column] : [])) : [],
  };
}

/** The first number of a value: `1 to 1000 mA` is 1; null for one without. */
function numberIn(value: string | null): number | null {
  const [digits] = /\d[\d,]*(\.\d+)?/.exec(value ?? '') ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** The attributes of which more, or less, is better whatever the site. */
const better: Partial<Record<string, Direction>> = {
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
