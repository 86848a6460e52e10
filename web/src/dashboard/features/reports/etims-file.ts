import type { EtimsEntry } from '@contract/papers.ts';
import { SpreadsheetRefused } from '#dashboard/lib/csv.ts';
import { etimsEntry, type TypedEtims } from '#dashboard/lib/etims-entry.ts';
import { columnFinder, headingOf, namesOf } from '#dashboard/lib/table-file/file-heads.ts';
import { readTableFile } from '#dashboard/lib/table-file/table-file.ts';

/** `at`: the row or the number of the paper; empty for the whole file. */
export type EtimsRowProblem = { at: string; sentence: string };
export type EtimsFile = { entries: EtimsEntry[]; problems: EtimsRowProblem[] };

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
