import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { type ShopDetails, shownPhone } from '../contract/shop-details.ts';

/** A4 in points, and where text begins. */
const [width, height] = [595, 842];
export const margin = 48;
export const right = width - margin;
export const ink = rgb(0.09, 0.13, 0.11);
export const quiet = rgb(0.36, 0.38, 0.36);
const red = rgb(0.7, 0.15, 0.12);

type Fonts = { normal: PDFFont; bold: PDFFont };

/** Where on which page text goes next; a full page is followed by another. */
export type Cursor = { page: PDFPage; y: number; readonly fonts: Fonts; newPage(): void };

/** One paper: its name at the foot of each of its pages, beside their numbers, and a word across them. */
type Part = { name: string; stamp?: string | null; draw(cursor: Cursor): void };

/** The papers as one PDF on A4, each from a new page, in fonts that every reader has. */
export async function a4Pdf(title: string, parts: readonly Part[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = {
    normal: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  document.setTitle(title);
  for (const { name, stamp, draw } of parts) {
    const first = document.getPageCount();
    const start = () => ({ page: document.addPage([width, height]), y: height - margin });
    const cursor: Cursor = { ...start(), fonts, newPage: () => void Object.assign(cursor, start()) };
    draw(cursor);
    const pages = document.getPages().slice(first);
    pages.forEach((page, index) => {
      const [begin = ''] = wrapped(name, fonts.normal, 8, right - margin - 70);
      const text = `${begin}, page ${index + 1} of ${pages.length}`;
      write(page, fonts.normal, text, { x: margin, y: 28, size: 8, color: quiet });
      if (stamp) drawStamp(page, fonts.bold, stamp);
    });
  }
  return document.save();
}

/** Across the page, and what lies under it can still be read. */
function drawStamp(page: PDFPage, font: PDFFont, text: string): void {
  const size = 96;
  const half = font.widthOfTextAtSize(text, size) / 2;
  const [x, y] = [width / 2 - half * Math.cos(Math.PI / 6), height / 2 - half * Math.sin(Math.PI / 6)];
  page.drawText(text, { font, size, x, y, rotate: degrees(30), color: red, opacity: 0.35 });
}

type Seller = Pick<ShopDetails, 'name' | 'address' | 'phones' | 'email' | 'pin'>;

/** Who issues it on the left; on the right what it is, and facts about it. */
export function drawLetterhead(
  cursor: Cursor,
  seller: Seller,
  title: string,
  facts: readonly (string | null | false)[],
): void {
  const { normal, bold } = cursor.fonts;
  const top = cursor.y - 14;
  let y = top - 18;
  for (const text of [
    seller.address,
    seller.phones.map(shownPhone).join(', '),
    seller.email,
    seller.pin && `PIN ${seller.pin}`,
  ]) {
    for (const part of text ? wrapped(text, normal, 9, 240) : []) {
      write(cursor.page, normal, part, { x: margin, y, size: 9 });
      y -= 13;
    }
  }
  write(cursor.page, bold, seller.name, { x: margin, y: top, size: 15 });
  writeRight(cursor.page, bold, title, right, top, 15);
  const shown = facts.filter((fact) => typeof fact === 'string');
  shown.forEach((fact, index) => writeRight(cursor.page, normal, fact, right, top - 18 - 13 * index, 9));
  cursor.y = Math.min(y, top - 18 - 13 * shown.length) - 14;
}

/** Whom it is for: the name, and the rest in lines below it. */
export function drawParty(cursor: Cursor, name: string, rest: readonly (string | null | undefined)[]): void {
  const { bold } = cursor.fonts;
  for (const line of wrapped(name, bold, 10, right - margin)) {
    write(cursor.page, bold, line, { x: margin, y: cursor.y, size: 10 });
    cursor.y -= 14;
  }
  for (const text of rest) if (text) paragraph(cursor, text);
  cursor.y -= 8;
}

/** The right edges of a table's values by their heads, and where its names begin and how wide they are. */
type Table = {
  columns: readonly (readonly [head: string, to: number])[];
  names: { x: number; room: number };
};

export function drawTableHead(cursor: Cursor, { columns, names }: Table): void {
  keepTogether(cursor, 60);
  const { page, fonts } = cursor;
  const y = cursor.y - 10;
  write(page, fonts.bold, 'Item', { x: names.x, y, size: 9 });
  for (const [head, to] of columns) writeRight(page, fonts.bold, head, to, y, 9);
  rule(page, y - 5);
  cursor.y = y - 9;
}

/** A row, on the next page under the same heads when it has no room. @param notes in small letters below the name */
export function drawRow(
  cursor: Cursor,
  table: Table,
  { name, notes, values }: { name: string; notes: readonly (string | null)[]; values: readonly string[] },
): void {
  const { normal } = cursor.fonts;
  const { x, room } = table.names;
  const above = wrapped(name, normal, 9, room);
  const below = notes.flatMap((text) => (text ? wrapped(text, normal, 8, room) : []));
  if (cursor.y - 13 * above.length - 11 * below.length < margin + 20) {
    cursor.newPage();
    drawTableHead(cursor, table);
  }
  cursor.y -= 11;
  const { page } = cursor;
  table.columns.forEach(([, to], index) => writeRight(page, normal, values[index] ?? '', to, cursor.y, 9));
  // A box to tick where names begin further in.
  if (x > margin)
    page.drawRectangle({
      x: margin,
      y: cursor.y - 2,
      width: 9,
      height: 9,
      borderColor: ink,
      borderWidth: 0.7,
    });
  for (const part of above) {
    write(page, normal, part, { x, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
  for (const part of below) {
    // The serial numbers of many pieces need more than a page.
    if (cursor.y < margin) {
      cursor.newPage();
      drawTableHead(cursor, table);
      cursor.y -= 11;
    }
    write(cursor.page, normal, part, { x, y: cursor.y + 1, size: 8, color: quiet });
    cursor.y -= 11;
  }
}

export function rule(page: PDFPage, y: number, from = margin, to = right): void {
  page.drawLine({ start: { x: from, y }, end: { x: to, y }, thickness: 0.7, color: ink });
}

export function keepTogether(cursor: Cursor, needed: number): void {
  if (cursor.y - needed < margin) cursor.newPage();
}

export function paragraph(cursor: Cursor, text: string): void {
  for (const part of wrapped(text, cursor.fonts.normal, 9, right - margin)) {
    keepTogether(cursor, 14);
    write(cursor.page, cursor.fonts.normal, part, { x: margin, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
}

type Place = { x: number; y: number; size: number; color?: typeof ink };

export function write(page: PDFPage, font: PDFFont, text: string, { color = ink, ...place }: Place): void {
  page.drawText(printable(text, font), { font, color, ...place });
}

export function writeRight(
  page: PDFPage,
  font: PDFFont,
  text: string,
  to: number,
  y: number,
  size: number,
): void {
  const shown = printable(text, font);
  write(page, font, shown, { x: to - font.widthOfTextAtSize(shown, size), y, size });
}

/** A text in lines that fit; a word that does not fit alone is cut. */
export function wrapped(text: string, font: PDFFont, size: number, room: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= room;
  const lines: string[] = [];
  for (const word of printable(text, font).split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && fits(`${last} ${word}`)) {
      lines[lines.length - 1] = `${last} ${word}`;
      continue;
    }
    let rest = word;
    while (!fits(rest)) {
      let cut = rest.length - 1;
      while (cut > 1 && !fits(rest.slice(0, cut))) cut -= 1;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut);
    }
    lines.push(rest);
  }
  return lines;
}

/** How signs of data sheets are written that the fonts lack. */
const inWords: Record<string, string> = { Ω: 'ohm', '≤': '<=', '≥': '>=', '−': '-', '→': '->' };

const lettersOf = new WeakMap<PDFFont, Set<number>>();

/** The fonts have the letters of western Europe: ũ and ĩ lose their tilde, and what has no such form is a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = lettersOf.get(font) ?? new Set(font.getCharacterSet());
  lettersOf.set(font, known);
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replace(/\s/g, ' '), (letter) => {
    if (has(letter)) return letter;
    const [base = '?'] = letter.normalize('NFD');
    return inWords[letter] ?? (has(base) ? base : '?');
  }).join('');
}
