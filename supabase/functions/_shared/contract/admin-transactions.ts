import type { AdminOrder, Sales, SalesOfOrder, Transaction, TransactionStatus } from './admin.ts';
import type { MoneyWithoutOrder } from './admin-overview.ts';
import type { PaymentMethod } from './orders.ts';
import type { OwnerTaskKind, TaskInShort } from './owner-task-text.ts';

// For admins only. Read in SQL: `list_transaction_page`, `transaction_evidence`, `orders_to_pay`, `bank_against_shop_of_day`, `broken_invariants`.

/** One visit to the bank's card page, or a payment that staff recorded, as a line of the dashboard's table. Times are ISO 8601. */
export type TransactionRow = Omit<Transaction, 'responseData' | 'updatedAt'> & {
  customerName: string | null;
  /** What the bank says it approved, in cents, once it says that it approved something. */
  bankAmountCents: number | null;
  /** Who recorded it, and who said why it does not count; null for a card, and when the account is gone. */
  recordedByName: string | null;
  reversedByName: string | null;
  reversalReason: string | null;
  /** What the bank last answered; `no answer` when it was asked in vain; null when it knows nothing of it. */
  bankStatus: string | null;
  /** Its words for that. */
  bankDescription: string | null;
  /** ISO 8601; only the day of a payment that staff recorded. */
  decidedAt: string | null;
  /** `YYYY-MM-DD`: the day in the bank's statement; null while it is only approved, or not even that. */
  settledOn: string | null;
  /** When the bank is asked again by itself; null when there is nothing left to ask. */
  nextAskAt: string | null;
  /** The bank or Safaricom was asked for it, told us of it, or staff recorded it. */
  source: 'asked' | 'told' | 'recorded';
  /** What the bank took of it, as far as that did not come back, with the last day and why; null when nothing. */
  takenBack: { cause: 'bounced' | 'charged_back'; cents: number; day: string; reason: string } | null;
  /** Who paid, of a payment without an order. */
  note: string | null;
  /** Cents of it that no order has, and that were not given back. */
  restCents: number;
  /** The orders that it pays. */
  shares: { orderId: string; customerName: string; cents: number }[];
  /** What it counts for in the sales. */
  sales: SalesOfOrder;
  /** The owner's tasks that are open about it. */
  openTasks: TaskInShort[];
};

/** What a filter of the table may name; what is absent does not filter. */
export type TransactionFilter = {
  /** Order number, buyer's name, e-mail, phone, reference, or whatever the bank calls the payment. */
  text?: string;
  status?: TransactionStatus;
  /** Nairobi days, `YYYY-MM-DD`, both included. */
  from?: string;
  to?: string;
  /** KES. */
  min?: number;
  max?: number;
  orderId?: string;
  /** Some of it has no order. */
  hasRest?: boolean;
};

/** A payment that came without an order and may be for one. Cents: what that one takes, and what is left of it. */
export type FittingPayment = {
  id: string;
  method: PaymentMethod;
  reference: string;
  /** Who paid, as far as it was written down. */
  note: string | null;
  /** `YYYY-MM-DD` in Nairobi. */
  day: string;
  cents: number;
  leftCents: number;
};

/** An order that a payment may be for. */
export type OrderToPay = Pick<AdminOrder, 'customerName' | 'company' | 'word' | 'payment'> & {
  orderId: string;
};

/** Who wanted to know: the buyer's return, the clock, the buyer's waiting page, or an admin. */
export type AskedBy = 'return' | 'reconcile' | 'shopper' | 'owner';

/** What an answer of the bank was found to say. */
export type AnswerVerdict =
  | 'approved'
  | 'refused'
  | 'undecided'
  | 'wrong_amount'
  | 'wrong_reference'
  | 'wrong_trace'
  | 'reused_index';

/** The fields of an answer as the bank wrote them; null for one that it left out. */
export type BankAnswerFields = Record<
  | 'status'
  | 'description'
  | 'reference'
  | 'amountCents'
  | 'transactionIndex'
  | 'transactionDate'
  | 'bankReference'
  | 'authorisationCode'
  | 'cardNumber',
  string | null
>;

export type BankAnswer = {
  at: string;
  /** The bank answered exactly this so many times in a row, the last time at `lastAt`. */
  times: number;
  lastAt: string;
  askedBy: AskedBy;
  verdict: AnswerVerdict;
  /** It named another payment's trace. */
  isAboutAnother: boolean;
  /** The order of that other payment, when it is one of this shop. */
  ofOrderId: string | null;
  /** Null when the bank gave no answer. Card number masked. */
  said: BankAnswerFields | null;
};

export type TransactionEvidence = TransactionRow & {
  /** What the shop gave back of it, the oldest first; `day`: `YYYY-MM-DD`. */
  givenBack: { cents: number; method: PaymentMethod; reference: string; day: string }[];
  /** Everything the bank ever said of it, the newest first. */
  answers: BankAnswer[];
};

/** One Nairobi day of money. Sums are cents, as the bank counts. */
export type BankAgainstShop = {
  /** `YYYY-MM-DD` */
  day: string;
  /** What the bank says it approved: its transactions first heard of on this day, counted from its answers alone. */
  approvedCents: number;
  /** How much of it is in a statement of the bank by now. */
  settledCents: number;
  charges: number;
  /** What staff wrote down, and neither a statement nor a list of Safaricom has: it is no part of either sum. */
  typedCents: number;
  /** What Safaricom says came by M-Pesa, and how much more that is than the shop counts. */
  mpesa: { receivedCents: number; payments: number; differenceCents: number };
  sales: Sales;
  /** The owner's tasks that arose on this day, with what of their money may not be the shop's. */
  tasks: { kind: OwnerTaskKind; open: number; closed: number; cents: number }[];
  /** Of any day. */
  withoutOrder: MoneyWithoutOrder;
  /** Lines of statements that wait for an answer, of any day. */
  openLines: number;
  /** What bank and Safaricom say, less what orders and tasks account for: 0, or somebody must look. */
  differenceCents: number;
  /** Orders whose two sides differ; the largest 20. */
  differing: {
    count: number;
    /** `orderId` is null of payments by M-Pesa without an order. */
    orders: { provider: 'card' | 'mpesa'; orderId: string | null; bankCents: number; shopCents: number }[];
  };
};

/** What is not as it must be: nothing, always. `count` of all, and the first 20. Times are ISO 8601. */
export type BrokenInvariants = {
  count: number;
  rows: { broken: string; subject: string; detail: string }[];
  checkedAt: string;
};
