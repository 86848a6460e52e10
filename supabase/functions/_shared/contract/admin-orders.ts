import type { AdminOrder, OwnerTask, SalesOfOrder, TaskOutcome, TransactionStatus } from './admin.ts';
import type { AnswerVerdict, AskedBy, BankAnswerFields, FittingPayment } from './admin-transactions.ts';
import type { MessageRow } from './admin-messages.ts';
import type { ErrorCode } from './error-messages.ts';
import type { MessageKind } from './messages.ts';
import type {
  Company,
  OrderContact,
  OrderStatus,
  OrderWord,
  PaymentMethod,
  StatusToShow,
  WithheldMethod,
} from './orders.ts';
import type { TaskInShort } from './owner-task-text.ts';
import type { Paper } from './papers.ts';
import type { PieceFate, RecordedRefund, RefundablePayment } from './refunds.ts';
import type { OrderShipping, ShipmentStatus } from './shipments.ts';

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
  /** Only orders whose goods are to be sent: paid ones whose money was not all given back, and those on account. */
  toSend?: boolean;
  /** Only orders that wait for their payment, also after one that failed. */
  isUnpaid?: boolean;
  /** Only orders of which money is owed: of their goods some left, or of their price a part is paid. */
  isOwed?: boolean;
  /** Only orders with a part of their money, of which the rest is awaited. */
  partlyPaid?: boolean;
  /** Only orders of which the certificate of a withheld tax is expected. */
  certificate?: boolean;
  /** Only orders that wait for pieces from the maker, or for those of one product, by its id. */
  waits?: boolean;
  waitsFor?: string;
};

/** By the promised day, of those to be sent. */
export const orderSorts = ['createdAt', 'totalAmount', 'deliverBy'] as const;

/** A line of the dashboard's table. */
export type OrderRow = Pick<
  AdminOrder,
  | 'id'
  | 'createdAt'
  | 'updatedAt'
  | 'customerName'
  | 'customerPhone'
  | 'customerEmail'
  | 'company'
  | 'totalAmount'
  | 'status'
  | 'nextStep'
  | 'word'
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
  /** Pieces that have left in shipments, and how many are to in all, with whether some are on their way; null when none has. */
  sent: { pieces: number; total: number; isOnWay: boolean } | null;
  /** Goods of it are to be packed and sent now, or, `isWorkLeft`, only work is to be done. */
  toSend: boolean;
  isWorkLeft?: boolean;
  /** `YYYY-MM-DD`: by when it was promised; null when nothing was. */
  deliverBy: string | null;
  /** The same, once that day is over and not all of it has left. */
  lateSince: string | null;
};

/** An order in the file that the dashboard exports. */
export type ExportedOrder = Pick<
  AdminOrder,
  | 'id'
  | 'createdAt'
  | 'customerName'
  | 'customerPhone'
  | 'customerEmail'
  | 'customerAddress'
  | 'company'
  | 'totalAmount'
