import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { CheckBox } from '#components/forms/check-box.tsx';
import { Notice } from '#components/page/notice.tsx';
import { downloadCsv } from '#dashboard/lib/csv.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import styles from '../spreadsheet.module.css';
import { badRowsCsv } from './bad-rows-csv.ts';
import { type RowKind, rowsToWrite, whyNotWritable } from './import-preview.ts';
import { kindLabels, PreviewRows } from './preview-rows.tsx';
import { ProblemList } from './problem-list.tsx';
import { classNames } from '#components/page/class-names.ts';
import type { Compared, Failure } from './use-import.ts';

type ImportPreviewProps = {
  compared: Compared;
  isSending: boolean;
  failure: Failure | null;
  onSend(withOutdated: boolean): void;
  onCompareAgain(): void;
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
  onDiscard,
}: ImportPreviewProps) {
  const { fileName, sheet, preview } = compared;
  const { counts } = preview;
  const [shown, setShown] = useState<RowKind>(kinds.find((kind) => counts[kind] > 0) ?? 'unchanged');
  const [page, setPage] = useState(1);
  const rows = preview.rows.filter(({ kind }) => kind === shown);
  const pages = Math.max(1, Math.ceil(rows.length / pageSize));
  const [withOutdated, setWithOutdated] = useState(false);
  const writing = rowsToWrite(preview, withOutdated).length;
  const why = whyNotWritable(preview, writing);
  const show = (kind: RowKind) => {
    setShown(kind);
    setPage(1);
  };

  return (
    <div className="stack gap-3">
      <h4>Preview of “{fileName}”</h4>
      <ColumnNotes compared={compared} />
      <div className={classNames('columns-2 gap-2', styles.kinds)} role="group" aria-label="Rows shown">
        {kinds
          .filter((kind) => kind !== 'outdated' || counts.outdated > 0)
          .map((kind) => (
            <button
              key={kind}
              type="button"
              className={classNames('control target pad-row text-start ink tabular', styles.kind)}
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
          action={
            <CheckBox
              label={`Write ${counts.outdated === 1 ? 'it' : 'them'} all the same`}
              checked={withOutdated}
              disabled={isSending}
              onChange={({ target }) => setWithOutdated(target.checked)}
            />
          }
        >
          The file would put back earlier values, such as pieces that are sold by now, so these rows are left
          out. Look at them under “Outdated”, or export again and repeat your changes.
        </Notice>
      ) : null}
      {why ? <Notice tone={counts.bad > 0 ? 'warning' : 'info'}>{why}</Notice> : null}
      {failure ? (
        <Notice
          tone="error"
          title={failure.sentence}
          action={
            <Button variant="secondary" onClick={onCompareAgain}>
              Compare again
            </Button>
          }
        >
          {failure.rows.length > 0 ? <ProblemList problems={failure.rows} /> : null}
          {failure.rows.length === 0 ? 'The file is kept. Sending it again never writes it twice.' : null}
        </Notice>
      ) : null}
      <div className="cluster gap-3">
        <Button disabled={why !== null} busy={isSending} onClick={() => onSend(withOutdated)}>
          {writing > 0 ? `Write ${counted(writing, 'row')}` : 'Nothing to write'}
        </Button>
        {counts.bad > 0 ? (
          <Button
            variant="secondary"
            icon={<Download aria-hidden="true" />}
            onClick={() => downloadCsv(`bad-rows-of-${fileName}`, badRowsCsv(sheet, preview))}
          >
            Download bad rows
          </Button>
        ) : null}
        <Button variant="quiet" disabled={isSending} onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** How the file was read, and which columns are ignored. */
function ColumnNotes({ compared: { sheet, preview } }: { compared: Compared }) {
  const { unknownHeads, readOnlyHeads } = preview;
  const quoted = (heads: readonly string[]) => heads.map((head) => `“${head}”`).join(', ');
  return (
    <>
      {unknownHeads.length > 0 ? (
        <Notice tone="warning" announce="none">
          {unknownHeads.length === 1 ? 'This column is' : 'These columns are'} unknown and ignored:{' '}
          {quoted(unknownHeads)}.
        </Notice>
      ) : null}
      <p className="muted">
        Read as {sheet.encoding}, separated by {delimiterNames[sheet.delimiter] ?? `“${sheet.delimiter}”`}.
        {readOnlyHeads.length > 0 ? ` Read-only columns, never imported: ${readOnlyHeads.join(', ')}.` : ''}
      </p>
    </>
  );
}

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };
