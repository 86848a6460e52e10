import type { RowCursor } from '@contract/admin.ts';
import type { EtimsEntry, EtimsSale } from '@contract/papers.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { Notice } from '#components/page/notice.tsx';
import { DropZone } from '#dashboard/components/drop-zone.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useAdminWrite } from '#dashboard/lib/admin-queries.ts';
import { etimsRefusals, etimsEntry, type TypedEtims } from '#dashboard/lib/etims-entry.ts';
import { counted } from '#dashboard/lib/format-count.ts';
import { tableFiles, readTableFile } from '#dashboard/lib/table-file/table-file.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { downloadFile } from '#lib/download-file.ts';
import { etimsSale } from './etims-sale.ts';
import type { Days } from './report-days.ts';
import { SpreadsheetRefused } from '#dashboard/lib/csv.ts';
import { columnFinder, headingOf, namesOf } from '#dashboard/lib/table-file/file-heads.ts';

/** Brings invoices and credit notes to eTIMS and what it answers back, both as files: the shop itself sends nothing there. */
export function EtimsFiles({ days }: { days: Days }) {
  const may = useMay();
  return (
    <section className="stack gap-3" aria-labelledby="etims">
      <h4 id="etims">eTIMS</h4>
      {may('exports') ? <ExportSales days={days} /> : null}
      {may('statements') ? <ImportAnswers /> : null}
    </section>
  );
}

function ExportSales({ days }: { days: Days }) {
  const [isEmpty, setIsEmpty] = useState(false);
  const exported = useAdminWrite(async () => {
    const sales: EtimsSale[] = [];
    let after: RowCursor | null | undefined;
    do {
      const page = await callSql('list_etims_sales', { p_from: days.from, p_to: days.to, p_after: after });
      sales.push(...page.rows);
      ({ after } = page);
    } while (after);
    setIsEmpty(sales.length === 0);
    if (sales.length === 0) return;
    const text = JSON.stringify(sales.map(etimsSale), null, 2);
    downloadFile(`etims-${days.from}-${days.to}.json`, new Blob([text], { type: 'application/json' }));
    showToast({ title: 'Exported', description: `${counted(sales.length, 'paper')} not yet in eTIMS.` });
  });
  return (
    <>
      <div className="cluster gap-3">
        <Button
          variant="secondary"
          icon={<Download />}
          busy={exported.isPending}
          onClick={() => exported.mutate(undefined)}
        >
          Export for eTIMS (JSON)
        </Button>
        <span className="muted">What is not in eTIMS yet, as its interface takes it.</span>
      </div>
      {isEmpty ? <p role="status">All invoices and credit notes of these days are in eTIMS.</p> : null}
      <NotSaved title="Nothing was exported" error={exported.error} />
    </>
  );
}

function ImportAnswers() {
  const [file, setFile] = useState<{ name: string; problems: readonly EtimsRowProblem[] } | null>(null);
  const enter = useAdminWrite((entries: EtimsEntry[]) => callSql('enter_etims', { p_entries: entries }));
  const read = async (chosen: File) => {
    enter.reset();
    setFile(null);
    const report = (problems: readonly EtimsRowProblem[]) => setFile({ name: chosen.name, problems });
    let found: EtimsFile;
    try {
      found = await etimsFile(chosen);
    } catch (error) {
      return report([{ at: '', sentence: errorSentence(error) }]);
    }
    if (found.problems.length > 0) return report(found.problems);
    const { entered, problems } = await enter.mutateAsync(found.entries);
    report(problems.map(({ number, problem }) => ({ at: number, sentence: etimsRefusals[problem] })));
    if (entered > 0)
      showToast({
        title: 'eTIMS Imported',
        description: `${counted(entered, 'paper')} from ${chosen.name}.`,
      });
  };
  return (
    <>
      <DropZone
        label="Answers of eTIMS"
        accept={tableFiles}
        onFiles={([chosen]) => chosen && void read(chosen).catch(() => null)}
        button={{ variant: 'secondary', busy: enter.isPending, children: 'Import answers of eTIMS' }}
      >
        <span className="muted">
          CSV or Excel with the columns Number, Control unit, Receipt number, Signature, Signed at, and if
          there are any Internal data and QR.
        </span>
      </DropZone>
      {file && file.problems.length > 0 ? (
        <Notice tone="error" title={`Nothing of “${file.name}” was imported`}>
          <ul>
            {file.problems.slice(0, 20).map(({ at, sentence }) => (
              <li key={`${at} ${sentence}`}>{at === '' ? sentence : `${at}: ${sentence}`}</li>
            ))}
            {file.problems.length > 20 ? <li>{`and ${file.problems.length - 20} more`}</li> : null}
          </ul>
        </Notice>
      ) : null}
      <NotSaved title="Nothing was imported" error={enter.error} />
    </>
  );
}

/** `at`: the row or the number of the paper; empty for the whole file. */
type EtimsRowProblem = { at: string; sentence: string };
type EtimsFile = { entries: EtimsEntry[]; problems: EtimsRowProblem[] };

const limits = { megabytes: 5, rows: 1000 };

/** Heads, also as eTIMS names them, in the order in which they are looked for: "CU receipt number" is no control unit. */
const heads: readonly [keyof TypedEtims, RegExp, string | null][] = [
  ['receipt', /receipt (no|num)|curRcptNo/i, 'Receipt number'],
  ['signedAt', /signed at|date ?(and )?time/i, 'Signed at'],
  ['unit', /control unit|\bcu\b|sdc/i, 'Control unit'],
  ['signature', /sign(?!ed)/i, 'Signature'],
  ['internalData', /internal|intrl/i, null],
  ['qr', /\bqr\b/i, null],
  ['number', /number|invoice|\bno\b/i, 'Number'],
];

/**
 * What eTIMS answered, from a list as CSV or XLSX with a row for each paper.
 * @throws SpreadsheetRefused
 */
export async function etimsFile(file: File): Promise<EtimsFile> {
  const rows = await readTableFile(file, limits);
  const headAt = headingOf(rows);
  const names = namesOf(rows[headAt]?.cells ?? []);
  const first = columnFinder(names);
  const columns = new Map(heads.map(([field, pattern]) => [field, first(pattern)]));
  const missing = heads.flatMap(([field, , name]) => (name && !columns.get(field) ? [name] : []));
  if (missing.length > 0) throw new SpreadsheetRefused(`This file lacks the columns ${missing.join(', ')}.`);
  const found: EtimsFile = { entries: [], problems: [] };
  for (const { line, cells } of rows.slice(headAt + 1)) {
    const typed = Object.fromEntries(
      heads.map(([field]) => [field, cells[names.indexOf(columns.get(field) ?? '')] ?? '']),
    ) as TypedEtims;
    const { value: entry, problems } = etimsEntry(typed);
    if (entry) found.entries.push(entry);
    for (const sentence of Object.values(problems)) found.problems.push({ at: `Row ${line}`, sentence });
  }
  if (found.entries.length === 0 && found.problems.length === 0)
    throw new SpreadsheetRefused('This file has no rows.');
  return found;
}
