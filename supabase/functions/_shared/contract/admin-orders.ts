import type { AdminOrder, OwnerTask, TransactionStatus } from './admin.ts';
import type { AnswerVerdict, AskedBy, BankSaid } from './admin-transactions.ts';
import type { OrderStatus } from './orders.ts';

// What the dashboard's tables of orders read from Postgres (`list_order_page`, `export_orders`, `order_details`).

/** What is absent does not filter. */
export type OrderFilter = {
  /** Order number, name, phone or e-mail, or parts of them. */
  text?: string;
  status?: OrderStatus;
  /** Days in Nairobi, `YYYY-MM-DD`, both included. */
  from?: string;
  to?: string;
  /** KES. */
  min?: number;
  max?: number;
  /** Only orders with an open task of the owner's. */
  hasTask?: boolean;
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
> & {
  /** The latest transaction; null when there was none. */
  transaction: TransactionStatus | null;
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

/** The most letters of a note. */
export const maxNoteLength = 2000;

/** What the bank said when it was asked; `null` fields were not in its answer. */
export type BankAnswer = Pick<
  BankSaid,
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
  | { kind: 'stock_taken'; pieces: number }
  | { kind: 'status_changed'; from: OrderStatus; to: OrderStatus }
  | { kind: 'claimed' }
  | { kind: 'task_opened'; title: string; taskKind: string }
  | { kind: 'task_closed'; title: string; reason: string }
  | { kind: 'noted'; id: string; text: string }
);

/** The transaction that paid the order. */
export type ReceivedPayment = {
  reference: string;
  /** The bank's transaction index. */
  transactionId: string;
  /** KES. */
  amount: number;
  paidAt: string;
  cardNumber: string | null;
  authorisationCode: string | null;
};

/** Everything about one order. */
export type OrderDetails = {
  order: AdminOrder;
  /** By product: what one piece weighs packed, in grams, and its model; products without are left out. */
  weights: Record<string, number>;
  models: Record<string, string>;
  /** Until when the pieces are kept for the buyer; null when they are not. */
  heldUntil: string | null;
  payment: ReceivedPayment | null;
  /** The latest transaction. */
  transaction: { status: TransactionStatus; description: string | null; askedAt: string | null } | null;
  /** Open ones. */
  tasks: OwnerTask[];
  /** Oldest first. */
  timeline: OrderEvent[];
};
