import type { SheetGroup } from '@contract/products.ts';

/** One line of a comparison: each product's value, null where its data sheet has none. */
export type ComparedLine = { label: string; values: (string | null)[]; differs: boolean };
export type ComparedGroup = { name: string; lines: ComparedLine[] };

/** Data sheets side by side: comparable figures in one row, groups and rows in the order of their first appearance. */
export function compareSheets(sheets: readonly (readonly SheetGroup[])[]): ComparedGroup[] {
  const groups = new Map<string, Map<string, (string | null)[]>>();
  for (const [column, sheet] of sheets.entries()) {
    for (const { name, lines } of sheet) {
      const group = groups.get(name) ?? new Map<string, (string | null)[]>();
      groups.set(name, group);
      for (const { label, value, note } of lines) {
        const values = group.get(label) ?? sheets.map(() => null);
        values[column] = note ? `${value}, ${note}` : value;
        group.set(label, values);
      }
    }
  }
  return [...groups].map(([name, lines]) => ({
    name,
    lines: [...lines].map(([label, values]) => ({ label, values, differs: new Set(values).size > 1 })),
  }));
}
