import type {
  OpenStatementLine,
  StatementLineNow,
  StatementPreview,
  StatementQuestion,
  StatementVerdict,
} from '@contract/bank-statements.ts';
import { formatCents } from '@contract/money.ts';
import { counted } from '#dashboard/lib/format-count.ts';

const doneTexts = { settled: '', fee: '', refunded: '', payment: '', not_ours: '' };

/** Why a statement line does not settle a payment automatically. */
const verdictTexts: Record<Exclude<StatementVerdict, keyof typeof doneTexts>, string> = {
  several: 'More than one payment fits: after the import, choose which one below',
  wrong_amount: 'Another amount than its payment has in the shop',
  wrong_day: 'Its payment has another day in the shop',
  twice: 'Its payment is settled already',
  repeated: 'An earlier statement has a line of this day, reference and amount: is it another payment?',
  returned: 'Went out, and no refund explains it',
  unknown: 'Belongs to no payment yet',
};

/** @param isOfOrder the order to which the line belongs is shown beside it */
export function verdictText(verdict: StatementVerdict, isOfOrder = false): string {
  if (verdict === 'unknown' && isOfOrder) return 'Its payment is not in the shop yet';
  if (verdict === 'returned' && isOfOrder) return 'The bank took this money back';
  return { ...doneTexts, ...verdictTexts }[verdict];
}

/** What is to be known of a line that waits: one of money out has the number of a payment also when it is only its fee. */
export const openLineText = ({
  verdict,
  orderId = null,
  takesBack,
}: Pick<OpenStatementLine, 'verdict' | 'takesBack'> & Partial<Pick<OpenStatementLine, 'orderId'>>) =>
  verdictText(verdict, (verdict === 'returned' ? takesBack : orderId) !== null);

/** What the owner may answer of money that went out and belongs to no order. */
export const outAnswers = { fee: 'A fee of the bank', not_ours: 'Not the shop’s, such as your own transfer' };

/** Whether what a line of money out says reads like a fee. */
export const readsLikeFee = ({ reference, bankIndex }: Pick<StatementQuestion, 'reference' | 'bankIndex'>) =>
  /\b(fees?|charges?|ledger|commissions?|excise)\b/i.test(`${reference ?? ''} ${bankIndex ?? ''}`);

/** What became of a line of an imported statement. */
export function outcomeText(line: StatementLineNow): string {
  const { verdict, transactionId, closingReason, closedByName } = line;
  if (transactionId)
    return verdict === 'settled' ? 'In the shop' : 'Became a payment, or was matched by hand';
  if (verdict === 'fee') return 'Fee';
  if (verdict === 'refunded') return 'Went back';
  if (verdict === 'not_ours') return 'Not the shop’s';
  if (closingReason !== null) return [`Answered: ${closingReason}`, closedByName].filter(Boolean).join(', ');
  return `Waits for you. ${verdictText(verdict)}`;
}

/** What importing a file will do, one sentence for each kind of line. */
export function previewSentences({ counts, known, knownLines, feeCents, lines }: StatementPreview): string[] {
  const { settled, fee, refunded, payment, ...questions } = counts;
  const asked = Object.values(questions).reduce((sum, kind) => sum + kind.lines, 0);
  const sentences = [
    settled
      ? `${counted(settled.lines, 'payment becomes', 'payments become')} settled: ${formatCents(settled.cents)}.`
      : 'No payment becomes settled.',
  ];
  if (payment)
    sentences.push(
      `${counted(payment.lines, 'payment', 'payments')} to the paybill of which we had not been told: ${formatCents(payment.cents)}.`,
    );
  if (refunded)
    sentences.push(
      `${counted(refunded.lines, 'line is', 'lines are')} recorded as given back: ${formatCents(-refunded.cents)}.`,
    );
  if (known > 0)
    sentences.push(
      known === lines
        ? 'Every line was in an earlier statement: nothing changes.'
        : `${counted(known, 'line was', 'lines were')} in an earlier statement, without effect now: ${rowNumbers(knownLines, known)}.`,
    );
  if (asked > 0)
    sentences.push(`${counted(asked, 'line settles', 'lines settle')} nothing and will wait for you.`);
  if (fee || feeCents > 0) sentences.push(`Fees: ${formatCents(feeCents)}.`);
  return sentences;
}

/** `rows 3, 5, 9 …`: the first ten of so many. */
export const rowNumbers = (rows: readonly number[], count = rows.length): string =>
  `${count === 1 ? 'row' : 'rows'} ${rows.slice(0, 10).join(', ')}${count > 10 ? ' …' : ''}`;
