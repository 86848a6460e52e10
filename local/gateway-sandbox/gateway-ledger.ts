import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { GatewayBehaviour } from './gateway-behaviour.ts';

/** One attempt to pay as the bank knows it. Times are ISO 8601 in UTC. */
export type Attempt = {
  trace: string;
  /** The merchant's reference, `DON-…`. */
  reference: string;
  amountInCents: number;
  currency: string;
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
  /** The truth about the money, whatever the buyer or the merchant was told: cents that left the card, and when. */
  moneyMoved: number;
  moneyMovedAt: string | null;
  /** The second charge of a card that was charged twice. */
  secondTransactionIndex: string | null;
  /** The bank will approve what it has answered otherwise: after so many status queries, or at a moment. */
  approvesLater: { afterAsks: number } | { at: string } | null;
  /** Approved, but only set aside (`Lite_Authorisation` True): the status query does not tell the difference. */
  reserveOnly: boolean;
  openedAt: string;
  finishedAt: string | null;
  /** The faults that chance gave it when it was opened. */
  drawn: Partial<GatewayBehaviour>;
  /** The form as posted, for the echo of the return. It holds no card. */
  form: ReadonlyArray<readonly [name: string, value: string]>;
};

/** An attempt as tests and people read it. */
export type LedgerLine = Omit<Attempt, 'form'>;

export type GatewayLedger = {
  /** The payment that this trace stands for. A later form that re-used the trace does not replace it. */
  find(trace: string): Attempt | null;
  /** Every attempt, oldest first. */
  lines(): LedgerLine[];
  /** The attempts that will be approved after another answer. */
  approvingLater(): Attempt[];
  open(attempt: Attempt): void;
  finish(trace: string, result: AttemptResult): Attempt;
  /** The approval that comes after another answer. */
  approve(trace: string, result: LateApproval): Attempt;
};

export type AttemptResult = Pick<
  Attempt,
  | 'status'
  | 'description'
  | 'transactionIndex'
  | 'authorisationCode'
  | 'bankReference'
  | 'maskedCard'
  | 'chargedInCents'
  | 'moneyMoved'
  | 'moneyMovedAt'
  | 'secondTransactionIndex'
  | 'approvesLater'
  | 'finishedAt'
>;

export type LateApproval = Pick<
  Attempt,
  'status' | 'description' | 'authorisationCode' | 'bankReference' | 'moneyMoved' | 'moneyMovedAt'
>;

type LedgerEvent =
  | { event: 'opened'; attempt: Attempt }
  | { event: 'finished'; trace: string; result: AttemptResult }
  | { event: 'approved'; trace: string; result: LateApproval };

/**
 * The bank's own book, apart from the shop's database so that the two can be compared. It is a file to which
 * lines are only added (one JSON event each); what it says is found again by reading it from the start.
 */
export function openGatewayLedger(file: string): GatewayLedger {
  const attempts: Attempt[] = [];
  const byTrace = new Map<string, Attempt>();

  const apply = (event: LedgerEvent) => {
    if (event.event === 'opened') {
      attempts.push(event.attempt);
      if (!byTrace.has(event.attempt.trace)) byTrace.set(event.attempt.trace, event.attempt);
    } else {
      const attempt = byTrace.get(event.trace);
      if (!attempt) return;
      Object.assign(attempt, event.result, { state: 'finished' });
      if (event.event === 'approved') attempt.approvesLater = null;
    }
  };
  for (const event of readEvents(file)) apply(event);

  const record = (event: LedgerEvent) => {
    appendFileSync(file, `${JSON.stringify(event)}\n`);
    apply(event);
  };

  return {
    find: (trace) => (trace === '' ? null : (byTrace.get(trace) ?? null)),
    lines: () => attempts.map(({ form: _form, ...line }) => line),
    approvingLater: () => attempts.filter((attempt) => attempt.approvesLater),
    open: (attempt) => record({ event: 'opened', attempt }),
    finish(trace, result) {
      const attempt = byTrace.get(trace);
      if (attempt?.state !== 'waiting') throw new Error('Only a waiting attempt can be finished.');
      record({ event: 'finished', trace, result });
      return attempt;
    },
    approve(trace, result) {
      const attempt = byTrace.get(trace);
      if (!attempt?.approvesLater)
        throw new Error('Only an attempt that approves later can be approved late.');
      record({ event: 'approved', trace, result });
      return attempt;
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
