import type { ImportProblem } from '@contract/product-imports.ts';
import { useState } from 'react';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { ProblemList } from './import/problem-list.tsx';
import { type Undoable, undoText } from './import-text.ts';

/**
 * Asks for confirmation before an import or a bulk change is undone. Lists products that were changed since, and offers to skip them.
 */
export function UndoDialog({ entry, onClose }: { entry: Undoable; onClose(): void }) {
  const [overtaken, setOvertaken] = useState<ImportProblem[]>([]);
  const { confirmPrices, priceDialog } = usePriceCheck();
  const isOvertaken = overtaken.length > 0;
  /** Whether it is undone. */
  const undo = async () => {
    const prices = isOvertaken ? [] : await callSql('prices_before_import', { p_id: entry.id });
    if (!(await confirmPrices(prices))) return false;
    try {
      await callSql('undo_product_import', { p_id: entry.id, p_leave_changed: isOvertaken });
      return true;
    } catch (error) {
      const { rows = [] } = (error instanceof ApiError && error.reply) || {};
      setOvertaken(rows);
      if (rows.length === 0) throw error;
      return false;
    }
  };
  return (
    <ConfirmAction
      title="Undo this?"
      confirmLabel={isOvertaken ? 'Undo the rest, leave these' : 'Undo'}
      danger
      act={undo}
      onDone={(isUndone) => {
        if (!isUndone) return true;
        showToast({ title: 'Undone', description: `“${entry.fileName}” is undone.` });
      }}
      failureTitle="Not undone"
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
      {priceDialog}
    </ConfirmAction>
  );
}
