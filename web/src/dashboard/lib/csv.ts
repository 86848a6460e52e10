/** Why a file is refused, as a sentence for the user. */
export class SpreadsheetRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SpreadsheetRefused';
  }
}

/** A row and its number in the spreadsheet program; the column names are in row 1. */
export type SheetRow = { line: number; cells: string[] };
export type Sheet = { heads: string[]; rows: SheetRow[]; encoding: string; delimiter: string };

/** Limits of bytes and rows: a catalogue of twenty thousand products. */
const maxFileBytes = 40_000_000;
const maxRows = 20_000;

/** Excel recognises UTF-8 by it. */
const byteOrderMark = '\uFEFF';

/** Text that a spreadsheet program would run as a formula, or strip. */
const likeFormula = /^'*(\s*[=+\-@]|[\t\r\n])/;

/** The same after a semicolon, which separates cells in many locales, even within this file's quotes. */
const laterFormula = /;('*\s*[=+\-@])/g;
const guardedLaterFormula = /;'('*\s*[=+\-@])/g;

/**
 * Rows as a CSV file (RFC 4180) that spreadsheet programs open by double click: UTF-8 with a byte order mark, CRLF
 * line ends, every cell guarded by `cellOfText`.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/**
 * A text as a cell. An apostrophe is put in front of what a spreadsheet program would run as a formula; `textOfCell`
 * removes exactly that apostrophe.
 */
export function cellOfText(text: string): string {
  const guarded = text.replace(laterFormula, ";'$1");
  return likeFormula.test(guarded) ? `'${guarded}` : guarded;
}

export function textOfCell(cell: string): string {
  const text = cell.startsWith("'") && likeFormula.test(cell) ? cell.slice(1) : cell;
  return text.replace(guardedLaterFormula, ';$1');
}

/** Downloads a CSV text as a file. */
export function downloadCsv(name: string, csv: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file after the click was handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @throws SpreadsheetRefused */
export async function readCsvFile(file: File): Promise<Sheet> {
  if (file.size > maxFileBytes) {
    throw new SpreadsheetRefused('This file is larger than 40 MB. Split it and import the parts one by one.');
  }
  return readCsv(new Uint8Array(await file.arrayBuffer()));
}

/**
 * Reads CSV as written by spreadsheet programs: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs.
 * @throws SpreadsheetRefused
 */
export async function readCsv(bytes: Uint8Array): Promise<Sheet> {
  const { text, encoding, delimiter, first } = opened(bytes, 1);
  const [heads, ...others] = await parsed(text, delimiter);
  if (!heads || heads.every((head) => head.trim() === '')) {
    throw new SpreadsheetRefused('This file is empty. Its first row must name the columns.');
  }
  const rows = others
    .map((cells, i) => ({ line: i + first + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > maxRows) {
    throw new SpreadsheetRefused(
      `This file has ${rows.length} rows. At most ${maxRows} can be read at once: split it.`,
    );
  }
  return { heads: heads.map((head) => head.trim()), rows, encoding, delimiter };
}

/** Every row of a CSV file, including those above its table. @throws SpreadsheetRefused */
export async function readCsvRows(bytes: Uint8Array): Promise<SheetRow[]> {
  const { text, delimiter, first } = opened(bytes, 30);
  return (await parsed(text, delimiter)).map((cells, i) => ({ line: i + first, cells }));
}

/** @param lines the number of lines used to detect the delimiter; `first`: the number of the first row */
function opened(bytes: Uint8Array, lines: number) {
  const { text: whole, encoding } = decoded(bytes);
  // Excel's `sep=` line, which names the delimiter.
  const [hint = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  return { text, encoding, delimiter: named ?? likeliestDelimiter(text, lines), first: hint ? 2 : 1 };
}

const quoted = (text: string) => {
  const cell = cellOfText(text);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

async function parsed(text: string, delimiter: string): Promise<string[][]> {
  // Loaded only for an import.
  const { parse } = await import('csv-parse/browser/esm/sync');
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new SpreadsheetRefused(
      `This file cannot be read as CSV${lines ? ` from line ${lines} on` : ''}: a quotation mark is missing or in the wrong place.`,
    );
  }
}

function decoded(bytes: Uint8Array): { text: string; encoding: string } {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  const decode = (label: string, options?: TextDecoderOptions) =>
    new TextDecoder(label, options).decode(bytes);
  if (begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new SpreadsheetRefused(
      'This is a workbook, not a CSV file. In Excel choose File, Save As, “CSV UTF-8”; in LibreOffice “Text CSV”. Then import that file.',
    );
  }
  if (begins(0xff, 0xfe)) return { text: decode('utf-16le'), encoding: 'UTF-16' };
  if (begins(0xfe, 0xff)) return { text: decode('utf-16be'), encoding: 'UTF-16' };
  let read;
  try {
    read = { text: decode('utf-8', { fatal: true }), encoding: 'UTF-8' };
  } catch {
    read = { text: decode('windows-1252'), encoding: 'Windows-1252' };
  }
  if (read.text.includes('\0')) {
    throw new SpreadsheetRefused(
      'This file is not text. Save the spreadsheet as a CSV file and import that file.',
    );
  }
  return read;
}

/** The delimiter that occurs most often in one of the first lines. */
function likeliestDelimiter(text: string, lines: number): string {
  const first = text.split(/\r\n|\n|\r/, lines);
  const times = (delimiter: string) => Math.max(...first.map((line) => line.split(delimiter).length));
  return [',', ';', '\t'].reduce((best, one) => (times(one) > times(best) ? one : best));
}
