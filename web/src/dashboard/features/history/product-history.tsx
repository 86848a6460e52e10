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
import { describeChanges, whatWasDone } from './history-text.ts';
import { restoreRefusal } from './restore-refusal.ts';

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
