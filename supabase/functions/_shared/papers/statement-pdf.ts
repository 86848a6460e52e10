import { type Statement, statementLineNote, statementLineText, statementSums } from '../contract/debts.ts';
import { formatCents } from '../contract/money.ts';
import { formatDay, nairobiDay } from '../contract/nairobi-time.ts';
import { fullOrderNumber } from '../contract/order-number.ts';
import { certificateSentence, paymentReference } from '../contract/ways-to-pay.ts';
import { drawBuyer, drawWays } from './paper-pdf.ts';
import {
  a4Pdf,
  type Cursor,
  drawLetterhead,
  drawRow,
  drawTableHead,
  margin,
  paragraph,
  right,
} from './pdf-page.ts';

const table = {
  columns: [
    ['Sum', 440],
    ['Balance', right],
  ],
  names: { x: margin, room: 310 },
} as const;

/** A statement of account as a PDF on A4, with what is owed today and how it can be paid. */
export function statementPdf(statement: Statement, logo: string | null = null): Promise<Uint8Array> {
  const { from, to, seller, buyer, openingCents, closingCents, lines, owed, expectedCents, oldestDebt } =
    statement;
  const name = 'Statement of account';
  const draw = (cursor: Cursor) => {
    const balance = (text: string, cents: number) =>
      drawRow(cursor, table, { name: text, notes: [], values: ['', formatCents(cents)] });
    drawLetterhead(cursor, seller, name, [`${formatDay(from)} to ${formatDay(to)}`]);
    if (buyer) drawBuyer(cursor, buyer);
    drawTableHead(cursor, table);
    balance('Balance before', openingCents);
    for (const line of lines)
      drawRow(cursor, table, {
        name: `${formatDay(line.day)}  ${statementLineText(line)}`,
        notes: [
          [`Order ${fullOrderNumber(line.orderId)}`, statementLineNote(line)].filter(Boolean).join(', '),
        ],
        values: [formatCents(line.cents), formatCents(line.balanceCents)],
      });
    balance(`Balance on ${formatDay(to)}`, closingCents);
    cursor.y -= 20;
    paragraph(cursor, `Owed now, ${formatDay(nairobiDay())}: ${formatCents(owed.cents)}`);
    for (const [label, sum] of statementSums(statement)) paragraph(cursor, `${label}: ${sum}`);
    if (expectedCents > 0) paragraph(cursor, certificateSentence(expectedCents));
    const asked = owed.cents + statement.unsentCents;
    if (asked === 0) return;
    drawWays(cursor, seller, {
      // By a name nobody finds what a payment is for.
      reference: buyer?.company?.pin ?? paymentReference(oldestDebt ?? ''),
      cents: asked,
    });
  };
  return a4Pdf(name, logo, [{ name, draw }]);
}
