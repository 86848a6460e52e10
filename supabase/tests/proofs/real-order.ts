import { randomUUID } from 'node:crypto';
import type { CartLine, Placed } from '../shop-cast.ts';
import { type BankAnswerName, bankAnswers, promptCodeOf } from './bank-answers.ts';
import type { PromptCode } from './model-mpesa.ts';

/* An order in the database that the model has too, its transactions, and what is said about them. */

export type RealTransaction = {
  trace: string;
  reference: string;
  amount: number;
  transactionIndex: string;
  /** The bank's transaction that completed it. */
  paidAs: string | null;
  isReserved: boolean;
  /** Of a prompt, what Safaricom calls it. */
  checkoutId: string | null;
};

export type RealOrder = {
  id: string;
  /** The browser that placed it, as the model counts them. */
  buyer: number;
  sid: string;
  key: string;
  cart: CartLine[];
  transactions: RealTransaction[];
  /** Ids, oldest first. */
  parcels: string[];
};

export type SentAnswer = Record<string, string | null> | null;

/** What the bank says about a transaction, altered as the name says. */
export function answerOf(
  { trace, reference, amount, transactionIndex, checkoutId }: RealTransaction,
  name: BankAnswerName,
  usedIndex: string,
): SentAnswer {
  if (checkoutId !== null) return promptAnswer(trace, checkoutId, promptCodeOf(name));
  const amountCents = String(amount * 100);
  const truth = { status: '0', trace, reference, amountCents, transactionIndex, description: 'As it is' };
  const over = bankAnswers[name].alter(truth, usedIndex);
  return over && { ...truth, ...over };
}

const promptAnswer = (trace: string, checkoutId: string, code: PromptCode): SentAnswer => {
  if (code === null) return null;
  const isOfAnother = code === 'of another';
  return {
    trace: isOfAnother ? 'f'.repeat(64) : trace,
    checkoutId,
    status: isOfAnother ? '0' : code,
    description: '',
  };
};

export function transactionOf({ transaction: { trace, reference, amount, phone } }: Placed): RealTransaction {
  return {
    trace,
    reference,
    amount,
    transactionIndex: `TX-${randomUUID().toUpperCase()}`,
    paidAs: null,
    isReserved: false,
    checkoutId: phone ? `ws_CO_${randomUUID()}` : null,
  };
}

/** The code word of a refusal; any other failure is a failure of the proof. */
export async function wordOf(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (!/^PT4\d\d$/.test(code ?? '')) throw error;
    return message;
  }
}

/** What a reply about an order placed before says of its payment: nothing when no limit lets its pieces be held. */
export function paymentWord({ transaction }: Placed, known: string | undefined): string {
  if (!(transaction as Placed['transaction'] | null)) return 'to be taken up';
  return transaction.trace === known ? 'the same' : 'another payment';
}
