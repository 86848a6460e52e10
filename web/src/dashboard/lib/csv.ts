import { downloadFile } from '#lib/download-file.ts';

/** Why a file is refused, as a sentence for the user. */
export class SpreadsheetRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SpreadsheetRefused';
  }
}

/** A row and its number in the spreadsheet program, where the first is 1. */
export type SheetRow = { line: number; cells: string[] };

/**
 * Limits of line ends, of which a spreadsheet may have two for each of a million empty rows, and of the characters of a
 * line: what the parser makes of them is far larger.
 */
const maxLines = 3_000_000;
const maxLineLength = 1_000_000;

/** Excel recognises UTF-8 by it. */
const byteOrderMark = '\uFEFF';

/**
 * What a byte that is no letter of the file's encoding becomes, and the digits that a workbook does not keep. Written in
 * the shop it could not be put right any more.
 */
export const lostLetter = '\uFFFD';
export const lostLetterSentence =
  'A letter or the last digits of this cell are lost in the file. Correct it there, with long numbers as text, or save it again as CSV UTF-8';

/** Text that a spreadsheet program would run as a formula, or strip; some read full-width signs as the plain ones. */
const likeFormula = /^'*(\s*[=+\-@＝＋－＠]|[\t\r\n])/;

/**
 * The same after a semicolon, which separates cells in many locales, a tab, or a line break, which ends rows for programs
 * that do not know this file's quotes.
 */
const laterFormula = /([;\t\r\n])('*[^\S\t\r\n]*[=+\-@＝＋－＠])/g;
const guardedLaterFormula = /([;\t\r\n])'('*[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/**
 * Rows as a CSV file (RFC 4180) that spreadsheet programs open by double click: UTF-8 with a byte order mark, CRLF
 * line ends, every cell guarded by `cellOfText`.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return byteOrderMark + rows.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** A column of a CSV file: its header, and the cell of a row. */
export type CsvColumn<Row> = readonly [head: string, cellOf: (row: Row) => string];

export const csvOfRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  csvOf([columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cellOf]) => cellOf(row)))]);

/** A sum for a cell: `1850.50`. @param cents of KES */
export const shillings = (cents: number): string => (cents / 100).toFixed(2);

const negativeNumber = /^-\d+(\.\d+)?$/;

/**
 * A text as a cell. An apostrophe is put in front of what a spreadsheet program would run as a formula; `textOfCell`
 * removes exactly that apostrophe. A negative number is none, and is to be added up.
 */
export function cellOfText(text: string): string {
  if (negativeNumber.test(text)) return text;
  const guarded = text.replace(laterFormula, "$1'$2");
  return likeFormula.test(guarded) ? `'${guarded}` : guarded;
}

export function textOfCell(cell: string): string {
  const text = cell.startsWith("'") && likeFormula.test(cell) ? cell.slice(1) : cell;
  return text.replace(guardedLaterFormula, '$1$2');
}

/** Downloads a CSV text as a file. */
export const downloadCsv = (name: string, csv: string): void =>
  downloadFile(name, new Blob([csv], { type: 'text/csv;charset=utf-8' }));

/**
 * Every row of CSV as written by spreadsheet programs: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs.
 * @throws SpreadsheetRefused
 */
export async function readCsvRows(bytes: Uint8Array): Promise<SheetRow[]> {
  const whole = decoded(bytes);
  // Excel's `sep=` line, which names the delimiter.
  const [hint = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const first = hint ? 2 : 1;
  const rows = await parsed(text, named ?? likeliestDelimiter(text));
  return rows.map((cells, i) => ({ line: i + first, cells }));
}

const quoted = (text: string) => {
  const cell = cellOfText(text);
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

async function parsed(text: string, delimiter: string): Promise<string[][]> {
  let [lines, start] = [0, 0];
  for (const { index } of text.matchAll(/[\n\r]|$/g)) {
    lines += 1;
    if (lines > maxLines || index - start > maxLineLength)
      throw new SpreadsheetRefused('This file has more lines or longer ones than any table.');
    start = index;
  }
  // Loaded only for an import.
  const { parse } = await import('csv-parse/browser/esm/sync');
  const rowsWith = (more: { relax_quotes?: boolean }): string[][] =>
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
      ...more,
    });
  try {
    return rowsWith({});
  } catch (error) {
    try {
      return rowsWith({ relax_quotes: true }).map((cells) =>
        cells.map((cell) => withoutQuotes(cell, delimiter)),
      );
    } catch {
      const { lines } = error as { lines?: number };
      throw new SpreadsheetRefused(
        `This file cannot be read as CSV${lines ? ` from line ${lines} on` : ''}: a quotation mark is missing or in the wrong place.`,
      );
    }
  }
}

/**
 * A cell with an inch mark in it, of a program that does not double them: `7" screen`, `"7" screen"`.
 * @throws Error when the mark has opened a cell that swallowed others
 */
function withoutQuotes(cell: string, delimiter: string): string {
  if (!cell.startsWith('"')) return cell;
  if (cell.includes(delimiter) || /[\r\n]/.test(cell)) throw new Error('an open cell');
  return cell.replace(/^"(.*)"$/, '$1');
}

function decoded(bytes: Uint8Array): string {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  const decode = (label: string, options?: TextDecoderOptions) =>
    new TextDecoder(label, options).decode(bytes);
  if (begins(0xff, 0xfe)) return decode('utf-16le');
  if (begins(0xfe, 0xff)) return decode('utf-16be');
  let text;
  // It says UTF-8: a damaged letter is one in its cell, and no reason to read every other row in another encoding.
  const saysUtf8 = begins(0xef, 0xbb, 0xbf);
  try {
    text = decode('utf-8', { fatal: !saysUtf8 });
  } catch {
    text = decode('windows-1252');
  }
  if (text.includes('\0')) {
    throw new SpreadsheetRefused(
      'This file is not text. Save the spreadsheet as a CSV file and import that file.',
    );
  }
  return text;
}

/** The delimiter that gives most of the first lines the same number of cells; of several, the one that gives more cells. */
function likeliestDelimiter(text: string): string {
  // A quoted cell may span lines; a mark within a cell is one of inches.
  const lines = text
    .slice(0, maxLineLength)
    .replaceAll(/(^|[,;\t\r\n])"(?:[^"]|"")*"/g, '$1')
    .split(/\r\n|\n|\r/, 30)
    .filter((line) => line.trim() !== '');
  const [best] = [',', ';', '\t']
    .map((delimiter) => {
      const times = new Map<number, number>();
      for (const line of lines) {
        const cells = line.split(delimiter).length;
        if (cells > 1) times.set(cells, (times.get(cells) ?? 0) + 1);
      }
      const [cells, equal] = [...times].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
      return { delimiter, cells, equal };
    })
    .sort((a, b) => b.equal - a.equal || b.cells - a.cells);
  return best?.delimiter ?? ',';
}
