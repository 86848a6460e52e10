import qrcode from 'qrcode-generator';
import { awaitedNote } from '../contract/awaited.ts';
import { deliveryPaidApart } from '../contract/delivery.ts';
import { deliveryTime } from '../contract/delivery-time.ts';
import { formatCents } from '../contract/money.ts';
import { formatDay, formatDayAndTime } from '../contract/nairobi-time.ts';
import { fullOrderNumber } from '../contract/order-number.ts';
import {
  type Etims,
  type Paper,
  type PaperCause,
  type PaperLine,
  sumsAboveTotal,
  type VatClass,
  vatBands,
  vatName,
} from '../contract/papers.ts';
import { isWithheld, paidWith, paymentMethodLabels } from '../contract/payment-methods.ts';
import {
  paymentText,
  quotationTerms,
  signatories,
  signed,
  yourReference,
} from '../contract/quotation-text.ts';
import { shownPhone } from '../contract/shop-details.ts';
import {
  type Asked,
  certificateSentence,
  type PayableShop,
  paymentReference,
  waysToPay,
} from '../contract/ways-to-pay.ts';
import {
  a4Pdf,
  type Cursor,
  drawLetterhead,
  drawParty,
  drawRow,
  drawTableHead,
  ink,
  keepTogether,
  margin,
  openBy,
  pageRoom,
  paragraph,
  quiet,
  right,
  rule,
  write,
  wrapped,
  writeRight,
} from './pdf-page.ts';

const titles = {
  proforma: 'Proforma invoice',
  invoice: 'Invoice and receipt',
  credit_note: 'Credit note',
  quotation: 'Quotation',
};

/** What a credit note, or one more invoice, is for. */
const causes: Record<PaperCause, string> = {
  added: 'A further part of the order',
  changed: 'The order was changed',
  reduced: 'Less is charged than was invoiced',
  reduction_undone: 'A refund was corrected',
  payment_reversed: 'The payment did not stand',
};

/** An invoice is one for the tax authority once its system has signed it. */
const titleOf = ({ kind, etims, content }: Paper) =>
  kind === 'invoice' && etims
    ? 'Tax invoice'
    : kind === 'invoice' && (content.due || content.payments.length === 0)
      ? 'Invoice'
      : titles[kind];

/** The papers as one PDF on A4, each from a new page. */
export function paperPdf(papers: readonly Paper[], logo: string | null = null): Promise<Uint8Array> {
  return a4Pdf(
    papers.map((paper) => [titleOf(paper), paper.number].filter(Boolean).join(' ')).join(', '),
    logo,
    papers.map((paper) => ({
      name: paper.number ?? titleOf(paper),
      stamp: paper.isCopy ? 'COPY' : null,
      draw: (cursor) => drawPaper(cursor, paper),
    })),
  );
}

function drawPaper(cursor: Cursor, paper: Paper): void {
  const { lines, totals, dueAmount, expectedCents = 0, laterCents = 0 } = paper.content;
  const { awaited = [], quotation, seller, link } = paper.content;
  const reason = paper.cause ? causes[paper.cause] : paper.content.reason;
  drawHead(cursor, paper);
  if (reason) paragraph(cursor, `${reason}.`);
  drawTableHead(cursor, table);
  const county = quotation?.delivery.countyName;
  for (const line of lines)
    drawLine(
      cursor,
      line.kind === 'delivery' && county ? { ...line, name: `${line.name} to ${county}` } : line,
      paper.etims !== null,
      awaited.find(({ productId }) => productId === line.productId),
    );
  cursor.y -= 8;
  const sums = quotation ? 46 + 14 * totals.rates.length : 24 + 15 * (totals.rates.length + 4);
  const terms = quotation ? termsInLines(cursor, quotationTerms(quotation, seller, link)) : [];
  const names = quotation ? signatories(quotation, seller) : [];
  // Nobody signs a page on which nothing else is.
  const foot = quotation ? heightOfTerms(terms) + heightOfSignatures(signatureHeads(cursor, names)) : 0;
  keepTogether(cursor, sums + foot < pageRoom ? sums + foot : sums);
  for (const [name, sum] of sumsAboveTotal(totals)) drawSum(cursor, name, sum);
  drawSum(cursor, paper.kind === 'credit_note' ? 'Credited' : 'Total', formatCents(totals.grossCents), true);
  const asked = Math.max(0, (dueAmount ?? 0) * 100 - expectedCents);
  if (asked > 0 && asked !== totals.grossCents)
    drawSum(cursor, laterCents > 0 ? 'To be paid now' : 'To be paid', formatCents(asked), true);
  if (laterCents > 0) drawSum(cursor, 'When it has come', formatCents(laterCents));
  cursor.y -= quotation ? 16 : 28;
  drawFoot(cursor, paper);
  drawTerms(cursor, terms);
  if (quotation) drawSignatures(cursor, names);
  if (paper.etims) drawEtims(cursor, paper, paper.etims);
}

