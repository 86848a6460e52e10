import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** One transaction to pay as the bank knows it. Times are ISO 8601 in UTC. */
export type Transaction = {
  trace: string;
  /** The merchant's reference, `DON-…`. */
  reference: string;
  amountInCents: number;
  /** waiting: the card page is open; finished: the bank has answered; refused: the form never became a payment. */
  state: 'waiting' | 'finished' | 'refused';
  /** Null while waiting. */
  status: number | null;
  description: string;
  /** Absent when no transaction was made. */
  transactionIndex: string | null;
  authorisationCode: string | null;
  bankReference: string | null;
  /** `4242........4242`. The whole number is never kept. */
  maskedCard: string | null;
  /** Cents of each charge; null until a card was sent. Differs from what was asked when the bank takes a wrong amount. */
  chargedInCents: number | null;
  /** The truth about the money, whatever the buyer or the merchant was answered: cents that left the card. */
  moneyMoved: number;
  /** The second charge of a card that was charged twice. */
  secondTransactionIndex: string | null;
  /** The bank will approve what it has answered otherwise: after so many status queries, or at a moment. */
  approvesLater: { afterAsks: number } | { at: string } | null;
  /** Approved, but only set aside (`Lite_Authorisation` True): the status query does not tell the difference. */
  reserveOnly: boolean;
  openedAt: string;
  finishedAt: string | null;
  /** The form as posted, for the echo of the return. It holds no card. */
  form: ReadonlyArray<readonly [name: string, value: string]>;
};

/** A transaction as tests and people read it. */
export type LedgerLine = Omit<Transaction, 'form'>;

export type GatewayLedger = ReturnType<typeof openGatewayLedger>;

type LedgerEvent =
  | { event: 'opened'; transaction: Transaction }
  | { event: 'finished'; trace: string; result: Partial<Transaction> };

/**
 * The bank's own book, apart from the shop's database so that the two can be compared. It is a file to which
 * lines are only added (one JSON event each); what it says is found again by reading it from the start.
 */
export function openGatewayLedger(file: string) {
  const transactions: Transaction[] = [];
  const byTrace = new Map<string, Transaction>();

  const apply = (event: LedgerEvent) => {
    if (event.event === 'opened') {
      transactions.push(event.transaction);
      if (!byTrace.has(event.transaction.trace)) byTrace.set(event.transaction.trace, event.transaction);
    } else {
      Object.assign(byTrace.get(event.trace) ?? {}, event.result, { state: 'finished' });
    }
  };
  for (const event of readEvents(file)) apply(event);

  const record = (event: LedgerEvent) => {
    appendFileSync(file, `${JSON.stringify(event)}\n`);
    apply(event);
  };

  return {
    /** The payment that this trace stands for. A later form that re-used the trace does not replace it. */
    find: (trace: string): Transaction | null => (trace === '' ? null : (byTrace.get(trace) ?? null)),
    /** Every transaction, oldest first. */
    lines: (): LedgerLine[] => transactions.map(({ form: _form, ...line }) => line),
    /** The transactions that will be approved after another answer. */
    approvingLater: (): Transaction[] => transactions.filter((transaction) => transaction.approvesLater),
    open(transaction: Transaction): Transaction {
      record({ event: 'opened', transaction });
      return transaction;
    },
    /** The bank's answer, or the approval that comes after another answer. */
    finish(trace: string, result: Partial<Transaction>): Transaction {
      const transaction = byTrace.get(trace);
      if (!transaction || !(transaction.state === 'waiting' || transaction.approvesLater))
        throw new Error('Only a transaction that waits or is approved later can be finished.');
      record({ event: 'finished', trace, result });
      return transaction;
    },
  };
}

function readEvents(file: string): LedgerEvent[] {
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  // A process killed while writing leaves half a line: it was never answered to anyone, so it is closed and skipped.
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  return text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [JSON.parse(line) as LedgerEvent];
    } catch {
      return [];
    }
  });
}
