import type { Product } from '@contract/products.ts';

/** A column of like figures: its label, and what each product says, null where its maker does not. */
export type FigureColumn = { label: string; values: (string | null)[] };

/** Longer values are sentences, not column values. */
const longest = 24;
const isShort = (value: string | null) => value === null || value.length <= longest;

/**
 * The lines of data sheets that most of some products have, as columns: most of them first, then as the makers order
 * them. What fewer than half of the products say, or only one, is no column.
 */
export function commonFigures(products: readonly Pick<Product, 'specs'>[], most: number): FigureColumn[] {
  const columns = new Map<string, { values: (string | null)[]; known: number; places: number }>();
  for (const [row, { specs }] of products.entries()) {
    for (const [place, { label, value }] of specs.entries()) {
      const column = columns.get(label) ?? { values: products.map(() => null), known: 0, places: 0 };
      columns.set(label, column);
      if (column.values[row] !== null) continue;
      column.values[row] = value;
      column.known += 1;
      column.places += place;
    }
  }
  return [...columns]
    .filter(([, { values, known }]) => known > 1 && known * 2 >= values.length && values.every(isShort))
    .sort(([, a], [, b]) => b.known - a.known || a.places - b.places)
    .slice(0, most)
    .map(([label, { values }]) => ({ label, values }));
}
