/** Bytes; a catalogue of twenty thousand products. */
export const largestSpreadsheet = 40_000_000;
export const mostSpreadsheetRows = 20_000;

/** A row with its place in the spreadsheet; the heads stand in row 1, as the program shows it. */
export type SheetRow = { line: number; cells: string[] };
export type Sheet = { heads: string[]; rows: SheetRow[]; encoding: string; delimiter: string };

/** Why a file is not read, in words for the person. */
export class SpreadsheetRefused extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'SpreadsheetRefused';
  }
}

/** @throws SpreadsheetRefused */
export async function readSpreadsheet(file: File): Promise<Sheet> {
  if (file.size > largestSpreadsheet) {
    throw new SpreadsheetRefused(
      'This file has more than 40 MB. Split it, and import one part after the other.',
    );
  }
  return parseSpreadsheet(new Uint8Array(await file.arrayBuffer()));
}

/**
 * Reads CSV as spreadsheets write it: UTF-8, UTF-16 or Windows-1252; commas, semicolons or tabs.
 * @throws SpreadsheetRefused
 */
export async function parseSpreadsheet(bytes: Uint8Array): Promise<Sheet> {
  const { text: whole, encoding } = decoded(bytes);
  // Excel's own first line, which names the delimiter.
  const [hint = '', named] = /^sep=(.)\r?\n/i.exec(whole) ?? [];
  const text = whole.slice(hint.length);
  const delimiter = named ?? likeliestDelimiter(text);
  // Nobody else needs it.
  const { parse } = await import('csv-parse/browser/esm/sync');
  let records: string[][];
  try {
    records = parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: ['\r\n', '\n', '\r'],
    });
  } catch (error) {
    const { lines } = error as { lines?: number };
    throw new SpreadsheetRefused(
      `This file cannot be read as CSV${lines ? `, from line ${lines} on` : ''}: a quotation mark is missing or stands in the wrong place.`,
    );
  }
  const [heads, ...others] = records;
  if (!heads || heads.every((head) => head.trim() === '')) {
    throw new SpreadsheetRefused('This file is empty. Its first row must name the columns.');
  }
  const first = hint ? 3 : 2;
  const rows = others
    .map((cells, i) => ({ line: i + first, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows.length > mostSpreadsheetRows) {
    throw new SpreadsheetRefused(
      `This file has ${rows.length} rows. At most ${mostSpreadsheetRows} are read at once; split it.`,
    );
  }
  return { heads: heads.map((head) => head.trim()), rows, encoding, delimiter };
}

function decoded(bytes: Uint8Array): { text: string; encoding: string } {
  const begins = (...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b, 3, 4) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new SpreadsheetRefused(
      'This is a workbook, not CSV. In Excel choose File, Save As, “CSV UTF-8”; in LibreOffice “Text CSV”. Then import that file.',
    );
  }
  if (begins(0xff, 0xfe)) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (begins(0xfe, 0xff)) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  let text: string;
  let encoding = 'UTF-8';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    encoding = 'Windows-1252';
    text = new TextDecoder('windows-1252').decode(bytes);
  }
  if (text.includes('\0')) {
    throw new SpreadsheetRefused('This file is no text. Save the spreadsheet as CSV and import that file.');
  }
  return { text, encoding };
}

/** Whichever divides the row of the heads most often. */
function likeliestDelimiter(text: string): string {
  const heads = text.slice(0, text.search(/[\r\n]|$/));
  const times = (delimiter: string) => heads.split(delimiter).length;
  return [',', ';', '\t'].reduce((best, one) => (times(one) > times(best) ? one : best));
}
