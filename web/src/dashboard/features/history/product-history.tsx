import type { AdminProduct } from '@contract/admin.ts';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { HistoryList } from './history-list.tsx';
import type { HistoryEntry } from '@contract/history.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { describeChanges, whatWasDone, fieldOfColumn, formatValue, labelOf } from './history-text.ts';
import { ApiError } from '#lib/api/api-client.ts';

type ProductHistoryProps = {
  productId: string;
  /** Called with the product after an older state was restored. */
  onRestored(product: AdminProduct): void;
};

/** Every change of a product, newest first: who, when, from what to what. A change can be undone. */
export function ProductHistory({ productId, onRestored }: ProductHistoryProps) {
  const mayRestore = useMay()('products.write');
  const { confirmPrices, priceDialog } = usePriceCheck();
  const restore = async (entry: HistoryEntry) => {
    const { id, after, before } = entry;
    if (!(await confirmPrices([{ name: 'The price', seen: after ?? {}, set: before ?? {} }]))) return null;
    const product = await callSql('undo_product_change', { p_history_id: id }).catch((error: unknown) => {
      throw refusalOf(entry, error);
    });
    onRestored(product);
    return `${product.name}: ${describeChanges(entry)
      .map(({ label }) => label)
      .join(', ')}, as before.`;
  };
  return (
    <>
      <HistoryList
        table="products"
        rowIds={[productId]}
        describe={describeChanges}
        actionText={whatWasDone}
        restore={mayRestore ? restore : undefined}
      />
      {priceDialog}
    </>
  );
}

/** Why a change was not undone, with the current values. */
function refusalOf(entry: HistoryEntry, error: unknown): unknown {
  const reply = error instanceof ApiError ? error.reply : null;
  if (reply?.code !== 'changed_meanwhile' || !reply.product) return error;
  const { product } = reply;
  const now = Object.keys(entry.after ?? {})
    .filter((column) => !['specs', 'description', 'pictures'].includes(column))
    .map((column) => {
      const field = fieldOfColumn(column) as keyof AdminProduct;
      return `${labelOf(column).toLowerCase()}: ${formatValue(column, product[field])}`;
    });
  return new Error(
    `It has been changed again since${now.length > 0 ? ` (now ${now.join(', ')})` : ''}. Restoring would undo that too: undo the later change first, or edit the product.`,
  );
}
