// What the dashboard reads and writes about the bank's statements, with supabase-js (`preview_bank_statement`,
// `import_bank_statement`, `statements_overview`, `close_statement_line`). Days are `YYYY-MM-DD`, money is in cents.

import type { PaymentMethod } from './orders.ts';

/** A line of the bank's statement, read from the file. */
export type StatementLine = {
  /** Its number in the file, where the first line is 1. */
  line: number;
  day: string;
  /** The bank's transaction index. */
  bankIndex: string | null;
  /** The text that holds the shop's reference, `DON-` and a number. */
  reference: string | null;
  /** Negative: the bank took it back. */
  amountCents: number;
  feeCents: number;
  /** Of the statement of M-Pesa, what was typed as the account; empty of anything else. */
  account?: string;
  /** All cells of the row as they stand in the file: read under other columns, it is the same row. */
  row: string;
};

/** Which column of the file is what, by the names in its heading; null: the file has no such column. */
export type StatementColumns = {
  day: string;
  amount: string;
  /** The amounts that went out, where they have a column of their own; an earlier statement may not say. */
  out?: string | null;
  bankIndex: string | null;
  reference: string | null;
  /** What else the bank writes of it; an earlier statement may not say. */
  details?: string | null;
  fee: string | null;
  /** How a day such as 03/04/2026 is read. */
  dayOrder: 'day first' | 'month first';
  /** Further columns of the statement of M-Pesa, and which reasons of what went out are fees: a person has chosen them. */
  mpesa?: { account: string; status: string; reason: string; linked: string; fees: string[] } | null;
};

/**
 * What was found about a line. `several`: more than one payment fits. `wrong_amount`, `wrong_day`: the payment that it names
 * has another.
 * `payment`: to the paybill, of which nobody had told the shop; it counts with the import.
 * `twice`: its payment is settled already. `repeated`: an earlier statement has this day, reference and amount, in a row
 * that differs elsewhere. `refunded`: recorded as given back. `returned`: money went out.
 * `not_ours`, and `fee` of money that went out: as the owner has answered.
 */
export type StatementVerdict =
  | 'settled'
  | 'fee'
  | 'refunded'
  | 'returned'
  | 'several'
  | 'wrong_amount'
  | 'wrong_day'
  | 'twice'
  | 'repeated'
  | 'payment'
  | 'unknown'
  | 'not_ours';

/** A line that settles nothing by itself. */
export type StatementQuestion = Pick<
  StatementLine,
  'line' | 'day' | 'bankIndex' | 'reference' | 'amountCents'
> & {
  verdict: StatementVerdict;
  /** The order whose number it has and for which exactly its sum is due: it may be a payment that is not recorded yet. */
  orderToPay: string | null;
  /** The payment that it takes back: of several orders without orderId, of a card without reference. */
  takesBack: {
    orderId: string | null;
    method: PaymentMethod;
    reference: string | null;
    amountCents: number;
  } | null;
};

/** A line of an imported statement, and what became of it. */
export type StatementLineNow = Omit<StatementQuestion, 'orderToPay' | 'takesBack'> & {
  id: string;
  feeCents: number;
  /** The payment that it settles, or became. */
  transactionId: string | null;
  /** Of that, or of what it gave back. */
  orderId: string | null;
  /** Null while nobody has answered it, or need not. */
  closingReason: string | null;
  closedByName: string | null;
};

export type StatementPreview = {
  lines: number;
  /** Lines that an earlier statement had; they change nothing. */
  known: number;
  /** The numbers of the first 100 of them. */
  knownLines: number[];
  /** The others, by what was found. */
  counts: Partial<Record<StatementVerdict, { lines: number; cents: number }>>;
  feeCents: number;
  /** The first 100. */
  questions: StatementQuestion[];
};

export type BankStatement = {
  id: string;
  at: string;
  fileName: string;
  lines: number;
  known: number;
  /** Its lines that settle a payment, or became one. */
  settled: number;
  byName: string | null;
  columns: StatementColumns;
};

/** A payment that the bank approved. */
type ApprovedPayment = {
  transactionId: string;
  /** Null of one that has no order, or several. */
  orderId: string | null;
  reference: string;
  amountCents: number;
  /** ISO 8601; only the day of a payment that staff recorded. */
  approvedAt: string;
};

export type OpenStatementLine = StatementQuestion & {
  id: string;
  fileName: string;
  /** The order that its index or reference names; null when it names none. */
  orderId: string | null;
  /** Payments that fit. */
  candidates: ApprovedPayment[];
};

/** How a line ended: the first answer stands. All null but the payment when a statement settled it. */
export type ClosedStatementLine = {
  closedByName: string | null;
  closingReason: string | null;
  transactionId: string | null;
};

export type StatementsOverview = {
  /** Approved, and in no statement after two bank days; the oldest 50. */
  overdue: { count: number; cents: number; rows: ApprovedPayment[] };
  /** Lines that wait for the owner; the oldest 50. */
  openLines: { count: number; rows: OpenStatementLine[] };
  /** The last twenty. */
  statements: BankStatement[];
};
