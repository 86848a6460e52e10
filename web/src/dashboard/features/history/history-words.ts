import type { ProductPicture } from '@contract/products.ts';
import { formatKes } from '@contract/money.ts';
import { picturesInWords } from '../../lib/picture-words.ts';
import { formatCount, counted } from '../../lib/count-words.ts';
import { changedSpecs } from './changed-specs.ts';
import type { HistoryEntry } from './history-queries.ts';

/** One value that changed. */
export type ChangeInWords = { column: string; label: string; before: string; after: string };

/** Columns whose own name would not say it. */
const labels: Record<string, string> = {
  slug: 'Address',
  is_active: 'On sale',
  warranty_years: 'Warranty',
  weight_grams: 'Weight',
  keywords: 'Search words',
};

/** The name of a column as a person reads it: `Price`. */
export const labelOf = (column: string): string =>
  labels[column] ?? column.charAt(0).toUpperCase() + column.slice(1);

/** Who did it: a name, or what acted. */
export function whoDid(entry: Pick<HistoryEntry, 'actor_name' | 'actor_id' | 'actor_role'>): string {
  if (entry.actor_name) return entry.actor_name;
  if (entry.actor_id) return 'A deleted account';
  return entry.actor_role === 'service_role' ? 'The shop' : 'The database’s owner';
}

/** What was done, as the rest of a sentence that begins with who did it. */
export function whatWasDone(entry: HistoryEntry): string {
  if (entry.operation !== 'update') return 'added the product';
  const sold = piecesSold(entry);
  if (sold !== null) return `sold ${counted(sold, 'piece')}`;
  const changes = changesInWords(entry);
  if (changes.length === 1 && changes[0]?.column === 'is_active') {
    return entry.after?.is_active ? 'put it on sale again' : 'archived it';
  }
  return `changed ${listed(changes.map(({ label }) => label.toLowerCase()))}`;
}

/** What changed, field by field; nothing for a product that was added. */
export function changesInWords({ operation, before, after }: HistoryEntry): ChangeInWords[] {
  if (operation !== 'update') return [];
  return Object.keys({ ...before, ...after }).flatMap((column): ChangeInWords[] => {
    if (column === 'specs') {
      return changedSpecs(before?.specs, after?.specs).map((change) => ({ column, ...change }));
    }
    return [
      {
        column,
        label: labelOf(column),
        before: valueInWords(column, before?.[column]),
        after: valueInWords(column, after?.[column]),
      },
    ];
  });
}

/** A sale takes pieces off the shelf. It cannot be undone here: the buyer has them. */
function piecesSold({ actor_role, before, after }: HistoryEntry): number | null {
  const gone = Number(before?.stock) - Number(after?.stock);
  return actor_role === 'service_role' && gone > 0 ? gone : null;
}

/** Only changes that a person made can be undone. */
export function canBeRestored({ operation, actor_role }: HistoryEntry): boolean {
  return operation === 'update' && actor_role !== 'service_role';
}

/** A value as a person reads it: money in shillings, weights in kilograms, an empty one as `nothing`. */
export function valueInWords(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (column === 'pictures') return picturesInWords(value as ProductPicture[]);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (column === 'price') return formatKes(value);
  if (column === 'weight_grams') return `${value / 1000} kg`;
  if (column === 'warranty_years') return counted(value, 'year');
  return formatCount(value);
}

function listed(words: readonly string[]): string {
  const each = [...new Set(words)];
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`;
}