function drawHead(cursor: Cursor, paper: Paper): void {
  const { content } = paper;
  const { seller, buyer } = content;
  drawLetterhead(cursor, seller, titleOf(paper), [
    paper.number,
    formatDay(paper.kind === 'invoice' ? content.day : paper.issuedAt),
    content.quotation ? `Version ${content.quotation.version}` : null,
    content.accepted ? `Quotation ${content.accepted.number}` : null,
    content.orderId &&
      content.orderedAt &&
      `Order ${fullOrderNumber(content.orderId)} of ${formatDay(content.orderedAt)}`,
    paper.corrects && `To invoice ${paper.corrects}`,
  ]);
  if (!buyer) return;
  const purchaseOrder = buyer.company?.purchaseOrder;
  const reference = content.accepted?.reference;
  const references = [
    purchaseOrder && `Purchase order ${purchaseOrder}`,
    reference && `Your reference ${reference}`,
  ];
  drawBuyer(
    cursor,
    buyer,
    content.quotation ? yourReference(content.quotation) : references.filter(Boolean).join(', '),
  );
}

export function drawBuyer(
  cursor: Cursor,
  buyer: NonNullable<Paper['content']['buyer']>,
  reference?: string | null,
): void {
  const { company } = buyer;
  drawParty(cursor, company?.name ?? buyer.name, [
    company && buyer.name,
    company?.pin && `PIN ${company.pin}`,
    reference,
    buyer.address,
    [buyer.phone && shownPhone(buyer.phone), buyer.email].filter(Boolean).join(', '),
  ]);
}

const table = {
  columns: [
    ['Pieces', 352],
    ['Price', 426],
    ['VAT', 466],
    ['Sum', right],
  ],
  names: { x: margin, room: 254 },
} as const;

function drawLine(
  cursor: Cursor,
  line: PaperLine,
  hasBand: boolean,
  awaited?: Parameters<typeof awaitedNote>[0],
): void {
  const band = hasBand ? ` ${vatBands[line.vatClass]}` : '';
  drawRow(cursor, table, {
    name: line.name,
    notes: [
      // Most names have it already.
      line.model && !line.name.includes(line.model) ? `Model ${line.model}` : null,
      line.serials.length > 0 ? `Serial ${line.serials.join(', ')}` : null,
      awaited ? awaitedNote(awaited) : null,
    ],
    values: [
      // A delivery is no piece; the authority wants a quantity all the same.
      ...(line.kind === 'delivery' && !hasBand
        ? ['', '']
        : [String(line.quantity), formatCents(line.unitCents)]),
      vatName(line),
      formatCents(line.grossCents) + band,
    ],
  });
}

function drawSum(cursor: Cursor, name: string, sum: string, isTotal = false): void {
  const font = isTotal ? 'bold' : 'normal';
  const size = isTotal ? 11 : 9;
  cursor.y -= size + 5;
  write(cursor, font, name, { x: 330, y: cursor.y, size });
  writeRight(cursor, font, sum, right, cursor.y, size);
}

