import type { ImportProblem, ProductImport } from '@contract/product-imports.ts';
import { useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { ProblemList } from './import/problem-list.tsx';
import { undoText } from './import-text.ts';
import { useFinishImport } from './running-imports.ts';

/**
 * Asks for confirmation before an import is undone. Lists products that were changed since, and offers to skip them.
 */
export function UndoDialog({ entry, onClose }: { entry: ProductImport; onClose(): void }) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [overtaken, setOvertaken] = useState<ImportProblem[]>([]);
  const finish = useFinishImport();
  const undo = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await finish(
        await callSql('undo_product_import', { p_id: entry.id, p_leave_changed: overtaken.length > 0 }),
      );
      showToast({ title: 'Import undone', description: `“${entry.fileName}” is undone.` });
      onClose();
    } catch (error) {
      setOvertaken(error instanceof ApiError ? (error.reply?.rows ?? []) : []);
      setFailure(errorSentence(error));
      setIsBusy(false);
    }
  };
  const isOvertaken = overtaken.length > 0;
  return (
    <ConfirmDialog
      isOpen
      title="Undo this import?"
      confirmLabel={isOvertaken ? 'Undo the rest, leave these' : 'Undo the import'}
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
    </ConfirmDialog>
  );
}
