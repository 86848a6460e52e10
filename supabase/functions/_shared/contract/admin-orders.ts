import type { AdminOrder, OwnerTask, TaskOutcome, TransactionStatus } from './admin.ts';
import type { AnswerVerdict, AskedBy, BankAnswerFields } from './admin-transactions.ts';
import type { MessageRow } from './admin-messages.ts';
import type { MessageKind } from './messages.ts';
import type { OrderStatus } from './orders.ts';
import type { RecordedRefund, RefundablePayment } from './refunds.ts';

// What the dashboard's tables of orders read from Postgres (`list_order_page`, `export_orders`, `order_details`).

/** What is absent does not filter. */
export type OrderFilter = {
  /** Order number, name, phone or e-mail, or parts of them. */
  text?: string;
  status?: OrderStatus;
  /** Of the account that placed or claimed it. */
  accountId?: string;
  /** Days in Nairobi, `YYYY-MM-DD`, both included. */
  from?: string;
  to?: string;
  /** KES. */
  min?: number;
  max?: number;
  /** Only orders with an open task of the owner's. */
  hasTask?: boolean;
  /** Only paid orders whose money was not all given back: their goods are to be sent. */
  toSend?: boolean;
  /** Where an export goes on: the last order it has, newest first. */
  after?: { at: string; id: string };
};

export const orderSorts = ['createdAt', 'totalAmount'] as const;
export type OrderSort = (typeof orderSorts)[number];

/** A line of the dashboard's table. */
export type OrderRow = Pick<
  AdminOrder,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'customerName'
  | 'customerPhone'
  | 'customerEmail'
  | 'totalAmount'
  | 'status'
  | 'nextStep'
  | 'payment'
> & {
  /** The latest transaction; null when there was none. */
  transaction: TransactionStatus | null;
  /** `YYYY-MM-DD`: the day in the bank's statement, of the last part; null while a part is only approved, or not even that. */
  settledOn: string | null;
  openTasks: number;
  /** Products in the order, of which `items` has the first three by name. */
  lines: number;
  items: { productName: string; quantity: number }[];
};

/** An order in the file that the dashboard exports. */
export type ExportedOrder = Pick<
  AdminOrder,
  | 'id'
  | 'createdAt'
  | 'status'
  | 'customerName'
  | 'customerPhone'
  | 'customerEmail'
  | 'customerAddress'
  | 'totalAmount'
> & {
  /** Where it goes; null when the buyer chose no county. */
  countyName: string | null;
  items: { productName: string; quantity: number; price: number }[];
  paidAt: string | null;
  reference: string | null;
  transactionId: string | null;
  openTasks: number;
};

export type OrderNote = {
  id: string;
  orderId: string;
  authorId: string;
  text: string;
  createdAt: string;
};

/** The most letters of a note, and of a reason. */
export const maxNoteLength = 2000;
export const maxReasonLength = 1000;

/** What the bank said when it was asked; `null` fields were not in its answer. */
export type BankAnswer = Pick<
  BankAnswerFields,
  'status' | 'description' | 'amountCents' | 'reference' | 'transactionIndex' | 'cardNumber'
>;

/** One thing that happened to an order. `by` is the account that did it; null for a guest, the bank or the clock. */
export type OrderEvent = {
  /** ISO 8601. */
  at: string;
  by: { id: string; name: string | null } | null;
} & (
  | { kind: 'ordered'; amount: number }
  | { kind: 'transaction_opened'; reference: string; amount: number }
  | { kind: 'hold_ended'; pieces: number }
  | {
      kind: 'bank_answered';
      reference: string;
      askedBy: AskedBy;
      verdict: AnswerVerdict;
      /** Null when the bank did not answer. */
      answer: BankAnswer | null;
    }
  | { kind: 'transaction_expired'; reference: string }
  | { kind: 'stock_taken' | 'stock_returned'; pieces: number }
  | {
      /** Corrected: what is right after all; 0 when nothing was given back. */
      kind: 'refunded' | 'refund_corrected';
      amountCents: number;
      /** `YYYY-MM-DD` */
      day: string;
      bankReference: string;
      reason: string;
    }
  | {
      kind: 'status_changed';
      from: OrderStatus;
      to: OrderStatus;
      /** Why it was completed before its payment was settled. */
      reason: string | null;
    }
  | { kind: 'settled'; reference: string; day: string; fileName: string }
  | { kind: 'claimed' }
  | { kind: 'task_opened'; title: string; taskKind: string }
  | { kind: 'task_closed'; title: string; reason: string; outcome: TaskOutcome }
  | { kind: 'noted'; id: string; text: string }
  // Where a message to the buyer or the owner stands; when it ended, or was written while it has not.
  | ({ kind: 'message'; message: MessageKind } & Pick<
      MessageRow,
      'id' | 'channel' | 'recipient' | 'state' | 'reason' | 'blocked'
    >)
);

/** The transaction that paid the order. */
export type ReceivedPayment = {
  reference: string;
  /** The bank's transaction index. */
  transactionId: string;
  /** KES. */
  amount: number;
  /** When the bank approved it. */
  paidAt: string;
  /** `YYYY-MM-DD`: the day in the bank's statement, of the last part; null while a part of the price is only approved. */
  settledOn: string | null;
  cardNumber: string | null;
  authorisationCode: string | null;
};

/**
 * What is missing before an order can be completed: its payment, settlement, a person's reason, or nothing. Orders that
 * are completed already, whose money was all given back, or is taken back by the bank's statement, cannot be completed.
 */
type CompletionNeed =
  | 'payment'
  | 'settlement'
  | 'reason'
  | 'nothing'
  | 'completed'
  | 'refunded'
  | 'taken_back';
/** How many orders `completion_needs` judges at once. */
export const maxCompletions = 500;

export type OrderCompletion = { id: string; totalAmount: number; need: CompletionNeed };

/** Everything about one order. */
export type OrderDetails = {
  order: AdminOrder;
  /** By product: what one piece weighs packed, in grams, and its model; products without are left out. */
  weights: Record<string, number>;
  models: Record<string, string>;
  /** Until when the pieces are kept for the buyer; null when they are not. */
  heldUntil: string | null;
  completionNeed: CompletionNeed;
  payment: ReceivedPayment | null;
  /** The latest transaction. */
  transaction: { status: TransactionStatus; description: string | null; askedAt: string | null } | null;
  /** What can be given back now, the oldest first. */
  refundable: RefundablePayment[];
  /** What was given back, as it stands, the oldest first. */
  refunds: RecordedRefund[];
  /** Open ones. */
  tasks: OwnerTask[];
  /** Oldest first. */
  timeline: OrderEvent[];
};
