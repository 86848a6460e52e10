import type { PageOfRows, RowCursor } from '@contract/admin.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Dialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { formatCount } from '../lib/format-count.ts';
import { type CsvColumn, csvOf, csvOfRows, downloadCsv } from '../lib/csv.ts';
import { downloadFile } from '#lib/download-file.ts';
import type { SqlList } from '../lib/admin-queries.ts';
import { useMay } from '../lib/use-may.ts';
import { type SheetColumn, sheetOf, textCells } from '../lib/sheet.ts';

type ExportCsvProps<Row> = {
  /** What the rows are, in the plural; also the file's name. */
  noun: string;
  /** What the button says, if not `Export CSV`. */
  label?: string;
  /** What the rows are called where one of those may have several. */
  rowNoun?: string;
  /** The number of rows on all pages of the table, where it is counted. */
  total?: number;
  /** The days of its rows, `YYYY-MM-DD`, where they are filtered by day: part of the file's name. */
  days?: { from?: string; to?: string };
  /** The limit of rows in a file, so that phones and spreadsheet programs can open it. */
  maxRows: number;
  /** Its rows, newest first. */
  list: SqlList<PageOfRows<Row>>;
  /** How many of them are read at once. */
  partSize?: number;
  /** What the file has of each row: with sums and as a workbook too, or as CSV alone. */
  columns: { sheet: readonly SheetColumn<Row>[] } | { csv: readonly CsvColumn<Row>[] };
};

type Format = 'csv' | 'xlsx';

/** A running export. Its rows are not lost with the connection. */
type Export<Row> = {
  format: Format;
  rows: Map<string, Row>;
  after: RowCursor | null;
  stop: AbortController;
};

/**
 * Exports all rows that match the table's filters as a CSV file or a workbook; shows its progress, can be cancelled and continued.
 */
export function ExportCsv<Row extends { id: string }>(props: ExportCsvProps<Row>) {
  const { noun, rowNoun = noun } = props;
  const [progress, setProgress] = useState<{ read: number; wanted?: number } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const current = useRef<Export<Row>>(null);
  // The props from the start of the export: the table's filters may change meanwhile.
  const source = useRef(props);
  useEffect(() => () => current.current?.stop.abort(), []);

  const proceed = async () => {
    const present = current.current;
    if (!present) return;
    setFailure(null);
    try {
      await readAll(present, source.current, (read) => setProgress((old) => old && { ...old, read }));
      if (present.rows.size === 0) {
        close();
        showToast({
          title: 'Nothing Exported',
          description: `No ${noun} match these filters.`,
          tone: 'info',
        });
        return;
      }
      await save(present.format, source.current, [...present.rows.values()]);
      close();
      showToast({
        title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} Exported`,
        description: `${formatCount(present.rows.size)} ${rowNoun} are in the file.${
          present.after === null ? '' : ' It holds no more: to export the others, filter by day.'
        }`,
      });
    } catch (error) {
      if (!present.stop.signal.aborted) setFailure(error);
    }
  };
  const start = (format: Format) => {
    if (current.current) return;
    current.current = { format, rows: new Map(), after: null, stop: new AbortController() };
    source.current = props;
    setProgress({ read: 0, wanted: props.total && Math.min(props.total, props.maxRows) });
    void proceed();
  };
  const mayExport = useMay()('exports');
  const close = () => {
    current.current?.stop.abort();
    current.current = null;
    setProgress(null);
    setFailure(null);
  };

  if (!mayExport) return null;
  return (
    <>
      {('sheet' in props.columns ? (['csv', 'xlsx'] as const) : (['csv'] as const)).map((format) => (
        <Button key={format} variant="secondary" icon={<Download />} onClick={() => start(format)}>
          {'sheet' in props.columns
            ? `Export ${noun} (${format === 'csv' ? 'CSV' : 'Excel'})`
            : (props.label ?? 'Export CSV')}
        </Button>
      ))}
      <Dialog
        isOpen={progress !== null}
        onClose={close}
        title={`Exporting ${noun}`}
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            {failure ? <Button onClick={() => void proceed()}>Try again</Button> : null}
          </>
        }
      >
        {progress ? (
          <label className="stack gap-2 tabular">
            <span role="status">
              {progress.wanted === undefined
                ? `${formatCount(progress.read)} ${rowNoun} read`
                : `${formatCount(progress.read)} of ${formatCount(progress.wanted)} ${rowNoun}`}
            </span>
            <progress max={progress.wanted} value={progress.wanted && progress.read} />
          </label>
        ) : null}
        {failure ? (
          <Notice tone="error" title="The export was interrupted" error={failure}>
            {errorSentence(failure)} What was read so far is kept: try again to continue from there.
          </Notice>
        ) : null}
      </Dialog>
    </>
  );
}

async function save<Row>(format: Format, props: ExportCsvProps<Row>, rows: readonly Row[]) {
  const { noun, days, columns } = props;
  const name = `${noun.replaceAll(' ', '-')}-${daysInName(days)}.${format}`;
  if ('csv' in columns) return downloadCsv(name, csvOfRows(columns.csv, rows));
  const sheet = sheetOf(columns.sheet, rows);
  if (format === 'csv') return downloadCsv(name, csvOf(textCells(sheet)));
  // Loaded for the first workbook.
  const { workbookOf } = await import('../lib/workbook.ts');
  downloadFile(name, new Blob([workbookOf(sheet)]));
}

/** `2026-11-01-to-2026-11-30`; today where it is of all days, or has no last one. */
function daysInName({ from, to }: { from?: string; to?: string } = {}): string {
  const last = to || nairobiDay();
  if (from) return `${from}-to-${last}`;
  return to ? `until-${last}` : last;
}

/** Reads the missing parts. A row that changed its place meanwhile may be read twice: duplicates are dropped. */
async function readAll<Row extends { id: string }>(
  present: Export<Row>,
  { maxRows, list, partSize = 1000 }: ExportCsvProps<Row>,
  onProgress: (read: number) => void,
): Promise<void> {
  const { rows, stop } = present;
  do {
    const part = await list.read(partSize, present.after, stop.signal);
    stop.signal.throwIfAborted();
    const before = rows.size;
    for (const row of part.rows) rows.set(row.id, row);
    // The same part again, or it would be read for ever.
    if (part.after !== null && rows.size === before) throw new Error('The export does not go on.');
    present.after = part.after;
    onProgress(rows.size);
  } while (present.after !== null && rows.size < maxRows);
}
