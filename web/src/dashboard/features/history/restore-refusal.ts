import type { AdminProduct } from '@contract/admin.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import type { HistoryEntry } from '@contract/history.ts';
import { fieldOfColumn, formatValue, labelOf } from './history-text.ts';

/** Why a change was not undone, with the current values. */
export function restoreRefusal(entry: HistoryEntry, error: unknown): string {
  const reply = error instanceof ApiError ? error.reply : null;
  if (reply?.code !== 'changed_meanwhile' || !reply.product) return errorSentence(error);
  const { product } = reply;
  const now = Object.keys(entry.after ?? {})
    .filter((column) => !['specs', 'description', 'pictures'].includes(column))
    .map((column) => {
      const field = fieldOfColumn(column) as keyof AdminProduct;
      return `${labelOf(column).toLowerCase()}: ${formatValue(column, product[field])}`;
    });
  return [
    'It has been changed again since',
    now.length > 0 ? ` (now ${now.join(', ')})` : '',
    '. Restoring would undo that too: undo the later change first, or edit the product.',
  ].join('');
}
