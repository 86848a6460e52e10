import type { AdminProduct } from '@contract/admin.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { errorSentence } from '../../../lib/error-sentence.ts';
import type { HistoryEntry } from './history-entry.ts';
import { valueInWords } from './history-words.ts';

/** Where a column's value stands in the product as the shop answers. */
const fieldOf: Record<string, keyof AdminProduct> = {
  image_url: 'imageUrl',
  is_active: 'isActive',
  warranty_years: 'warrantyYears',
  weight_grams: 'weightGrams',
};

/** Why a change was not put back, with what stands there now. */
export function putBackRefusal(entry: HistoryEntry, error: unknown): string {
  const reply = error instanceof ApiError ? error.reply : null;
  if (reply?.code === 'changed_meanwhile' && reply.product) {
    const { product } = reply;
    const now = Object.keys(entry.after ?? {})
      .filter((column) => column !== 'specs' && column !== 'description')
      .map((column) => {
        const field = fieldOf[column] ?? (column as keyof AdminProduct);
        return `${column.replaceAll('_', ' ')} is ${valueInWords(column, product[field])}`;
      });
    return [
      'It was changed again since',
      now.length > 0 ? ` (now ${now.join(', ')})` : '',
      '. Putting this one back would undo that too: put the later change back first, or edit the product.',
    ].join('');
  }
  return errorSentence(error);
}
