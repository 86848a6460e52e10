import type { PageOfRows, RowCursor } from '@contract/admin.ts';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { useOnce } from '#lib/forms/use-once.ts';
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

/** Exports all rows that match the table's filters as a CSV file or a workbook. */
export function ExportCsv<Row extends { id: string }>(props: ExportCsvProps<Row>) {
  const { noun, rowNoun = noun, label = 'Export CSV', columns } = props;
  const once = useOnce();
  const [making, setMaking] = useState<Format | null>(null);
  const left = useRef<AbortController>(null);
  useEffect(() => {
    const mine = new AbortController();
    left.current = mine;
    return () => mine.abort();
  }, []);
  const mayExport = useMay()('exports');
  if (!mayExport) return null;

  const make = (format: Format) =>
    once(async () => {
      setMaking(format);
      try {
        const { rows, isWhole } = await readAll(props, left.current?.signal);
        if (rows.length > 0) await save(format, props, rows);
        showToast(
          rows.length > 0
            ? {
                title: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} Exported`,
                description: `${formatCount(rows.length)} ${rowNoun} are in the file.${
                  isWhole ? '' : ' It holds no more: to export the others, filter by day.'
                }`,
              }
            : { title: 'Nothing Exported', description: `No ${noun} match these filters.`, tone: 'info' },
        );
      } catch (error) {
        if (!left.current?.signal.aborted) showFailure('Nothing Exported', error);
      } finally {
        setMaking(null);
      }
    });
  return ('sheet' in columns ? (['csv', 'xlsx'] as const) : (['csv'] as const)).map((format) => (
    <Button
      key={format}
      variant="secondary"
      icon={<Download />}
      busy={making === format}
      onClick={() => make(format)}
    >
      {'sheet' in columns ? `Export ${noun} (${format === 'csv' ? 'CSV' : 'Excel'})` : label}
    </Button>
  ));
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

/** Reads part after part. A row that changed its place meanwhile may be read twice: duplicates are dropped. */
async function readAll<Row extends { id: string }>(
  { maxRows, list, partSize = 1000 }: ExportCsvProps<Row>,
  signal?: AbortSignal,
) {
  const rows = new Map<string, Row>();
  let after: RowCursor | null = null;
  do {
    const part: PageOfRows<Row> = await list.read(partSize, after, signal);
    signal?.throwIfAborted();
    const before = rows.size;
    for (const row of part.rows) rows.set(row.id, row);
    ({ after } = part);
    // The same part again, or it would be read for ever.
    if (after !== null && rows.size === before) throw new Error('The export does not go on.');
  } while (after !== null && rows.size < maxRows);
  return { rows: [...rows.values()], isWhole: after === null };
}
