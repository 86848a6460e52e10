import type { TransactionRow, BankAnswer, BankSaid } from '@contract/admin-transactions.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { orderNumber } from '../../../../lib/order-number.ts';

type Transaction = Pick<TransactionRow, 'amount' | 'reference' | 'status' | 'transactionId'>;

export type AnswerWords = { title: string; tone: 'good' | 'wait' | 'bad' | 'neutral' };

/** What one answer of the bank says about a transaction, in plain words. */
export function wordsOfAnswer(answer: BankAnswer, transaction: Transaction): AnswerWords {
  const { said, verdict } = answer;
  if (said === null) return { title: 'The bank gave no answer', tone: 'wait' };
  switch (verdict) {
    case 'approved':
    case 'wrong_amount':
    case 'wrong_reference':
      if (isSecondCharge(said, transaction))
        return { title: 'The bank charged the card a second time', tone: 'bad' };
      if (verdict === 'wrong_amount') return { title: 'The bank approved a different amount', tone: 'bad' };
      return verdict === 'approved'
        ? { title: 'The bank approved the payment', tone: 'good' }
        : { title: 'The bank approved money under another reference', tone: 'bad' };
    case 'refused':
      return { title: 'The bank refused the payment', tone: 'neutral' };
    case 'wrong_trace':
      return {
        title: `Asked about this payment, the bank approved ${answer.ofOrderId ? `the one of order #IC-${orderNumber(answer.ofOrderId)}` : 'another one'}`,
        tone: 'bad',
      };
    case 'reused_index':
      return { title: 'The bank named a payment that paid another order', tone: 'bad' };
    case 'undecided':
      return { title: undecidedTitle(answer, said), tone: 'wait' };
  }
}

/** Whether money came twice: this transaction was already paid under another number of the bank's. */
function isSecondCharge(said: BankSaid, { status, transactionId }: Transaction): boolean {
  return status === 'completed' && said.transactionIndex !== transactionId;
}

function undecidedTitle({ isAboutAnother }: BankAnswer, { status }: BankSaid): string {
  if (isAboutAnother) return 'The bank answered about another payment';
  if (status === null || status === '255') return 'The bank knows of no payment yet';
  if (['1', '2', '9'].includes(status)) return 'The bank has not decided';
  if (status === '0') return 'The bank approved, but left out what is needed to be sure';
  return 'The bank’s answer cannot be understood';
}

export const askedWords: Record<BankAnswer['askedBy'], string> = {
  return: 'asked when the buyer came back',
  reconcile: 'asked automatically',
  shopper: 'asked for the waiting buyer',
  owner: 'asked from the dashboard',
};

/** One field of an answer; `differs` says what was expected. */
export type AnswerField = { label: string; value: string; differs: string | null };

/** The fields of the bank's answer, without those that it left empty. */
export function fieldsOf(said: BankSaid, { amount, reference }: Transaction): AnswerField[] {
  const cents = /^\d{1,12}$/.test(said.amountCents ?? '') ? Number(said.amountCents) : null;
  const all: [string, string | null, string | null][] = [
    ['Code', said.status, null],
    ['Description', said.description, null],
    [
      'Amount',
      cents === null ? said.amountCents : formatCents(cents),
      said.amountCents === String(amount * 100) ? null : `asked for ${formatKes(amount)}`,
    ],
    ['Reference', said.reference, said.reference === reference ? null : `sent as ${reference}`],
    ['Bank’s payment number', said.transactionIndex, null],
    ['Bank’s date', said.transactionDate, null],
    ['Bank’s reference', said.bankReference, null],
    ['Authorisation', said.authorisationCode, null],
    ['Card', said.cardNumber, null],
  ];
  return all.flatMap(([label, value, differs]) => (value === null ? [] : [{ label, value, differs }]));
}

/** The same answer several times in a row. `since`: ISO 8601, of the first. */
export type AnswerRun = { answer: BankAnswer; times: number; since: string };

/** Newest first; who asked makes no difference. */
export function runsOf(answers: readonly BankAnswer[]): AnswerRun[] {
  const runs: AnswerRun[] = [];
  for (const answer of answers) {
    const last = runs.at(-1);
    if (last && saysTheSame(last.answer, answer)) {
      last.times += answer.times;
      last.since = answer.at;
    } else runs.push({ answer, times: answer.times, since: answer.at });
  }
  return runs;
}

function saysTheSame(a: BankAnswer, b: BankAnswer): boolean {
  return (
    a.verdict === b.verdict &&
    a.isAboutAnother === b.isAboutAnother &&
    JSON.stringify(a.said) === JSON.stringify(b.said)
  );
}