> &
  StatusToShow & {
    /** Where it goes; null when the buyer chose no county. */
    countyName: string | null;
    items: { productName: string; quantity: number; price: number }[];
    sales: SalesOfOrder;
    /** Only the day where no more is known. */
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

/** The pieces for which less is owed, and what became of them. */
export type PiecesBack = { name: string; quantity: number; fate: PieceFate }[];

/** One thing that happened to an order. `by` is the account that did it; null for a guest, the bank or the clock. */
export type OrderEvent = {
  /** ISO 8601. */
  at: string;
  by: { id: string; name: string | null } | null;
} & (
  | {
      kind: 'ordered';
      amount: number;
      /** What was agreed when it was made; a later one is part of its change. */
      specialPrices: AgreedPrice[];
    }
  | { kind: 'transaction_opened'; reference: string; amount: number }
  | { kind: 'hold_ended'; pieces: number }
  | {
      kind: 'bank_answered';
      reference: string;
      askedBy: AskedBy;
      verdict: AnswerVerdict;
      /** Null when the bank did not answer. */
      answer: BankAnswer | null;
      /** M-Pesa: Safaricom answered, about a prompt. */
      method: PaymentMethod;
      /** Of a prompt that counts; its receipt once it is known. */
      paid: { cents: number; receipt: string | null } | null;
    }
  | {
      /** From then on it counted; a reversed one does not any more. What the bank approved is `bank_answered`. */
      kind: 'payment_counted';
      /**
       * Recorded by staff; in Safaricom's list; in a statement; told by the bank; given to the order later; or taken from
       * it, for another one.
       */
      way: 'recorded' | 'list' | 'statement' | 'bank' | 'given' | 'taken';
      method: PaymentMethod;
      reference: string;
      amountCents: number;
      /** What of it was given to this order then; below 0 when it was taken. */
      hereCents: number;
      /** `YYYY-MM-DD`: when it was paid. */
      day: string;
    }
  | {
      kind: 'payment_reversed';
      method: PaymentMethod;
      reference: string;
      amountCents: number;
      hereCents: number;
      reason: string;
    }
  | { kind: 'transaction_expired'; reference: string }
  // Below 0: owed again.
  /** `isCredited`: with a credit note. */
  | {
      kind: 'written_off';
      amountCents: number;
      reason: string;
      isCredited: boolean;
      pieces: PiecesBack;
    }
  | { kind: 'stock_taken'; pieces: number }
  /** `isHeld`: for the order itself, which is to be paid again. */
  | { kind: 'stock_returned'; pieces: number; isHeld: boolean }
  // From the maker.
  | { kind: 'arrived'; productName: string; pieces: number }
  | {
      /** Corrected: what is right after all; 0 when nothing was given back. */
      kind: 'refunded' | 'refund_corrected';
      amountCents: number;
      /** `YYYY-MM-DD` */
      day: string;
      method: PaymentMethod;
      bankReference: string;
      reason: string;
      /** What it was for. */
      pieces: PiecesBack;
    }
  | {
      kind: 'status_changed';
      from: OrderStatus;
      to: OrderStatus;
      /** Why it was completed before its payment was settled. */
      reason: string | null;
      /** What was paid by then, where it became paid by its deposit. */
      depositCents: number | null;
      /** It was paid by its deposit alone before. */
      wasDeposit: boolean;
    }
  | {
      kind: 'shipment';
      status: ShipmentStatus;
      isWork: boolean;
      carrier: string | null;
      waybill: string | null;
      /** Why it left before its order was paid or settled. */
      reason: string | null;
      pieces: number;
    }
  | ({
      /** By staff, after it was placed. */
      kind: 'changed';
      /** What is different of the buyer and the address; erased values read `erased`. */
      contact: { field: string; from: string | null; to: string | null }[];
    } & OrderChangeEffect)
  | { kind: 'settled'; reference: string; day: string; fileName: string }
  | { kind: 'claimed' }
  | { kind: 'task_opened'; task: TaskInShort }
  | { kind: 'task_closed'; task: TaskInShort; reason: string; outcome: TaskOutcome }
  | { kind: 'noted'; id: string; text: string }
  // Where a message to the buyer or the owner stands; when it ended, or was written while it has not.
  | ({ kind: 'message'; message: MessageKind } & Pick<
      MessageRow,
      'id' | 'channel' | 'recipient' | 'state' | 'reason' | 'attempts' | 'nextAttemptAt' | 'blocked'
    >)
);

/** A payment by another method than card, as staff recorded it. */
export type RecordedPayment = {
  id: string;
  method: PaymentMethod;
  reference: string;
  /** KES, with cents of what was withheld. */
  amount: number;
  /** What of it was given to this order, and what of that went back. */
  hereCents: number;
  backCents: number;
  /** How much of that the bank took. */
  bankCents: number;
  /** `YYYY-MM-DD` */
  day: string;
  status: TransactionStatus;
};

/** What is left of an order, and what may be withheld of it. */
export type OrderRest = {
  /** What is asked for now. */
  dueCents: number;
  /** What of it may be written off. */
  writeOffCents: number;
  /** As noted. */
  expected: Partial<Record<WithheldMethod, number>>;
  /** By the rates of the settings, of what is invoiced; of the whole price while that is nothing. */
  proposed: Record<WithheldMethod, number>;
  /** Of so much before VAT. */
  proposedOf: Record<WithheldMethod, number>;
};

/** A payment that counts. */
export type ReceivedPayment = {
  method: PaymentMethod;
  reference: string;
  /** The bank's transaction index; of another method than card, the reference. */
  transactionId: string;
  /** What of it is for this order. */
  amountCents: number;
  /** When the bank approved it, or only the day, `YYYY-MM-DD`, that staff recorded. */
  paidAt: string;
  /** `YYYY-MM-DD`: the day in the bank's statement; null while it is only approved. Of what staff recorded, the day it was paid. */
  settledOn: string | null;
  cardNumber: string | null;
  authorisationCode: string | null;
};

/**
 * What is missing before an order can be completed: its payment, settlement, a person's reason, pieces that are to leave
 * in parcels, or nothing. Orders that are completed already, whose money was all given back, or is taken back by the
 * bank's statement, cannot be completed.
 */
export type CompletionNeed = OrderShipping['need'] | 'pieces';

/** In KES, what one piece cost in the shop when a seller agreed on another price, and why. */
export type SpecialPrice = { listPrice: number; reason: string };
export type AgreedPrice = SpecialPrice & { productId: string; productName: string; price: number };

/**
 * Somebody who may buy: an account, or a guest (`accountId` null) as an earlier order names them; without a name an
 * organisation that has terms and has not ordered yet.
 */
export type Buyer = {
  accountId: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  address: string | null;
  /** As their latest order or its terms say it. */
  company: Omit<Company, 'purchaseOrder'> | null;
};

/** What staff can change of an order. KES. */
export type OrderToChange = Omit<OrderContact, 'userId'> & {
  /** Changes when anything here does: two people at the desk. */
  version: string;
  /** The key of the newest change; null for an order that was never changed. */
  changeKey: string | null;
  /** Why nothing can be changed; null when it can. */
  obstacle: ErrorCode | null;
  /** Why neither lines nor the delivery charge can be. */
  sumObstacle: ErrorCode | null;
  county: string | null;
  /** Its buyer fetches it. */
  isCollected: boolean;
  /** Null when delivery is outside the total. */
  deliveryPrice: number | null;
  termsDays: number | null;
  /** `price`: of one piece, as bought; `least`: the pieces that must stay, since they were packed, sent or refunded. */
  lines: {
    productId: string;
    productName: string;
    quantity: number;
    price: number;
    least: number;
    /** Whether a special price may be agreed: nothing is sold yet. */
    isPriceOpen: boolean;
  }[];
};

/** What a change does to an order: the same before and after it is saved. KES. */
export type OrderChangeEffect = {
  /** Where the order stands then. */
  word: OrderWord;
  totalBefore: number;
  totalAfter: number;
  deliveryBefore: number | null;
  deliveryAfter: number | null;
  /** What the buyer is then asked for; 0 for an order that stays paid. */
  dueAmount: number;
  /** What is then to be given back. */
  overpaidCents: number;
  /** Of the products whose pieces are more or fewer; `available`: what can be ordered after that; null of a service. */
  lines: { productId: string; productName: string; change: number; available: number | null }[];
  /** What this change agreed on. */
  specialPrices: AgreedPrice[];
};

export type IssuedPaperOfOrder = Pick<Paper, 'issuedAt' | 'etims'> & {
  number: string;
  grossCents: number;
  /** What its credit notes leave of an invoice; null of a credit note, and of an invoice that was made again. */
  leftCents: number | null;
};

/** Somebody of staff; the name of a deleted account is null. */
type Seller = { id: string; name: string | null };

/** Everything about one order. */
export type OrderDetails = {
  order: AdminOrder;
  /** Who made it for the buyer, by phone or at the counter, or accepted its quotation for them. */
  seller: Seller | null;
  /** That it was accepted from, with the buyer's own number of the enquiry; no seller while only the buyer has made it. */
  quotation: { id: string; number: string; reference: string | null; seller: Seller | null } | null;
  /** By product. */
  specialPrices: Record<string, SpecialPrice>;
  /** By product: what one piece weighs packed, in grams, and its model; products without are left out. */
  weights: Record<string, number>;
  models: Record<string, string>;
  /** Goods of it are to be packed and sent now; null when none are. `isLate`: the promised day is over. */
  toSend: { isLate: boolean } | null;
  completionNeed: CompletionNeed;
  shipping: OrderShipping;
  /** Why it cannot be cancelled; null when it can. */
  cancelObstacle: ErrorCode | 'done' | null;
  changing: OrderToChange;
  /** The oldest first. */
  payments: ReceivedPayment[];
  /** Payments that staff recorded, reversed ones included, the latest first. */
  recorded: RecordedPayment[];
  rest: OrderRest;
  /**
   * What an open line of a statement takes back of it, and nobody has recorded; `transactionId` of a payment that did
   * not come by card.
   */
  takenBack: { cents: number; transactionId: string | null } | null;
  /** What M-Pesa told of it and nothing proves yet; empty for whoever may not see payments. */
  announced: { code: string; cents: number }[];
  /** Recorded money without an order that may be for this one; empty for whoever may not see payments. */
  fitting: FittingPayment[];
  /** The latest transaction by card, or by a prompt. */
  transaction: { id: string; status: TransactionStatus; description: string | null } | null;
  /** What can be given back now, the oldest first. */
  refundable: RefundablePayment[];
  /** By order item: the pieces that no refund was for yet. */
  refundablePieces: Record<string, number>;
  /** By order item: the serial numbers that were written down, of pieces that left and did not come back. */
  serialsAtBuyer: Record<string, string[]>;
  /** What was given back, as it stands, the oldest first. */
  refunds: RecordedRefund[];
  /** Invoices and credit notes, the oldest first. */
  papers: IssuedPaperOfOrder[];
  /** Open ones. */
  tasks: OwnerTask[];
  /** ISO 8601: when staff stopped reminding its buyer of what is owed; null while they are reminded. */
  remindersStoppedAt: string | null;
  /** Oldest first. */
  timeline: OrderEvent[];
};
