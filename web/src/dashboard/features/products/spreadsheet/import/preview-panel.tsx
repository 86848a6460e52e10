import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import styles from '../spreadsheet.module.css';
import { type Preview, type RowKind, rowsToWrite, whyNotWritable } from './import-preview.ts';
import { kindLabels, PreviewRows } from './preview-rows.tsx';
import type { OpenedList } from './supplier-list.ts';
import type { Compared } from './use-import.ts';
import { usePriceCheck } from '#dashboard/components/price-check.tsx';

type ImportPreviewProps = {
  compared: Compared;
  isSending: boolean;
  failure: string | null;
  onSend(): void;
  onCompareAgain(): void;
  /** Goes back to the columns of a supplier's list; null for other files. */
  onColumns: ((list: OpenedList) => void) | null;
  onDiscard(): void;
};

const kinds: readonly RowKind[] = ['bad', 'outdated', 'changed', 'new', 'unchanged'];
/** The changes of a file, row by row, and the import button. */
export function ImportPreview({
  compared,
  isSending,
  failure,
  onSend,
  onCompareAgain,
  onColumns,
  onDiscard,
}: ImportPreviewProps) {
  const { fileName, preview, list, leftOut } = compared;
  const { counts } = preview;
  const [shown, setShown] = useState<RowKind>(kinds.find((kind) => counts[kind] > 0) ?? 'unchanged');
  const writing = rowsToWrite(preview).length;
  const why = whyNotWritable(preview, writing);
  const { confirmPrices, priceDialog } = usePriceCheck();
  const send = async () => {
    const named = preview.rows.flatMap(({ name, request }) => (request ? [{ ...request, name }] : []));
    if (await confirmPrices(named)) onSend();
  };

  return (
    <div className="stack gap-3">
      <h4>Preview of “{fileName}”</h4>
      <ColumnNotes preview={preview} />
      {leftOut > 0 ? (
        <p className="muted">{`${counted(leftOut, 'row')} without a price or a stock ${leftOut === 1 ? 'is' : 'are'} left out.`}</p>
      ) : null}
      <div className={`columns-2 gap-2 ${styles.kinds}`} role="group" aria-label="Rows shown">
        {kinds
          .filter((kind) => kind !== 'outdated' || counts.outdated > 0)
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className={`control target pad-row text-start ink tabular ${styles.kind}`}
              aria-pressed={shown === kind}
              onClick={() => setShown(kind)}
            >
              <strong>{counts[kind]}</strong> {kindLabels[kind]}
            </button>
          ))}
      </div>
      {counts.outdated > 0 ? (
        <Notice
          tone="warning"
          announce="none"
          title={`${counted(counts.outdated, 'product was', 'products were')} changed or sold after this file was exported`}
        >
          The file would put back earlier values, such as pieces that are sold by now, so these rows are left
          out: see “Outdated”. Export again and repeat your changes.
        </Notice>
      ) : null}
      {why ? <Notice tone="info">{why}</Notice> : null}
      {failure ? (
        <Notice
          tone="error"
          title={failure}
          action={
            <Button variant="secondary" onClick={onCompareAgain}>
              Compare again
            </Button>
          }
        >
          The file is kept. Sending it again never writes it twice.
        </Notice>
      ) : null}
      <div className="cluster gap-3">
        <Button disabled={why !== null} busy={isSending} onClick={() => void send()}>
          {writing > 0
            ? `Write ${counted(writing, counts.bad > 0 ? 'good row' : 'row')}`
            : 'Nothing to write'}
        </Button>
        {onColumns && list ? (
          <Button variant="secondary" disabled={isSending} onClick={() => onColumns(list)}>
            Change columns
          </Button>
        ) : null}
        <Button variant="quiet" disabled={isSending} onClick={onDiscard}>
          Discard
        </Button>
      </div>
      <PreviewRows rows={preview.rows.filter(({ kind }) => kind === shown)} kind={shown} />
      {priceDialog}
    </div>
  );
}

/** Which columns are ignored. */
function ColumnNotes({ preview: { unknownHeads, readOnlyHeads } }: { preview: Preview }) {
  const quoted = (heads: readonly string[]) => heads.map((head) => `“${head}”`).join(', ');
  return (
    <>
      {unknownHeads.length > 0 ? (
        <Notice tone="warning" announce="none">
          {`${unknownHeads.length === 1 ? 'This column is' : 'These columns are'} unknown and ignored: ${quoted(unknownHeads)}.`}
        </Notice>
      ) : null}
      {readOnlyHeads.length > 0 ? (
        <p className="muted">{`Read-only columns, never imported: ${readOnlyHeads.join(', ')}.`}</p>
      ) : null}
    </>
  );
}