function drawFoot(cursor: Cursor, { kind, etims, content }: Paper): void {
  const { payments, seller, orderId, totals, dueAmount, delivery, quotation, terms, due } = content;
  for (const { method, reference, cents, paidAt } of payments) {
    const came =
      kind === 'credit_note' ? 'Given back' : kind === 'invoice' || isWithheld(method) ? 'Paid' : 'Received';
    const how = isWithheld(method)
      ? [formatCents(cents), paidWith(method, reference)]
      : [formatCents(cents), paymentMethodLabels[method], reference && `reference ${reference}`];
    paragraph(cursor, `${came} on ${formatDay(paidAt)}: ${how.filter(Boolean).join(', ')}.`);
  }
  if (content.creditedCents) paragraph(cursor, `Credited: ${formatCents(content.creditedCents)}.`);
  if (content.writtenOffCents) paragraph(cursor, `Written off: ${formatCents(content.writtenOffCents)}.`);
  if (delivery && kind !== 'credit_note') {
    // Of an invoice it is known no more: a delivery in its total is a line.
    const { price, low = null, high = null, freeBecause = null } = delivery;
    const apart = price === undefined ? null : deliveryPaidApart({ price, low, high, freeBecause });
    const time = deliveryTime(delivery, '', kind === 'proforma' && Boolean(seller.bank));
    const said = [time, apart].filter(Boolean).join(', ');
    if (said) paragraph(cursor, `Delivery: ${said}.`);
  }
  const asked = (due?.cents ?? 0) - (due?.expectedCents ?? 0);
  if (kind === 'invoice' && terms && (!due || asked > 0))
    paragraph(
      cursor,
      `Payment within ${terms.days === 1 ? 'a day' : `${terms.days} days`}: by ${formatDay(terms.dueDay)}.`,
    );
  if (due && asked > 0)
    paragraph(
      cursor,
      `To be paid: ${formatCents(asked)}${due.day && !terms ? `, by ${formatDay(due.day)}` : ''}.`,
    );
  if (due && due.expectedCents > 0) paragraph(cursor, certificateSentence(due.expectedCents));
  if (quotation) return;
  if (kind === 'proforma' && orderId) {
    const { termsDays = null, accepted, heldUntil } = content;
    if (heldUntil) paragraph(cursor, `The items are kept for you until ${formatDayAndTime(heldUntil)}.`);
    if (termsDays || accepted?.paymentTerms)
      paragraph(cursor, `Payment: ${paymentText({ termsDays, paymentTerms: accepted?.paymentTerms ?? '' })}`);
    paragraph(cursor, 'Prices include VAT. This is not a receipt and not a tax invoice.');
    const { expectedCents = 0 } = content;
    const cents = (dueAmount === undefined ? totals.grossCents : dueAmount * 100) - expectedCents;
    if (expectedCents > 0) paragraph(cursor, certificateSentence(expectedCents));
    if (cents > 0) drawWays(cursor, seller, { reference: paymentReference(orderId), cents, byCard: true });
    return;
  }
  paragraph(
    cursor,
    etims
      ? 'Prices include VAT.'
      : 'Prices include VAT. This is not a tax invoice of the Kenya Revenue Authority (eTIMS).',
  );
  if (asked > 0 && orderId)
    drawWays(cursor, seller, { reference: paymentReference(orderId), cents: asked, byCard: false });
}

export function drawWays(cursor: Cursor, seller: PayableShop, asked: Asked): void {
  for (const { name, lines } of waysToPay(seller, asked)) {
    keepTogether(cursor, 30 + 13 * lines.length);
    write(cursor, 'bold', name, { x: margin, y: cursor.y - 4, size: 9 });
    cursor.y -= 18;
    for (const line of lines) paragraph(cursor, line);
  }
}

/** A label, and its text beside it in lines. */
type Term = { label: string; text: string; lines: string[] };
const termsAt = margin + 88;

const termsInLines = (cursor: Cursor, terms: readonly [label: string, text: string][]): Term[] =>
  terms.map(([label, text]) => ({
    label,
    text,
    lines: text.split('\n').flatMap((line) => wrapped(cursor, line, 'normal', 9, right - termsAt)),
  }));

const heightOfTerms = (terms: readonly Term[]) =>
  terms.reduce((sum, { lines }) => sum + 13 * lines.length + 2, 0);

function drawTerms(cursor: Cursor, terms: readonly Term[]): void {
  for (const { label, text, lines } of terms) {
    keepTogether(cursor, 14);
    write(cursor, 'bold', label, { x: margin, y: cursor.y, size: 9 });
    for (const line of lines) {
      keepTogether(cursor, 14);
      write(cursor, 'normal', line, { x: termsAt, y: cursor.y, size: 9 });
      // Longer than a line, no reader of PDFs would find it by itself.
      if (text.startsWith('http')) openBy(cursor, text, termsAt);
      cursor.y -= 13;
    }
    cursor.y -= 2;
  }
}

