import type { AdminProduct } from '@contract/admin.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Undo2 } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { HistoryList } from './history-list.tsx';
import type { HistoryEntry } from '@contract/history.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { describeChanges, whatWasDone, fieldOfColumn, formatValue, labelOf } from './history-text.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';

/** Called with the product after an older state was restored. */
type OnRestored = (product: AdminProduct) => void;

/** Every change of a product, newest first: who, when, from what to what. A change can be undone. */
export function ProductHistory({ productId, onRestored }: { productId: string; onRestored: OnRestored }) {
  const mayRestore = useMay()('products.write');
  return (
    <HistoryList
      table="products"
      rowIds={[productId]}
      describe={describeChanges}
      actionText={whatWasDone}
      action={(entry) => (mayRestore ? <Restore entry={entry} onRestored={onRestored} /> : null)}
    />
  );
}

function Restore({ entry, onRestored }: { entry: HistoryEntry; onRestored: OnRestored }) {
  const restore = useAdminWrite(() => callSql('undo_product_change', { p_history_id: entry.id }));
  const { confirmPrices, priceDialog } = usePriceCheck();
  // Not with the callbacks of `mutate`: by then the new change may have pushed this one out of the list.
  const press = async () => {
    const { after, before } = entry;
    if (!(await confirmPrices([{ name: 'The price', seen: after ?? {}, set: before ?? {} }]))) return;
    try {
      const product = await restore.mutateAsync();
      const what = describeChanges(entry).map(({ label }) => label);
      showToast({ title: 'Restored', description: `${product.name}: ${what.join(', ')}, as before.` });
      onRestored(product);
    } catch {
      // Shown below.
    }
  };
  return (
    <>
      <Button
        variant="quiet"
        icon={<Undo2 size={16} />}
        aria-label={`Restore what was there before ${formatDayAndTime(entry.at)}`}
        busy={restore.isPending}
        onClick={press}
      >
        Restore
      </Button>
      {priceDialog}
      {restore.isError ? (
        <Notice tone="error" title="Not restored">
          {restoreRefusal(entry, restore.error)}
        </Notice>
      ) : null}
    </>
  );
}

/** Why a change was not undone, with the current values. */
function restoreRefusal(entry: HistoryEntry, error: unknown): string {
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
