import type { Product } from '@contract/products.ts';
import type { ValueColumn } from './common-values.ts';

/** By what a table is sorted: a label of its columns, or `name`, `price`, `stock`; the other way round when descending. */
export type TableSort = { column: string; isDescending: boolean };

/** The first number of a value: `1 to 1000 mA` is 1; null for one without. */
export function numberIn(value: string | null | undefined): number | null {
  const [digits] = /\d[\d,]*(\.\d+)?/.exec(value ?? '') ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** The positions of the products in the order of a sort; those without a value come last either way. */
export function sortRows(
  products: readonly Product[],
  columns: readonly ValueColumn[],
  sort: TableSort | null,
): number[] {
  const positions = products.map((_, position) => position);
  if (!sort) return positions;
  const values = columns.find(({ label }) => label === sort.column)?.values;
  const keyOf = (position: number): string | number | null => {
    const product = products[position]!;
    if (sort.column === 'name') return product.name;
    if (sort.column === 'price' || sort.column === 'stock') return product[sort.column];
    const value = values?.[position] ?? null;
    return numberIn(value) ?? value;
  };
  const sign = sort.isDescending ? -1 : 1;
  return positions.sort((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return typeof one === 'number' && typeof other === 'number'
      ? sign * (one - other)
      : sign * String(one).localeCompare(String(other));
  });
}
