import { archiveSize } from './archive-size.ts';
import { readCsvRows, type SheetRow, SpreadsheetRefused } from '#dashboard/lib/csv.ts';

/** Limits of bytes and rows: enough for a year of a busy shop. */
const maxFileBytes = 10_000_000;
const maxRows = 5000;
/** Limits of a workbook's unpacked bytes and parts: twenty times a year of a busy shop. */
const maxUnpackedBytes = 50_000_000;
const maxParts = 500;

/** The rows of a bank's statement, CSV or XLSX, with their numbers in the file. @throws SpreadsheetRefused */
export async function readStatementFile(file: File): Promise<SheetRow[]> {
  if (file.size > maxFileBytes)
    throw new SpreadsheetRefused('This file is larger than 10 MB. Export a shorter period.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const isWorkbook = [0x50, 0x4b, 3, 4].every((byte, i) => bytes[i] === byte);
  const all = isWorkbook ? await workbookRows(bytes) : await readCsvRows(bytes);
  const rows = all.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length === 0) throw new SpreadsheetRefused('This file is empty.');
  if (rows.length > maxRows)
    throw new SpreadsheetRefused(
      `This file has ${rows.length} rows. At most ${maxRows} can be read at once: export a shorter period.`,
    );
  return rows;
}

async function workbookRows(bytes: Uint8Array<ArrayBuffer>): Promise<SheetRow[]> {
  const size = archiveSize(bytes);
  // A small file can unpack to more than the browser can hold.
  if (size && (size.unpacked > maxUnpackedBytes || size.files > maxParts))
    throw new SpreadsheetRefused(
      'This workbook is too large when unpacked. Export a shorter period, or a CSV file.',
    );
  // Loaded only when a workbook is imported.
  const { readSheet } = await import('read-excel-file/universal');
  let rows;
  try {
    if (!size) throw new Error('no ZIP archive');
    rows = await readSheet(bytes.buffer);
  } catch {
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
  // A calculated commission has more digits than are shown; three of them would read as thousands.
  if (typeof value === 'number' && !Number.isInteger(value)) return value.toFixed(2);
  return String(value);
}
