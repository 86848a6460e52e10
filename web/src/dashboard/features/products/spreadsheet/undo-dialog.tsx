import type { ImportProblem } from '@contract/product-imports.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';
import { ProblemList } from './import/problem-list.tsx';
import { type Undoable, undoText } from './import-text.ts';

/**
 * Asks for confirmation before an import or a bulk change is undone. Lists products that were changed since, and offers to skip them.
 */
export function UndoDialog({ entry, onClose }: { entry: Undoable; onClose(): void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState<ImportProblem[]>([]);
  const refresh = useRefreshAdmin();
  const { confirmPrices, priceDialog } = usePriceCheck();
  const isOvertaken = overtaken.length > 0;
  const undo = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const prices = isOvertaken ? [] : await callSql('prices_before_import', { p_id: entry.id });
      if (!(await confirmPrices(prices))) return setIsBusy(false);
      await callSql('undo_product_import', { p_id: entry.id, p_leave_changed: isOvertaken });
      await refresh();
      showToast({ title: 'Undone', description: `“${entry.fileName}” is undone.` });
      onClose();
    } catch (error) {
      setOvertaken(error instanceof ApiError ? (error.reply?.rows ?? []) : []);
      setFailure(errorSentence(error));
      setIsBusy(false);
    }
  };
  return (
    <ConfirmDialog
      isOpen
      title="Undo this?"
      confirmLabel={isOvertaken ? 'Undo the rest, leave these' : 'Undo'}
      danger
      busy={isBusy}
      onConfirm={() => void undo()}
      onClose={onClose}
    >
      {isOvertaken ? (
        <Notice
          tone="warning"
          announce="alert"
          title="Nothing was undone: these products were changed since."
        >
          <ProblemList problems={overtaken} />
        </Notice>
      ) : (
        <p>{undoText(entry)}</p>
      )}
      {failure && !isOvertaken ? <Notice tone="error">{failure}</Notice> : null}
      {priceDialog}
    </ConfirmDialog>
  );
}
