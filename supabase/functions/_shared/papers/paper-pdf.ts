import qrcode from 'qrcode-generator';
import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import { formatCents } from '../contract/money.ts';
import { formatDay, formatDayAndTime } from '../contract/nairobi-time.ts';
import { type Etims, type Paper, type PaperLine, type VatClass, vatBands } from '../contract/papers.ts';
import { paymentMethodLabels } from '../contract/payment-methods.ts';
import { shownPhone } from '../contract/shop-details.ts';

/** A4 in points, and where text begins. */
const [width, height, margin] = [595, 842, 48];
const right = width - margin;
const ink = rgb(0.09, 0.13, 0.11);
const quiet = rgb(0.36, 0.38, 0.36);

const titles = {
  proforma: 'Proforma invoice',
  invoice: 'Invoice and receipt',
  credit_note: 'Credit note',
  quotation: 'Quotation',
};

/** An invoice is one for the tax authority once its system has signed it. */
const titleOf = ({ kind, etims }: Paper) => (kind === 'invoice' && etims ? 'Tax invoice' : titles[kind]);

type Fonts = { normal: PDFFont; bold: PDFFont };

/** Where on which page text goes next; a full page is followed by another. */
type Cursor = { page: PDFPage; y: number; readonly fonts: Fonts; newPage(): void };

