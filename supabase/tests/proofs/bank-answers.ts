import type { PromptCode } from './model-mpesa.ts';
import type { Verdict } from './model-order.ts';

/** What the bank has to say of one transaction, before it is altered. */
type TrueAnswer = {
  status: string;
  trace: string;
  reference: string;
  amountCents: string;
  transactionIndex: string;
  description: string;
};

type AlteredFields = Partial<Record<keyof TrueAnswer, string | null>> | null;

type BankAnswer = { alter(answer: TrueAnswer, usedIndex: string): AlteredFields; verdict: Verdict };

const unanswered: Verdict = { says: 'nothing', isKnown: false, isUnanswered: true };
const unknown: Verdict = { says: 'nothing', isKnown: false, isUnanswered: false };
const undecided: Verdict = { says: 'nothing', isKnown: true, isUnanswered: false };
const approved: Verdict = { says: 'approved', as: 'first' };
const wrongTrace: Verdict = { says: 'wrong_trace' };
const wrongAmount = (cents: (amount: number) => number): Verdict => ({
  says: 'wrong_amount',
  as: 'first',
  cents,
});
const refused = (status: string): BankAnswer => ({
  alter: () => ({ status, transactionIndex: null }),
  verdict: { says: 'refused', status },
});
const answer = (over: NonNullable<AlteredFields>, verdict: Verdict): BankAnswer => ({
  alter: () => over,
  verdict,
});

/** In cents: about half of so many KES, in whole shillings where there are several. */
const partOf = (amount: number) => (amount > 1 ? Math.floor(amount / 2) * 100 : 50);

/** Every answer that a bank, a line or a liar can give to a status query, with what it is worth. */
export const bankAnswers = {
  approved: answer({}, approved),
  'approved once more': answer({}, approved),
  'approved as another transaction': {
    alter: ({ transactionIndex }) => ({ transactionIndex: `${transactionIndex}-AGAIN` }),
    verdict: { says: 'approved', as: 'second' },
  },
  'a cent too little as another transaction': {
    alter: ({ transactionIndex, amountCents }) => ({
      transactionIndex: `${transactionIndex}-AGAIN`,
      amountCents: String(Number(amountCents) - 1),
    }),
    verdict: { says: 'wrong_amount', as: 'second', cents: (amount) => amount * 100 - 1 },
  },
  refused: refused('4'),
  'call the bank': refused('5'),
  'form refused': refused('255'),
  'timed out': answer({ status: '1' }, undecided),
  unreachable: answer({ status: '2' }, undecided),
  'unable to process': answer({ status: '9' }, undecided),
  silence: { alter: () => null, verdict: unanswered },
  'a blank status': answer({ status: '' }, unknown),
  'no status': answer({ status: null }, unknown),
  'a zero with a space': answer({ status: '0 ' }, undecided),
  'a double zero': answer({ status: '00' }, undecided),
  'a zero with decimals': answer({ status: '0.0' }, undecided),
  'a zero as a word': answer({ status: 'false' }, undecided),
  'approval of another transaction': answer({ trace: 'f'.repeat(64) }, wrongTrace),
  'approval of another transaction, and a wrong amount': answer(
    { trace: 'f'.repeat(64), amountCents: '1' },
    wrongTrace,
  ),
  'a transaction of another transaction, undecided': answer(
    { status: '1', trace: 'f'.repeat(64) },
    unanswered,
  ),
  'approval of another transaction without a transaction': answer(
    { trace: 'f'.repeat(64), transactionIndex: null },
    unanswered,
  ),
  'refusal of another transaction': answer({ status: '4', trace: 'f'.repeat(64) }, unanswered),
  'approval of no transaction': answer({ trace: null }, unanswered),
  'approval without a transaction': answer({ transactionIndex: null }, undecided),
  'approval with a transaction of spaces': answer({ transactionIndex: '  ' }, undecided),
  'approval without an amount': answer({ amountCents: null }, undecided),
  'approval without a reference': answer({ reference: null }, undecided),
  'a cent too little': {
    alter: ({ amountCents }) => ({ amountCents: String(Number(amountCents) - 1) }),
    verdict: wrongAmount((amount) => amount * 100 - 1),
  },
  'a part of it': {
    alter: ({ amountCents }) => ({ amountCents: String(partOf(Number(amountCents) / 100)) }),
    verdict: wrongAmount((amount) => partOf(amount)),
  },
  'shillings for cents': {
    alter: ({ amountCents }) => ({ amountCents: String(Number(amountCents) / 100) }),
    verdict: wrongAmount((amount) => amount),
  },
  'too much': {
    alter: ({ amountCents }) => ({ amountCents: `${amountCents}00` }),
    verdict: wrongAmount((amount) => amount * 10_000),
  },
  'an amount with a zero before it': {
    alter: ({ amountCents }) => ({ amountCents: `0${amountCents}` }),
    verdict: wrongAmount((amount) => amount * 100),
  },
  'another reference': answer({ reference: 'DON-x' }, { says: 'wrong_reference', as: 'first' }),
  'a transaction that paid another order': {
    alter: (_, transactionIndex) => ({ transactionIndex }),
    verdict: { says: 'reused_index' },
  },
} satisfies Record<string, BankAnswer>;

export type BankAnswerName = keyof typeof bankAnswers;

const promptCodes: Partial<Record<BankAnswerName, PromptCode>> = {
  approved: '0',
  'approved once more': '0',
  'approved as another transaction': '0',
  refused: '2001',
  'call the bank': '1',
  'form refused': '1032',
  'timed out': '1037',
  unreachable: '4999',
  silence: null,
  'no status': '',
  'a blank status': '',
  'approval of another transaction': 'of another',
};

/** What Safaricom says of a prompt in its place; all else is a code that nobody knows. */
export const promptCodeOf = (name: BankAnswerName): PromptCode =>
  name in promptCodes ? (promptCodes[name] as PromptCode) : '7777';
