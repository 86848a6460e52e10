import type { AdminStats, Sales } from './admin.ts';
import type { StaffRole } from './staff.ts';
import type { MessageKind } from './messages.ts';
import type { TaskInShort } from './owner-task-text.ts';

// For admins, read in SQL (`stats_of_period`, `owner_alerts`). Days and hours are Nairobi's.

export type Overview = {
  /** First and last day, `YYYY-MM-DD`. */
  from: string;
  to: string;
  /** How long one of `sales` is. */
  step: 'hour' | 'day' | 'month';
  /** Net sales and paid orders of the period; what is on sale and the accounts at its end. */
  stats: AdminStats;
  sold: Sales;
  /** The same of as long a time before, up to the same hour when the period is still running. */
  before: AdminStats;
  beforeFrom: string;
  beforeTo: string;
  /** Oldest first, without a gap; none for what is still to come. */
  sales: OverviewSales[];
  /** Five at most, of the orders paid in the period. */
  topProducts: TopProduct[];
};

export type OverviewSales = {
  /** When it began: `2026-11-21`, an hour as `2026-11-21T14`, a month as its first day. */
  at: string;
  netCents: number;
  /** Paid in it. */
  orders: number;
};

export type TopProduct = {
  id: string;
  name: string;
  pieces: number;
  /** KES, whole shillings. */
  sales: number;
};

/** What waits for the owner now; read by the dashboard from Postgres itself. */
export type OwnerAlerts = {
  openTasks: number;
  /** Times in ISO 8601. */
  oldestTask: (TaskInShort & { createdAt: string }) | null;
  /** Lines of the bank's statements that settle nothing and wait for an answer. `day`: `YYYY-MM-DD`. */
  openLines: { count: number; oldest: { amountCents: number; day: string; orderId: string | null } | null };
  /** Of payments that count, what pays no order yet. */
  withoutOrder: MoneyWithoutOrder;
  /** Since when the bank gives no answer, once that is ten minutes and somebody waits for it; null while it answers. */
  bankSilentSince: string | null;
  /** Payments approved and in no statement of the bank after two bank days. */
  notSettled: { count: number; cents: number };
  /** Orders that are paid, not completed and not fully refunded: their goods are to be sent. */
  toSend: number;
  /** Of which the promised day is over. */
  lateToSend: number;
  /** Orders that wait for pieces from the maker, and for how many: their deposit is paid, or they are on account. */
  fromMaker: { orders: number; pieces: number };
  /** Orders of which a part was accepted and the rest is awaited, also when a payment of the rest was refused. */
  partlyPaid: { count: number; oldest: { id: string; createdAt: string } | null };
  /** Orders still pending after 24 hours. */
  pendingTooLong: number;
  oldestPending: { id: string; createdAt: string } | null;
  /** Messages that did not arrive, or may not have. */
  messagesInTrouble: number;
  /** Messages that wait for a limit, or were dropped in the last day since they had waited for one. */
  messagesPutOff: number;
  /** Messages to the owner that are not sent, since one of them bounced or was called spam. */
  stoppedMessages: MessageKind[];
  /** When the job last ran that asks the bank about undecided payments; null while it runs, as Health judges it. */
  bankChecksStoppedAt: string | null;
  /** Pieces on hold for unpaid orders of buyers without a confirmed address or a paid order, and those orders. */
  heldForGuests: { pieces: number; orderIds: string[] };
  /** Products on sale with nothing on the shelf, and with 1 to 5 pieces. */
  outOfStock: number;
  runningOut: number;
  /** When a lawyer approved Terms of Sale and Privacy, as an admin has set it: `YYYY-MM-DD`. */
  termsApprovedOn: string | null;
  /** The shop's details have a bank account, a paybill or a till. */
  canBePaidByTransfer: boolean;
};

/** How much waits on each page of the dashboard; null where one may not look. */
export type WaitingCounts = Record<'orders' | 'transactions' | 'statements' | 'messages', number | null>;

/** So many payments, and what of them pays no order yet and was not given back. */
export type MoneyWithoutOrder = { count: number; cents: number };

/** Somebody who was mailed a link to join the staff. */
export type Invitation = {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  /** ISO 8601. */
  expiresAt: string;
};
