import type { SheetRow } from '../csv.ts';

/** The number of rows above a table: banks and suppliers put their name, the account and the period there. */
const rowsAbove = 30;

/**
 * The index of the row with the names of the columns: the one that is known, else the first of those with the most
 * cells.
 */
export function headingOf(
  rows: readonly SheetRow[],
  isKnown: (heads: readonly string[]) => boolean = () => false,
): number {
  const top = rows.slice(0, rowsAbove);
  const known = top.findIndex(({ cells }) => isKnown(namesOf(cells)));
  if (known >= 0) return known;
  const filled = top.map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length);
  return filled.indexOf(Math.max(...filled));
}

/** The names of the columns; columns with the same name are numbered. */
export function namesOf(cells: readonly string[]): string[] {
  const trimmed = cells.map((cell) => cell.trim());
  return trimmed.map((name, i) => {
    if (name === '') return `Column ${i + 1}`;
    return trimmed.indexOf(name) === i ? name : `${name} (column ${i + 1})`;
  });
}

/** A function that gives the first column whose name fits and that it has not given before; else null. */
export function columnFinder(heads: readonly string[]): (pattern: RegExp) => string | null {
  const taken = new Set<string>();
  return (pattern) => {
    const name = heads.find((head) => pattern.test(head) && !taken.has(head)) ?? null;
    if (name !== null) taken.add(name);
    return name;
  };
}
