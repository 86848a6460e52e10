import { boundedWorkbook } from './bounded-workbook.ts';
import { lostLetter, readCsvRows, type SheetRow, SpreadsheetRefused } from '#dashboard/lib/csv.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';

/** What a kind of file may have, its heading not counted, and what to do when it has more, unless it is split. */
export type FileLimits = { megabytes: number; rows: number; advice?: string };

/** What a file dialog offers. */
export const tableFiles =
  '.csv,.xlsx,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Characters of a cell, as in Excel, and of all cells: those of a workbook may share one text. */
const maxCellText = 32_767;
const maxText = 20_000_000;

/**
 * The rows of a list that somebody else made, CSV or XLSX, with their numbers in the file; without empty ones.
 * @throws SpreadsheetRefused
 */
export async function readTableFile(file: File, limits: FileLimits): Promise<SheetRow[]> {
  if (file.size > limits.megabytes * 1_000_000)
    throw new SpreadsheetRefused(`This file is larger than ${limits.megabytes} MB: ${whatToDo(limits)}.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wrong = whatElse(bytes);
  if (wrong)
    throw new SpreadsheetRefused(
      `This is ${wrong}. Save or ask for the list as an Excel workbook (.xlsx) or a CSV file.`,
    );
  const all = begins(bytes, 'PK\u0003\u0004') ? await workbookRows(bytes, limits) : await readCsvRows(bytes);
  requireBearableText(all, limits);
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length === 0) throw new SpreadsheetRefused('This file is empty.');
  const count = rows.length - 1;
  if (count > limits.rows)
    throw new SpreadsheetRefused(
      `This file has ${formatCount(count)} rows. ${formatCount(limits.rows)} at most: ${whatToDo(limits, Math.ceil(count / limits.rows))}.`,
    );
  return rows;
}

/** Before each text is trimmed, compared or shown. @throws SpreadsheetRefused */
function requireBearableText(rows: readonly SheetRow[], limits: FileLimits): void {
  let sum = 0;
  for (const { line, cells } of rows)
    for (const { length } of cells) {
      if (length > maxCellText)
        throw new SpreadsheetRefused(`A cell of row ${line} has more text than a spreadsheet can hold.`);
      sum += length;
      if (sum > maxText) throw new SpreadsheetRefused(`This file has too much text: ${whatToDo(limits)}.`);
    }
}

const whatToDo = ({ advice }: FileLimits, files = 2) =>
  advice ?? `split it into ${files === 2 ? 'two' : files} files`;

/** Whether a file begins with these bytes, each written as a letter. */
const begins = (bytes: Uint8Array, signature: string) =>
  [...signature].every((letter, i) => bytes[i] === letter.charCodeAt(0));

/** What a file is that is no table, by its first bytes; null when it may be one. */
function whatElse(bytes: Uint8Array): string | null {
  if (begins(bytes, '%PDF')) return 'a PDF';
  if (['\u0089PNG', '\u00ff\u00d8\u00ff', 'GIF8', 'RIFF'].some((one) => begins(bytes, one)))
    return 'a picture';
  if (!begins(bytes, '\u00d0\u00cf\u0011\u00e0')) return null;
  // Excel puts a workbook with a password into a container of the old format, whose parts have names in UTF-16.
  const isProtected = new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage');
  return isProtected ? 'a workbook with a password' : 'a workbook of an old format (.xls)';
}

async function workbookRows(bytes: Uint8Array<ArrayBuffer>, limits: FileLimits): Promise<SheetRow[]> {
  const tooLarge = `This workbook is too large when unpacked: ${whatToDo(limits)}, or save it as a CSV file.`;
  // Loaded only when a workbook is imported.
  const { readSheet } = await import('read-excel-file/universal');
  let rows;
  try {
    rows = await readSheet((await boundedWorkbook(bytes, tooLarge)).buffer, { trim: false });
  } catch (error) {
    if (error instanceof SpreadsheetRefused) throw error;
    throw new SpreadsheetRefused(
      'This workbook cannot be read: it is damaged, or protected by a password. Save it again, or as a CSV file.',
    );
  }
  return rows.map((cells, i) => ({ line: i + 1, cells: cells.map((cell) => textOfValue(cell)) }));
}

/** A number or a date of a workbook as text: an amount in whole cents, as the workbook shows it. */
function textOfValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  // A workbook has 15 digits of a number: the last ones of a longer one are lost.
  if (typeof value === 'number' && Math.abs(value) >= 1e15) return `${value}${lostLetter}`;
  // A calculated commission has more digits than are shown; three of them would read as thousands.
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(2);
  return String(value);
}