/** Side by side on one page: who signs, and a line for each thing that they write. */
function drawSignatures(cursor: Cursor, names: readonly string[]): void {
  const heads = signatureHeads(cursor, names);
  const height = heightOfSignatures(heads);
  const head = height - 10 - 28 * signed.length;
  keepTogether(cursor, height);
  const top = cursor.y - 10;
  heads.forEach((lines, column) => {
    const x = margin + column * (signatureRoom + 24);
    lines.forEach((line, index) => write(cursor, 'bold', line, { x, y: top - 13 * index, size: 9 }));
    signed.forEach((what, index) => {
      const y = top - head - 28 * index - 14;
      rule(cursor, y, x, x + signatureRoom);
      write(cursor, 'normal', what, { x, y: y - 10, size: 8, color: quiet });
    });
  });
  cursor.y = top - head - 28 * signed.length;
}

const signatureRoom = (right - margin - 24) / 2;
const signatureHeads = (cursor: Cursor, names: readonly string[]) =>
  names.map((name) => wrapped(cursor, name, 'bold', 9, signatureRoom));
const heightOfSignatures = (heads: string[][]) =>
  10 + 13 * Math.max(...heads.map(({ length }) => length)) + 28 * signed.length;

/**
 * What the authority's system answered, with its QR code, and all its five bands, also those of 0: as on its sample
 * (TIS for OSCU/VSCU 2.0, page 8).
 */
function drawEtims(cursor: Cursor, { kind, content, correctsEtims }: Paper, etims: Etims): void {
  const size = 96;
  const x = margin + size + 12;
  const facts = [
    `Signed ${formatDayAndTime(etims.signedAt)}`,
    `Control unit ${etims.unit}`,
    `CU invoice number ${etims.unit}/${etims.receipt}`,
    etims.internalData && `Internal data ${dashed(etims.internalData)}`,
    `Signature ${dashed(etims.signature)}`,
    correctsEtims && `Original CU invoice number ${correctsEtims.unit}/${correctsEtims.receipt}`,
    kind === 'credit_note' && 'Credit note is approved only for original sales receipt',
    `Items ${content.lines.length}`,
  ].flatMap((fact) =>
    // Beside it are the bands.
    typeof fact === 'string' ? wrapped(cursor, fact, 'normal', 8, right - 200 - x) : [],
  );
  const height = Math.max(size, 12 * facts.length);
  keepTogether(cursor, height + 40);
  const top = cursor.y - 14;
  write(cursor, 'bold', 'eTIMS, Kenya Revenue Authority', { x: margin, y: top, size: 10 });
  drawQr(cursor, etims.qr, { x: margin, y: top - 8, size });
  facts.forEach((fact, index) => write(cursor, 'normal', fact, { x, y: top - 16 - 12 * index, size: 8 }));
  const bands = Object.entries(vatBands).sort(([, a], [, b]) => a.localeCompare(b));
  bands.forEach(([vatClass, band], index) => {
    const at = content.totals.rates.filter((rate) => rate.vatClass === (vatClass as VatClass));
    const sum = (of: 'netCents' | 'vatCents') => formatCents(at.reduce((cents, rate) => cents + rate[of], 0));
    const text = `${band}: ${sum('netCents')}, VAT ${sum('vatCents')}`;
    writeRight(cursor, 'normal', text, right, top - 16 - 12 * index, 8);
  });
  cursor.y = top - height - 20;
}

const dashed = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

/** Squares of one path, which any reader prints sharply. @param place of its upper left corner */
function drawQr(
  { document }: Cursor,
  text: string,
  { x, y, size }: { x: number; y: number; size: number },
): void {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const indexes = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  const path = indexes.flatMap((row) =>
    indexes.filter((column) => code.isDark(row, column)).map((column) => `M${column} ${row}h1v1h-1z`),
  );
  document
    .save()
    .translate(x, document.page.height - y)
    .scale(size / indexes.length)
    .path(path.join(''))
    .fill(ink)
    .restore();
}
