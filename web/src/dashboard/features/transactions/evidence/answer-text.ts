import type { TransactionRow, BankAnswer, BankAnswerFields } from '@contract/admin-transactions.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { deciderOf } from '#dashboard/lib/decider.ts';

type Transaction = Pick<
  TransactionRow,
  'amount' | 'reference' | 'status' | 'transactionId' | 'paymentMethod'
>;

export type AnswerText = { title: string; tone: 'good' | 'wait' | 'bad' | 'neutral' };

/** The text of one response of the bank, or Safaricom, about a transaction. */
export function answerText(answer: BankAnswer, transaction: Transaction): AnswerText {
  const { said: response, verdict } = answer;
  const { name, within } = deciderOf(transaction.paymentMethod);
  if (response === null) return { title: `${name} gave no answer`, tone: 'wait' };
  switch (verdict) {
    case 'approved':
    case 'wrong_amount':
    case 'wrong_reference':
      if (isSecondCharge(response, transaction))
        return { title: 'The bank charged the card a second time', tone: 'bad' };
      if (verdict === 'wrong_amount') return { title: `${name} approved a different amount`, tone: 'bad' };
      return verdict === 'approved'
        ? { title: `${name} approved the payment`, tone: 'good' }
        : { title: `${name} approved money under another reference`, tone: 'bad' };
    case 'refused':
      return {
        title:
          response.status === 'refused' ? `${name} did not take the request` : `${name} refused the payment`,
        tone: 'neutral',
      };
    case 'wrong_trace':
      return {
        title: `Asked about this payment, ${within} approved ${answer.ofOrderId ? `the one of order ${listedOrderNumber(answer.ofOrderId)}` : 'another one'}`,
        tone: 'bad',
      };
    case 'reused_index':
      return { title: `${name} named a payment that paid another order`, tone: 'bad' };
    case 'undecided':
      return { title: undecidedTitle(answer, response, transaction), tone: 'wait' };
  }
}

/** Whether this is a second charge: the transaction was already paid under another payment number of the bank. */
function isSecondCharge(
  response: BankAnswerFields,
  { status, transactionId, paymentMethod }: Transaction,
): boolean {
  // Safaricom answers without a number, and takes a request once.
  return paymentMethod === 'card' && status === 'completed' && response.transactionIndex !== transactionId;
}

function undecidedTitle(
  { isAboutAnother }: BankAnswer,
  { status }: BankAnswerFields,
  { paymentMethod }: Transaction,
): string {
  const { name } = deciderOf(paymentMethod);
  if (isAboutAnother) return `${name} answered about another payment`;
  if (paymentMethod === 'mpesa')
    return status === 'sent' ? 'Safaricom took the request' : 'Safaricom has not decided';
  if (status === null || status === '255') return 'The bank knows of no payment yet';
  if (['1', '2', '9'].includes(status)) return 'The bank has not decided';
  if (status === '0') return 'The bank approved, but left out what is needed to be sure';
  return 'The bank’s answer cannot be understood';
}

/** One field of a response; `differs` is the expected value. */
export type AnswerField = { label: string; value: string; differs: string | null };

/** The fields of a response, without empty ones. */
export function fieldsOf(response: BankAnswerFields, { amount, reference }: Transaction): AnswerField[] {
  const cents = /^\d{1,12}$/.test(response.amountCents ?? '') ? Number(response.amountCents) : null;
  const all: [string, string | null, string | null][] = [
    ['Code', response.status, null],
    ['Description', response.description, null],
    [
      'Amount',
      cents === null ? response.amountCents : formatCents(cents),
      response.amountCents === String(amount * 100) ? null : `asked for ${formatKes(amount)}`,
    ],
    ['Reference', response.reference, response.reference === reference ? null : `sent as ${reference}`],
    ['Bank’s payment number', response.transactionIndex, null],
    ['Bank’s date', response.transactionDate, null],
    ['Bank’s reference', response.bankReference, null],
    ['Authorisation', response.authorisationCode, null],
    ['Card', response.cardNumber, null],
  ];
  return all.flatMap(([label, value, differs]) => (value === null ? [] : [{ label, value, differs }]));
}

/** The same response several times in a row. `since`: ISO 8601, of the first. */
export type AnswerRun = { answer: BankAnswer; times: number; since: string };

/** Groups repeated responses, newest first, whoever triggered them. */
export function runsOf(answers: readonly BankAnswer[]): AnswerRun[] {
  const runs: AnswerRun[] = [];
  for (const answer of answers) {
    const last = runs.at(-1);
    if (last && isSameAnswer(last.answer, answer)) {
      last.times += answer.times;
      last.since = answer.at;
    } else runs.push({ answer, times: answer.times, since: answer.at });
  }
  return runs;
}

function isSameAnswer(a: BankAnswer, b: BankAnswer): boolean {
  return (
    a.verdict === b.verdict &&
    a.isAboutAnother === b.isAboutAnother &&
    JSON.stringify(a.said) === JSON.stringify(b.said)
  );
}
