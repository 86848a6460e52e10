import type { ProductPicture } from '@contract/products.ts';
import { type ToOrderInDashboard, toOrderText } from '#dashboard/lib/to-order-text.ts';
import { formatKes } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { picturesText } from '#dashboard/lib/picture-text.ts';
import { formatCount, counted } from '#dashboard/lib/format-count.ts';
import type { HistoryEntry } from '@contract/history.ts';

/** One changed value. */
export type ChangeText = { column: string; label: string; before: string; after: string };

/** Labels of columns whose name is not readable. */
const labels: Record<string, string> = {
  slug: 'Web address',
  is_active: 'On sale',
  warranty_years: 'Warranty',
  weight_grams: 'Weight',
  more_on: 'More expected on',
  replaced_by: 'Replaced by',
  to_order: 'To order',
  is_service: 'Service',
  keywords: 'Search words',
};

/** The label of a column: `Price`. */
export const labelOf = (column: string): string =>
  labels[column] ?? column.charAt(0).toUpperCase() + column.slice(1);

/** The field of a column: `is_active` is `isActive`. */
export const fieldOfColumn = (column: string): string =>
  column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

type Actor = Pick<HistoryEntry, 'actor_name' | 'actor_id' | 'actor_role'>;

/** Who did it: a person's name, or a part of the system. */
export function actorOf(entry: Actor): string {
  if (entry.actor_name) return entry.actor_name;
  if (entry.actor_id) return 'A deleted account';
  return entry.actor_role === 'service_role' ? 'The shop' : 'Whoever set up the shop';
}

/** What was done, as the rest of a sentence that starts with who did it. */
export function whatWasDone(entry: HistoryEntry): string {
  if (entry.operation !== 'update') return 'added the product';
  const changes = describeChanges(entry);
  if (changes.length === 1 && changes[0]?.column === 'is_active') {
    return entry.after?.is_active ? 'put it on sale again' : 'archived it';
  }
  return `changed ${formatList(changes.map(({ label }) => label.toLowerCase()))}`;
}

/** What changed, field by field; nothing for a product that was added. */
export function describeChanges({ operation, before, after }: HistoryEntry): ChangeText[] {
  if (operation !== 'update') return [];
  return Object.keys({ ...before, ...after }).flatMap((column): ChangeText[] => {
    if (column === 'specs') {
      return changedSpecs(before?.specs, after?.specs).map((change) => ({ column, ...change }));
    }
    return [
      {
        column,
        label: labelOf(column),
        before: formatValue(column, before?.[column]),
        after: formatValue(column, after?.[column]),
      },
    ];
  });
}

/**
 * Whether a change can be undone: a person made it, and what it changed was not changed again since. Of one with stock
 * nobody knows that: a list leaves out what changed stock alone.
 * @param entries all since then, newest first
 */
export function canBeRestored(entry: HistoryEntry, entries: readonly HistoryEntry[]): boolean {
  const { operation, actor_role, after } = entry;
  if (operation !== 'update' || actor_role === 'service_role') return false;
  return Object.entries(after ?? {}).every(([column, value]) => {
    if (column === 'stock') return false;
    const last = entries.find((other) => other.after && column in other.after);
    return JSON.stringify(last?.after?.[column]) === JSON.stringify(value);
  });
}

/** Formats a value: money in shillings, weights in kilograms, an empty value as `nothing`. */
export function formatValue(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (column === 'pictures') return picturesText(value as ProductPicture[]);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (column === 'to_order') return toOrderText(value as ToOrderInDashboard);
  if (column === 'more_on') return formatDay(String(value));
  if (typeof value !== 'number') return String(value);
  if (column === 'price') return formatKes(value);
  if (column === 'weight_grams') return `${value / 1000} kg`;
  if (column === 'warranty_years') return counted(value, 'year');
  return formatCount(value);
}

function formatList(texts: readonly string[]): string {
  const each = [...new Set(texts)];
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`;
}

type Line = { label: string; value: string };

/** The lines of a data sheet that were added, removed or changed; if none, how their order changed. */
function changedSpecs(before: unknown, after: unknown): { label: string; before: string; after: string }[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const changes = [...new Set([...old, ...now].map(({ label }) => label))].flatMap((label) => {
    const was = valuesOf(old, label);
    const is = valuesOf(now, label);
    return was === is ? [] : [{ label, before: was || 'nothing', after: is || 'nothing' }];
  });
  if (changes.length > 0) return changes;
  const order = (lines: Line[]) => lines.map(({ label }) => label).join(', ');
  return [{ label: 'Order of the data sheet', before: order(old), after: order(now) }];
}

/** A label may occur twice. */
function valuesOf(lines: readonly Line[], label: string): string {
  return lines
    .filter((line) => line.label === label)
    .map(({ value }) => value)
    .join('; ');
}

function linesOf(specs: unknown): Line[] {
  if (!Array.isArray(specs)) return [];
  return specs.map((one: Partial<Line> | null) => ({
    label: String(one?.label ?? ''),
    value: String(one?.value ?? ''),
  }));
}
