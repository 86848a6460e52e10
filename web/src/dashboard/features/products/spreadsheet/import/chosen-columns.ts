import type { ListColumns } from '@contract/product-imports.ts';
import { isRecord, tabState } from '#lib/storage/stored-state.ts';
import { roundings } from '../../rounding.tsx';

/** The columns that were chosen last, before they are stored with an import: a page that is opened again has them. */
export const chosenColumns = tabState('admin-list-columns', 1, parseColumns);

function parseColumns(stored: unknown): ListColumns | null {
  if (!isRecord(stored)) return null;
  const { heads, product, price, stock, round } = stored;
  const isName = (name: unknown) => name === null || typeof name === 'string';
  const isWhole =
    Array.isArray(heads) &&
    heads.every((head) => typeof head === 'string') &&
    typeof product === 'string' &&
    [price, stock].every(isName) &&
    roundings.some((one) => one === round);
  return isWhole ? (stored as ListColumns) : null;
}
