import boldFace from '@expo-google-fonts/arimo/700Bold/Arimo_700Bold.ttf?inline';
import normalFace from '@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf?inline';
import { create, type Font, type GlyphRun } from 'fontkit';
import PDFDocument from 'pdfkit';
import { type ShopDetails, shownPhone } from '../contract/shop-details.ts';

/** A4 in points, and where text begins. */
const [width, height] = [595, 842];
export const margin = 48;
export const right = width - margin;
export const ink = '#17211c';
export const quiet = '#5c615c';
const red = '#b3261f';

/** How much of a page is written on. */
export const pageRoom = height - 2 * margin;

/** Read once: a function makes many papers. */
const faces = { normal: faceOf(normalFace), bold: faceOf(boldFace) };
type FontName = keyof typeof faces;

/** Where on which page text goes next, from the foot up as in PDF; a full page is followed by another. */
export type Cursor = {
  readonly document: PDFKit.PDFDocument;
  readonly logo: string | null;
  y: number;
  newPage(): void;
};

/** One paper: its name at the foot of each of its pages, beside their numbers, and a word across them. */
type Part = { name: string; stamp?: string | null; draw(cursor: Cursor): void };

/**
 * The papers as one PDF on A4, each from a new page, with the letters of the font that it uses.
 * @param logo above the seller's name: an address `data:image/jpeg;base64,…`
 */
