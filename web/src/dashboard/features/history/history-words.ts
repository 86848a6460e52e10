import { formatKes } from '../../../lib/money.ts';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import type { HistoryEntry } from './history-entry.ts';
import { changedSpecs } from './changed-specs.ts';

/** One thing that is another since. */
export type ChangeInWords = { column: string; label: string; before: string; after: string };

const labels: Record<string, string> = {
  slug: 'Address',
  image_url: 'Picture',
  is_active: 'On sale',
  specs: 'Data sheet',
  warranty_years: 'Warranty',
  weight_grams: 'Weight',
  keywords: 'Search words',
  customer_name: 'Name',
  customer_email: 'E-mail',
  customer_phone: 'Phone',
  customer_address: 'Delivery address',
  total_amount: 'Total',
  transaction_id: 'Bank’s number',
  response_data: 'Bank’s answer',
  bank_status: 'Bank says',
  bank_amount_cents: 'Bank took',
  settled_at: 'Decided',
  closed_at: 'Closed',
  closing_reason: 'What was done',
  email: 'E-mail',
};

/** Names of other rows and of the database: nothing for a person. */
const silent = /^(id|created_at|closed_by)$|_id$/;
const notSilent = new Set(['transaction_id']);

/** Who did it: a name, or what acted. */
export function whoDid(entry: Pick<HistoryEntry, 'actor_name' | 'actor_id' | 'actor_role'>): string {
  if (entry.actor_name) return entry.actor_name;
  if (entry.actor_id) return 'An account that is gone';
  if (entry.actor_role === 'service_role') return 'The shop';
  if (entry.actor_role === 'authenticated' || entry.actor_role === 'anon') return 'A visitor';
  return 'The database’s owner';
}

/** What was done, as the rest of a sentence that begins with who did it. */
export function whatWasDone(entry: HistoryEntry): string {
  const noun = nouns[entry.table_name] ?? 'this';
  if (entry.operation === 'insert') return made[entry.table_name] ?? `added ${noun}`;
  if (entry.operation === 'delete') return `erased ${noun}`;
  const sold = piecesSold(entry);
  if (sold !== null) return `sold ${sold} ${sold === 1 ? 'piece' : 'pieces'}`;
  const changes = changesInWords(entry);
  if (entry.table_name === 'products' && changes.length === 1 && changes[0]?.column === 'is_active') {
    return entry.after?.is_active ? 'put it on sale again' : 'archived it';
  }
  return changes.length === 0
    ? `changed ${noun}`
    : `changed ${listed(changes.map(({ label }) => inSentence(label)))}`;
}

/** What is another since, column by column; nothing for what was made or erased as a whole. */
export function changesInWords({ operation, before, after }: HistoryEntry): ChangeInWords[] {
  if (operation !== 'update') return [];
  return Object.keys({ ...before, ...after })
    .filter((column) => !silent.test(column) || notSilent.has(column))
    .flatMap((column) => {
      const label = labels[column] ?? capital(column.replaceAll('_', ' '));
      if (column === 'specs') {
        return changedSpecs(before?.specs, after?.specs).map((change) => ({ column, ...change }));
      }
      return [
        {
          column,
          label,
          before: valueInWords(column, before?.[column]),
          after: valueInWords(column, after?.[column]),
        },
      ];
    });
}

/** A sale takes pieces off the shelf, and cannot be put back: they are with the buyer. */
function piecesSold({ table_name, actor_role, operation, before, after }: HistoryEntry): number | null {
  if (table_name !== 'products' || operation !== 'update' || actor_role !== 'service_role') return null;
  const gone = Number(before?.stock) - Number(after?.stock);
  return gone > 0 ? gone : null;
}

/** May somebody try to undo it? Only changes of a product that a person made. */
export function canBePutBack(entry: HistoryEntry): boolean {
  return (
    entry.table_name === 'products' && entry.operation === 'update' && entry.actor_role !== 'service_role'
  );
}

/** A value as a person reads it: money in shillings, times in Nairobi, nothing as `nothing`. */
export function valueInWords(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') {
    if (/^(price|amount|total_amount)$/.test(column)) return formatKes(value);
    if (column === 'bank_amount_cents') return formatKes(value / 100);
    if (column === 'weight_grams') return `${value / 1000} kg`;
    if (column === 'warranty_years') return value === 1 ? '1 year' : `${value} years`;
    return value.toLocaleString('en-KE');
  }
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return column.endsWith('_at') ? formatDayAndTime(value) : value;
  if (Array.isArray(value)) return value.map((one) => valueInWords('', one)).join('; ') || 'nothing';
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${valueInWords(name, one)}`)
    .join(', ');
}

const nouns: Record<string, string> = {
  products: 'the product',
  orders: 'the order',
  order_items: 'a line of the order',
  order_notes: 'a note',
  transactions: 'the payment',
  users: 'the account',
  owner_tasks: 'the task',
};

const made: Record<string, string> = {
  products: 'added the product',
  orders: 'placed the order',
  transactions: 'opened a payment',
  users: 'registered',
  owner_tasks: 'opened a task',
};

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Small letters, but for names: `Bank’s answer` is `the bank’s answer`. */
function inSentence(label: string): string {
  return label === 'E-mail' ? 'e-mail' : label.charAt(0).toLowerCase() + label.slice(1);
}

function listed(words: readonly string[]): string {
  const each = [...new Set(words)];
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1)}`;
}
