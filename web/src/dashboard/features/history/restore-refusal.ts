import type { AdminProduct } from '@contract/admin.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import type { HistoryEntry } from '@contract/history.ts';
import { labelOf, formatValue } from './history-text.ts';

/** Columns that have another name in the API's product. */
const fieldOf: Record<string, keyof AdminProduct> = {
  is_active: 'isActive',
  warranty_years: 'warrantyYears',
  weight_grams: 'weightGrams',
  more_on: 'moreOn',
  replaced_by: 'replacedBy',
  to_order: 'toOrder',
  is_service: 'isService',
};

/** Why a change was not undone, with the current values. */
export function restoreRefusal(entry: HistoryEntry, error: unknown): string {
  const reply = error instanceof ApiError ? error.reply : null;
  if (reply?.code !== 'changed_meanwhile' || !reply.product) return errorSentence(error);
  const { product } = reply;
  const now = Object.keys(entry.after ?? {})
    .filter((column) => !['specs', 'description', 'pictures'].includes(column))
    .map((column) => {
      const field = fieldOf[column] ?? (column as keyof AdminProduct);
      return `${labelOf(column).toLowerCase()}: ${formatValue(column, product[field])}`;
    });
  return [
    'It has been changed again since',
    now.length > 0 ? ` (now ${now.join(', ')})` : '',
    '. Restoring would undo that too: undo the later change first, or edit the product.',
  ].join('');
}
