import type { Product } from '@contract/products.ts';

/** A column of comparable figures: its label, and each product's value, null where its data sheet has none. */
export type ValueColumn = { label: string; values: (string | null)[] };

/** Longer values are sentences, not column values. */
const maxLength = 24;
const isShort = (value: string | null) => value === null || value.length <= maxLength;

/**
 * The data sheet lines that most of the products have, as columns: the most frequent first, then in the order of the
 * data sheets. Lines that fewer than half of the products have, or only one, are left out.
 */
export function commonValues(products: readonly Pick<Product, 'specs'>[], maxColumns: number): ValueColumn[] {
  const columns = new Map<string, { values: (string | null)[]; known: number; position: number }>();
  for (const [row, { specs }] of products.entries()) {
    for (const [position, { label, value }] of specs.entries()) {
      const column = columns.get(label) ?? { values: products.map(() => null), known: 0, position: 0 };
      columns.set(label, column);
      if (column.values[row] !== null) continue;
      column.values[row] = value;
      column.known += 1;
      column.position += position;
    }
  }
  return [...columns]
    .filter(([, { values, known }]) => known > 1 && known * 2 >= values.length && values.every(isShort))
    .sort(([, a], [, b]) => b.known - a.known || a.position - b.position)
    .slice(0, maxColumns)
    .map(([label, { values }]) => ({ label, values }));
}