export async function a4Pdf(title: string, logo: string | null, parts: readonly Part[]): Promise<Uint8Array> {
  const document = new PDFDocument({
    size: [width, height],
    autoFirstPage: false,
    bufferPages: true,
    // Without the font that every page otherwise begins with.
    font: '',
    pdfVersion: '1.7',
    info: { Title: title },
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  document.on('data', (chunk: Uint8Array<ArrayBuffer>) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  for (const [name, face] of Object.entries(faces))
    // Its types do not know yet that a font may have been read before.
    document.registerFont(name, face as unknown as Uint8Array);
  for (const { name, stamp, draw } of parts) {
    const first = document.bufferedPageRange().count;
    const cursor: Cursor = {
      document,
      logo,
      y: 0,
      newPage() {
        document.addPage().fillColor(ink);
        cursor.y = height - margin;
      },
    };
    cursor.newPage();
    draw(cursor);
    const pages = document.bufferedPageRange().count - first;
    const [begin = ''] = wrapped(cursor, name, 'normal', 8, right - margin - 70);
    for (let page = 1; page <= pages; page += 1) {
      document.switchToPage(first + page - 1);
      const text = `${begin}, page ${page} of ${pages}`;
      write(cursor, 'normal', text, { x: margin, y: 28, size: 8, color: quiet });
      if (stamp) drawStamp(cursor, stamp);
    }
  }
  document.end();
  await ended;
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Across the page, and what lies under it can still be read. */
function drawStamp(cursor: Cursor, text: string): void {
  const { document } = cursor;
  const size = 96;
  const x = (width - widthOf(cursor, text, 'bold', size)) / 2;
  document
    .save()
    .opacity(0.35)
    .rotate(-30, { origin: [width / 2, height / 2] });
  write(cursor, 'bold', text, { x, y: height / 2, size, color: red });
  document.restore();
}

/** How wide the left side of a letterhead is, and the right one. */
const [sellerRoom, factRoom] = [300, 184];

type Seller = Pick<ShopDetails, 'name' | 'address' | 'phones' | 'email' | 'pin'>;

/** Who issues it on the left; on the right what it is, and facts about it. */
export function drawLetterhead(
  cursor: Cursor,
  seller: Seller,
  title: string,
  facts: readonly (string | null | false)[],
): void {
  const top = cursor.y - 14;
  writeRight(cursor, 'bold', title, right, top, 15);
  let y = drawLogo(cursor) ? top - 64 : top;
  for (const line of wrapped(cursor, seller.name, 'bold', 15, sellerRoom)) {
    write(cursor, 'bold', line, { x: margin, y, size: 15 });
    y -= 18;
  }
  for (const text of [
    seller.address,
    seller.phones.map(shownPhone).join(', '),
    seller.email,
    seller.pin && `PIN ${seller.pin}`,
  ])
    for (const line of text ? wrapped(cursor, text, 'normal', 9, sellerRoom) : []) {
      write(cursor, 'normal', line, { x: margin, y, size: 9 });
      y -= 13;
    }
  let below = top - 18;
  for (const fact of facts)
    for (const line of fact ? wrapped(cursor, fact, 'normal', 9, factRoom) : []) {
      writeRight(cursor, 'normal', line, right, below, 9);
      below -= 13;
    }
  cursor.y = Math.min(y, below) - 14;
}

/** Whether there is one that can be printed: a file that is no picture must not stop an invoice. */
function drawLogo({ document, logo, y }: Cursor): boolean {
  // Of other kinds PDFKit reads the pixels, and never ends when they are damaged.
  if (!logo?.startsWith('data:image/jpeg;base64,/9j/')) return false;
  try {
    document.image(logo, margin, height - y, { fit: [200, 50] });
    return true;
  } catch {
    return false;
  }
}

/** Whom it is for: the name, and the rest in lines below it. */
export function drawParty(cursor: Cursor, name: string, rest: readonly (string | null | undefined)[]): void {
  for (const line of wrapped(cursor, name, 'bold', 10, right - margin)) {
    write(cursor, 'bold', line, { x: margin, y: cursor.y, size: 10 });
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
  const y = cursor.y - 10;
  write(cursor, 'bold', 'Item', { x: names.x, y, size: 9 });
  for (const [head, to] of columns) writeRight(cursor, 'bold', head, to, y, 9);
  rule(cursor, y - 5);
  cursor.y = y - 9;
}

/** A row, on the next page under the same heads when it has no room. @param notes in small letters below the name */
export function drawRow(
  cursor: Cursor,
  table: Table,
  { name, notes, values }: { name: string; notes: readonly (string | null)[]; values: readonly string[] },
): void {
  const { x, room } = table.names;
  const above = wrapped(cursor, name, 'normal', 9, room);
  const below = notes.flatMap((text) => (text ? wrapped(cursor, text, 'normal', 8, room) : []));
  if (cursor.y - 13 * above.length - 11 * below.length < margin + 20) {
    cursor.newPage();
    drawTableHead(cursor, table);
  }
  cursor.y -= 11;
  table.columns.forEach(([, to], index) =>
    writeRight(cursor, 'normal', values[index] ?? '', to, cursor.y, 9),
  );
  // A box to tick where names begin further in.
  if (x > margin)
    cursor.document
      .lineWidth(0.7)
      .rect(margin, height - cursor.y - 7, 9, 9)
      .stroke(ink);
  for (const part of above) {
    write(cursor, 'normal', part, { x, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
  for (const part of below) {
    // The serial numbers of many pieces need more than a page.
    if (cursor.y < margin) {
      cursor.newPage();
      drawTableHead(cursor, table);
      cursor.y -= 11;
    }
    write(cursor, 'normal', part, { x, y: cursor.y + 1, size: 8, color: quiet });
    cursor.y -= 11;
  }
}

export function rule({ document }: Cursor, y: number, from = margin, to = right): void {
  document
    .lineWidth(0.7)
    .moveTo(from, height - y)
    .lineTo(to, height - y)
    .stroke(ink);
}

export function keepTogether(cursor: Cursor, needed: number): void {
  if (cursor.y - needed < margin) cursor.newPage();
}

/** Pressed, the line at the cursor opens an address. */
export function openBy({ document, y }: Cursor, address: string, x: number): void {
  document.link(x, height - y - 9, right - x, 12, address);
}

export function paragraph(cursor: Cursor, text: string): void {
  for (const part of wrapped(cursor, text, 'normal', 9, right - margin)) {
    keepTogether(cursor, 14);
    write(cursor, 'normal', part, { x: margin, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
}

type Place = { x: number; y: number; size: number; color?: string };

export function write(
  cursor: Cursor,
  font: FontName,
  text: string,
  { x, y, size, color = ink }: Place,
): void {
  const { document } = cursor;
  if (color !== ink) document.fillColor(color);
  document
    .font(font, size)
    .text(printable(text), x, height - y, { lineBreak: false, baseline: 'alphabetic' });
  if (color !== ink) document.fillColor(ink);
}

export function writeRight(
  cursor: Cursor,
  font: FontName,
  text: string,
  to: number,
  y: number,
  size: number,
): void {
  write(cursor, font, text, { x: to - widthOf(cursor, printable(text), font, size), y, size });
}

const widthOf = ({ document }: Cursor, text: string, font: FontName, size: number) =>
  document.font(font, size).widthOfString(text);

/** A text in lines that fit; a word that does not fit alone is cut. */
export function wrapped(cursor: Cursor, text: string, font: FontName, size: number, room: number): string[] {
  const widthIn = (part: string) => widthOf(cursor, part, font, size);
  const space = widthIn(' ');
  const lines: string[] = [];
  let left = 0;
  for (const word of printable(text).split(/\s+/)) {
    let rest = word;
    let needed = widthIn(word);
    if (lines.length > 0 && space + needed <= left) {
      lines[lines.length - 1] += ` ${word}`;
      left -= space + needed;
      continue;
    }
    while (needed > room) {
      let cut = Math.max(1, Math.floor((rest.length * room) / needed));
      while (cut > 1 && widthIn(rest.slice(0, cut)) > room) cut -= 1;
      lines.push(rest.slice(0, cut));
      rest = rest.slice(cut);
      needed = widthIn(rest);
    }
    lines.push(rest);
    left = room - needed;
  }
  return lines;
}

/** What is printed of a letter that the font lacks, such as Chinese: never nothing, and no letter that could be meant. */
const lacking = '□';

/** Without marks that print nothing. What has no form of its own is written in its parts: `①` as 1. */
function printable(text: string): string {
  const shown = text.replace(/\s/g, ' ');
  if (/^[ -~]*$/.test(shown)) return shown;
  const has = (letter: string) => faces.normal.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
  return Array.from(shown.normalize('NFC').replace(/\p{Default_Ignorable_Code_Point}/gu, ''), (letter) => {
    if (has(letter)) return letter;
    const parts = letter.normalize('NFKD');
    return Array.from(parts).every(has) ? parts : lacking;
  }).join('');
}

/** @param address `data:font/ttf;base64,…` */
function faceOf(address: string): Font {
  const letters = atob(address.slice(address.indexOf(',') + 1));
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = letters.charCodeAt(at);
  const font = create(bytes as Buffer) as Font;
  const layout = font.layout.bind(font);
  // Only marks need the rules of the font, and to place every letter by them takes longer than all the rest.
  font.layout = (text) => (/\p{M}/u.test(text) ? layout(text) : inARow(font, text));
  return font;
}

/** As fontkit places letters without rules, one after the other. */
function inARow(font: Font, text: string) {
  const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0));
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, xOffset: 0, yOffset: 0 }));
  // PDFKit scales the positions before it asks.
  const run = {
    glyphs,
    positions,
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    },
  };
  return run as GlyphRun;
}
