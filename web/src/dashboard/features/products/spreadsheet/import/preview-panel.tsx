import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { csvOf, downloadCsv, textOfCell } from '#dashboard/lib/csv.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import styles from '../spreadsheet.module.css';
import { type Preview, type RowKind, rowsToWrite, type Sheet, whyNotWritable } from './import-preview.ts';
import { kindLabels, PreviewRows } from './preview-rows.tsx';
import type { OpenedList } from './supplier-list.ts';
import type { Compared } from './use-import.ts';
import { problemsHead } from '../catalogue-columns.ts';
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
/** The number of rows on a page of the preview. */
const pageSize = 50;

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
  const { fileName, sheet, preview, list, leftOut } = compared;
  const { counts } = preview;
  const [shown, setShown] = useState<RowKind>(kinds.find((kind) => counts[kind] > 0) ?? 'unchanged');
  const [page, setPage] = useState(1);
  const rows = preview.rows.filter(({ kind }) => kind === shown);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const writing = rowsToWrite(preview).length;
  const why = whyNotWritable(preview, writing);
  const { confirmPrices, priceDialog } = usePriceCheck();
  const send = async () => {
    const named = preview.rows.flatMap(({ name, request }) => (request ? [{ ...request, name }] : []));
    if (await confirmPrices(named)) onSend();
  };
  const show = (kind: RowKind) => {
    setShown(kind);
    setPage(1);
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
              onClick={() => show(kind)}
            >
              <strong>{counts[kind]}</strong> {kindLabels[kind]}
            </button>
          ))}
      </div>
      <PreviewRows rows={rows.slice((page - 1) * pageSize, page * pageSize)} kind={shown} />
      {pages > 1 ? (
        <div className="cluster gap-3">
          <Button variant="secondary" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous rows
          </Button>
          <span className="muted">
            Page {page} of {pages}
          </span>
          <Button variant="secondary" disabled={page === pages} onClick={() => setPage(page + 1)}>
            More rows
          </Button>
        </div>
      ) : null}
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
        {counts.bad > 0 ? (
          <Button
            variant="secondary"
            icon={<Download />}
            onClick={() =>
              downloadCsv(`bad-rows-of-${fileName.replace(/\.\w+$/, '')}.csv`, badRowsCsv(sheet, preview))
            }
          >
            Download bad rows
          </Button>
        ) : null}
        {onColumns && list ? (
          <Button variant="secondary" disabled={isSending} onClick={() => onColumns(list)}>
            Change columns
          </Button>
        ) : null}
        <Button variant="quiet" disabled={isSending} onClick={onDiscard}>
          Discard
        </Button>
      </div>
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

/** The invalid rows of the file, each with its problems in an extra column. */
function badRowsCsv({ heads }: Sheet, { rows }: Preview): string {
  const columns = heads.flatMap((head, index) => (head === problemsHead ? [] : [index]));
  const bad = rows.filter(({ kind }) => kind === 'bad');
  return csvOf([
    [...columns.map((index) => heads[index] ?? ''), problemsHead],
    ...bad.map(({ line, cells, problems }) => [
      ...columns.map((index) => textOfCell(cells[index] ?? '')),
      problems.map(({ head, sentence }) => `row ${line}, ${head}: ${sentence}`).join('\n'),
    ]),
  ]);
}