/** The papers as one PDF on A4, each from a new page, in fonts that every reader has. */
export async function paperPdf(papers: readonly Paper[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const fonts = {
    normal: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  };
  document.setTitle(
    papers.map((paper) => [titleOf(paper), paper.number].filter(Boolean).join(' ')).join(', '),
  );
  for (const paper of papers) {
    const first = document.getPageCount();
    drawPaper(paper, () => document.addPage([width, height]), fonts);
    const pages = document.getPages().slice(first);
    pages.forEach((page, index) => {
      const text = `${paper.number ?? titleOf(paper)}, page ${index + 1} of ${pages.length}`;
      write(page, fonts.normal, text, { x: margin, y: 28, size: 8, color: quiet });
    });
  }
  return document.save();
}

function drawPaper(paper: Paper, addPage: () => PDFPage, fonts: Fonts): void {
  const { lines, totals, reason } = paper.content;
  const cursor: Cursor = {
    page: addPage(),
    y: height - margin,
    fonts,
    newPage() {
      cursor.page = addPage();
      cursor.y = height - margin;
    },
  };
  drawHead(cursor, paper);
  if (reason) paragraph(cursor, `${reason}.`);
  drawTableHead(cursor);
  for (const line of lines) drawLine(cursor, line, paper.etims !== null);
  cursor.y -= 8;
  keepTogether(cursor, 24 + 15 * (totals.rates.length + 2));
  drawSum(cursor, 'Without VAT', formatCents(totals.netCents));
  for (const rate of totals.rates)
    drawSum(cursor, `VAT ${vatName(rate)} of ${formatCents(rate.netCents)}`, formatCents(rate.vatCents));
  drawSum(cursor, paper.kind === 'credit_note' ? 'Credited' : 'Total', formatCents(totals.grossCents), true);
  cursor.y -= 28;
  drawFoot(cursor, paper);
  if (paper.etims) drawEtims(cursor, paper, paper.etims);
}

function drawHead(cursor: Cursor, paper: Paper): void {
  const { content } = paper;
  const { seller, buyer } = content;
  const { normal, bold } = cursor.fonts;
  const top = cursor.y - 14;
  const at = (x: number, texts: readonly (string | null)[], size = 9) => {
    let y = top - 18;
    for (const text of texts) {
      if (!text) continue;
      for (const part of wrapped(text, normal, size, 240)) {
        write(cursor.page, normal, part, { x, y, size });
        y -= size + 4;
      }
    }
    return y;
  };
  write(cursor.page, bold, seller.name, { x: margin, y: top, size: 15 });
  const left = at(margin, [
    seller.address,
    seller.phones.map(shownPhone).join(', '),
    seller.email,
    seller.pin && `PIN ${seller.pin}`,
  ]);
  writeRight(cursor.page, bold, titleOf(paper), right, top, 15);
  const facts = [
    paper.number,
    formatDay(paper.issuedAt),
    content.orderId &&
      content.orderedAt &&
      `Order #IC-${content.orderId.slice(-8).toUpperCase()} of ${formatDay(content.orderedAt)}`,
    paper.corrects && `To invoice ${paper.corrects}`,
  ].filter((fact) => typeof fact === 'string');
  facts.forEach((fact, index) => writeRight(cursor.page, normal, fact, right, top - 18 - 13 * index, 9));
  cursor.y = Math.min(left, top - 18 - 13 * facts.length) - 14;
  if (!buyer) return;
  const { company } = buyer;
  write(cursor.page, bold, company?.name ?? buyer.name, { x: margin, y: cursor.y, size: 10 });
  cursor.y -= 14;
  const rest = [
    company && buyer.name,
    company?.pin && `PIN ${company.pin}`,
    company?.purchaseOrder && `Purchase order ${company.purchaseOrder}`,
    buyer.address,
    [buyer.phone && shownPhone(buyer.phone), buyer.email].filter(Boolean).join(', '),
  ];
  for (const text of rest) if (text) paragraph(cursor, text);
  cursor.y -= 8;
}

const columns = { quantity: 352, unit: 426, vat: 466 };

function drawTableHead(cursor: Cursor): void {
  keepTogether(cursor, 60);
  const { page, fonts } = cursor;
  const y = cursor.y - 10;
  write(page, fonts.bold, 'Item', { x: margin, y, size: 9 });
  writeRight(page, fonts.bold, 'Pieces', columns.quantity, y, 9);
  writeRight(page, fonts.bold, 'Price', columns.unit, y, 9);
  writeRight(page, fonts.bold, 'VAT', columns.vat, y, 9);
  writeRight(page, fonts.bold, 'Sum', right, y, 9);
  rule(page, y - 5);
  cursor.y = y - 9;
}

function drawLine(cursor: Cursor, line: PaperLine, hasBand: boolean): void {
  const { fonts } = cursor;
  const names = wrapped(line.name, fonts.normal, 9, columns.quantity - margin - 50);
  const below = [
    // Most names have it already.
    line.model && !line.name.includes(line.model) ? `Model ${line.model}` : null,
    line.serials.length > 0 ? `Serial ${line.serials.join(', ')}` : null,
  ].flatMap((text) => (text ? wrapped(text, fonts.normal, 8, columns.quantity - margin - 50) : []));
  if (cursor.y - 13 * names.length - 11 * below.length < margin + 20) {
    cursor.newPage();
    drawTableHead(cursor);
  }
  const { page } = cursor;
  const y = cursor.y - 11;
  writeRight(page, fonts.normal, String(line.quantity), columns.quantity, y, 9);
  writeRight(page, fonts.normal, formatCents(line.unitCents), columns.unit, y, 9);
  writeRight(page, fonts.normal, vatName(line), columns.vat, y, 9);
  const band = hasBand ? ` ${vatBands[line.vatClass]}` : '';
  writeRight(page, fonts.normal, formatCents(line.grossCents) + band, right, y, 9);
  cursor.y = y;
  for (const part of names) {
    write(page, fonts.normal, part, { x: margin, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
  for (const part of below) {
    write(page, fonts.normal, part, { x: margin, y: cursor.y + 1, size: 8, color: quiet });
    cursor.y -= 11;
  }
}

function drawSum(cursor: Cursor, name: string, sum: string, isTotal = false): void {
  const font = isTotal ? cursor.fonts.bold : cursor.fonts.normal;
  const size = isTotal ? 11 : 9;
  cursor.y -= size + 5;
  write(cursor.page, font, name, { x: 330, y: cursor.y, size });
  writeRight(cursor.page, font, sum, right, cursor.y, size);
}

function drawFoot(cursor: Cursor, { kind, etims, content }: Paper): void {
  const { payment, seller } = content;
  if (kind === 'proforma' || kind === 'quotation') {
    paragraph(cursor, 'Prices include VAT. This is an offer to pay, not a receipt and not a tax invoice.');
    if (seller.bank) {
      keepTogether(cursor, 30 + 13 * seller.bank.split('\n').length);
      write(cursor.page, cursor.fonts.bold, 'Bank transfer', { x: margin, y: cursor.y - 4, size: 9 });
      cursor.y -= 18;
      for (const line of seller.bank.split('\n')) paragraph(cursor, line);
    }
    return;
  }
  if (kind === 'invoice' && payment) {
    paragraph(
      cursor,
      `Paid on ${formatDay(payment.paidAt)}: ${paymentMethodLabels[payment.method]}, reference ${payment.reference}.`,
    );
  }
  paragraph(
    cursor,
    etims
      ? 'Prices include VAT.'
      : 'Prices include VAT. This is not a tax invoice of the Kenya Revenue Authority (eTIMS).',
  );
}

/**
 * What the authority's system answered, with its QR code, and all its five bands, also those of 0: as on its sample
 * (TIS for OSCU/VSCU 2.0, page 8).
 */
function drawEtims(cursor: Cursor, { kind, content, correctsEtims }: Paper, etims: Etims): void {
  const { normal, bold } = cursor.fonts;
  const size = 96;
  keepTogether(cursor, size + 40);
  const top = cursor.y - 14;
  write(cursor.page, bold, 'eTIMS, Kenya Revenue Authority', { x: margin, y: top, size: 10 });
  drawQr(cursor.page, etims.qr, { x: margin, y: top - 8, size });
  const facts = [
    `Signed ${formatDayAndTime(etims.signedAt)}`,
    `Control unit ${etims.unit}`,
    `CU invoice number ${etims.unit}/${etims.receipt}`,
    etims.internalData && `Internal data ${dashed(etims.internalData)}`,
    `Signature ${dashed(etims.signature)}`,
    correctsEtims && `Original CU invoice number ${correctsEtims.unit}/${correctsEtims.receipt}`,
    kind === 'credit_note' && 'Credit note is approved only for original sales receipt',
    `Items ${content.lines.length}`,
  ].filter((fact) => typeof fact === 'string');
  facts.forEach((fact, index) =>
    write(cursor.page, normal, fact, { x: margin + size + 12, y: top - 16 - 12 * index, size: 8 }),
  );
  const bands = Object.entries(vatBands).sort(([, a], [, b]) => a.localeCompare(b));
  bands.forEach(([vatClass, band], index) => {
    const at = content.totals.rates.filter((rate) => rate.vatClass === (vatClass as VatClass));
    const sum = (of: 'netCents' | 'vatCents') => formatCents(at.reduce((cents, rate) => cents + rate[of], 0));
    const text = `${band}: ${sum('netCents')}, VAT ${sum('vatCents')}`;
    writeRight(cursor.page, normal, text, right, top - 16 - 12 * index, 8);
  });
  cursor.y = top - size - 20;
}

const dashed = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** Squares of one path, which any reader prints sharply. @param place of its upper left corner */
function drawQr(page: PDFPage, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  const path = indexes.flatMap((row) =>
    indexes.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  page.drawSvgPath(path.join(''), { x, y, scale: size / indexes.length, color: ink, borderWidth: 0 });
}

/** `16 %`; without a rate, the reason. */
const vatName = ({ vatClass, basisPoints }: Pick<PaperLine, 'vatClass' | 'basisPoints'>) =>
  ({ exempt: 'exempt', outside: 'none' })[vatClass as string] ?? `${basisPoints / 100} %`;

function rule(page: PDFPage, y: number): void {
  page.drawLine({ start: { x: margin, y }, end: { x: right, y }, thickness: 0.7, color: ink });
}

function keepTogether(cursor: Cursor, needed: number): void {
  if (cursor.y - needed < margin) cursor.newPage();
}

function paragraph(cursor: Cursor, text: string): void {
  for (const part of wrapped(text, cursor.fonts.normal, 9, right - margin)) {
    keepTogether(cursor, 14);
    write(cursor.page, cursor.fonts.normal, part, { x: margin, y: cursor.y, size: 9 });
    cursor.y -= 13;
  }
}

type Place = { x: number; y: number; size: number; color?: typeof ink };

function write(page: PDFPage, font: PDFFont, text: string, { color = ink, ...place }: Place): void {
  page.drawText(printable(text, font), { font, color, ...place });
}

function writeRight(page: PDFPage, font: PDFFont, text: string, to: number, y: number, size: number): void {
  const shown = printable(text, font);
  write(page, font, shown, { x: to - font.widthOfTextAtSize(shown, size), y, size });
}

/** A text in lines that fit; a word that does not fit alone is cut. */
function wrapped(text: string, font: PDFFont, size: number, room: number): string[] {
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

/** The fonts have the letters of western Europe: ũ and ĩ lose their tilde, and what has no such form is a question mark. */
function printable(text: string, font: PDFFont): string {
  const known = new Set(font.getCharacterSet());
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC').replace(/\s/g, ' '), (letter) => {
    if (has(letter)) return letter;
    const [base = '?'] = letter.normalize('NFD');
    return has(base) ? base : '?';
  }).join('');
}
