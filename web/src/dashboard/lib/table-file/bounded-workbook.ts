import { SpreadsheetRefused } from '#dashboard/lib/csv.ts';

/** A small file can unpack to more than the browser can hold. */
const maxUnpackedBytes = 20_000_000;
const maxParts = 500;
/** Rows and columns that a table may span, empty ones included: the reader makes a cell for each place. */
const maxRow = 20_000;
const maxColumn = 200;
/**
 * The reader's time grows with the tags of a part, and with the square of the characters of a tag or from one tag to the
 * next. A cell takes four tags and may have 32,767 characters, each of which can be written with six.
 */
const maxTags = 1_000_000;
const maxTagLength = 4000;
const maxPieceLength = 200_000;

/** Before the name of an element. */
const prefix = '(?:[^\\s<>/:]+:)?';
const sheetData = new RegExp(`<${prefix}sheetData(?=[\\s/>])[^<>]*>`, 'g');
const endOfSheetData = new RegExp(`</${prefix}sheetData`);
const valueOfCell = new RegExp(`<${prefix}(?:v|is)[\\s>]`);

/**
 * A workbook of whose sheets only the cells are left. Every cell has its address, for programs may leave it out of cells
 * that follow each other, and none is empty: some programs format the last row there can be.
 * @param tooLarge what is said of one that unpacks to too much; nothing of it is unpacked beyond the limit
 * @throws SpreadsheetRefused when it is too large or a cell is out of bounds, Error when the file is damaged
 */
export async function boundedWorkbook(bytes: Uint8Array, tooLarge: string): Promise<Uint8Array<ArrayBuffer>> {
  const { strFromU8, strToU8, unzipSync, zipSync } = await import('fflate');
  let [count, unpacked] = [0, 0];
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      count += 1;
      unpacked += originalSize;
      if (unpacked > maxUnpackedBytes || count > maxParts) throw new SpreadsheetRefused(tooLarge);
      return /\.(xml|rels)$/.test(name);
    },
  });
  for (const [name, part] of Object.entries(parts)) {
    const xml = strFromU8(part);
    const found = [...xml.matchAll(sheetData)];
    if (found.length > 1) throw new Error(`${name} has two lists of rows`);
    const [opening] = found;
    if (!opening || opening[0].endsWith('/>')) {
      requireBearableTags(name, xml);
      continue;
    }
    const start = opening.index + opening[0].length;
    const end = start + xml.slice(start).search(endOfSheetData);
    if (end < start) throw new Error(`${name} ends early`);
    requireBearableTags(name, xml.slice(start, end));
    const rows = placedRows(xml.slice(start, end));
    parts[name] = strToU8(`<worksheet><sheetData>${rows}</sheetData></worksheet>`);
  }
  return zipSync(parts, { level: 0 });
}

/** @throws SpreadsheetRefused when there are too many tags, Error for one that is not closed, or too long */
function requireBearableTags(name: string, xml: string): void {
  const [before = '', ...pieces] = xml.split('<', maxTags + 2);
  if (pieces.length > maxTags)
    throw new SpreadsheetRefused('This workbook has too many cells: save the table alone, or as a CSV file.');
  const isLong = (piece: string) => {
    const tag = piece.indexOf('>');
    return tag < 0 || tag > maxTagLength || piece.length > maxPieceLength;
  };
  if (before.length > maxPieceLength || pieces.some(isLong))
    throw new Error(`${name} has too long a tag or text`);
}

function placedRows(xml: string): string {
  let row = 0;
  return elementsOf(xml, 'row')
    .map((element) => {
      row = Number(attributeR(element) ?? row + 1);
      const cells = placedCells(element, row);
      return cells === '' ? '' : openingOf(element, row) + cells + closingOf(element);
    })
    .join('');
}

function placedCells(xml: string, row: number): string {
  let column = 0;
  return elementsOf(xml, 'c')
    .map((element) => {
      const named = attributeR(element);
      column = named === undefined ? column + 1 : columnOf(named);
      if (!valueOfCell.test(element)) return '';
      if (row > maxRow || column > maxColumn)
        throw new SpreadsheetRefused(
          `This workbook has a cell in row ${row}, column ${column}. At most ${maxRow} rows and ${maxColumn} columns can be read: save the table alone, or as a CSV file.`,
        );
      const closing = closingOf(element);
      const content = element.slice(tagOf(element).length, element.lastIndexOf(closing));
      return openingOf(element, `${lettersOf(column)}${row}`) + content + closing;
    })
    .join('');
}

/** The texts from each opening tag of this name to the next. */
function elementsOf(xml: string, name: 'row' | 'c'): string[] {
  const opening = `<${prefix}${name}[\\s/>]`;
  const begins = new RegExp(`^${opening}`);
  return xml.split(new RegExp(`(?=${opening})`)).filter((text) => begins.test(text));
}

/** The opening tag; a `>` within a value does not end it. */
const tagOf = (element: string) => /^<(?:"[^"]*"|'[^']*'|[^"'>])*>?/.exec(element)?.[0] ?? '';

const address = /\sr\s*=\s*(?:"([^"]*)"|'([^']*)')/;

/** The first address of an element. */
function attributeR(element: string): string | undefined {
  const [, quoted, single] = address.exec(tagOf(element)) ?? [];
  return quoted ?? single;
}

/** The opening tag with this address and no other. */
const openingOf = (element: string, placed: string | number) =>
  `${tagOf(element).replace(new RegExp(address, 'g'), '').replace(/\/?>$/, '')} r="${placed}">`;

const closingOf = (element: string) => `</${/^<([^\s/>]+)/.exec(element)?.[1] ?? ''}>`;

/** `B7` is in column 2. */
const columnOf = (address: string) =>
  [...address.replace(/\d.*/, '')].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);

function lettersOf(column: number): string {
  const before = Math.floor((column - 1) / 26);
  return (before > 0 ? lettersOf(before) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}
