import type { User } from './auth.ts';
import { endpoint } from './endpoint.ts';
import type { OrderStatus, PaymentMethod, WholeOrder } from './orders.ts';
import type { TaskInShort } from './owner-task-text.ts';
import type { Product, ProductPicture } from './products.ts';
import type { ToOrder } from './to-order.ts';

// All of it is for admins: 401 `not_signed_in`, 403 `forbidden` for everybody else. The role is looked up at every call.

/** Money of a time, in cents, by the one definition of `private.money` in SQL; docs/glossary.md has the words. */
export type Sales = {
  /** What came and counts, on its day. */
  grossCents: number;
  /** What was given back of that, on the day of the refund. */
  refundedCents: number;
  /** How much of that the bank took: cheques that bounced, and charge-backs. */
  takenBackCents: number;
  /** The difference; below 0 when more was given back than came in. */
  netCents: number;
  /** How much of the gross is in a statement of the bank by now. */
  settledCents: number;
  /** Orders that were sold, less those that were not after all. */
  ordersPaid: number;
};
/** The sales of one order or of one of its transactions. */
export type SalesOfOrder = Pick<Sales, 'grossCents' | 'refundedCents'>;

/** Counts payments that count, of any order, less what went back. */
export type AdminStats = {
  /** KES: net sales, rounded to whole shillings. */
  totalSales: number;
  /** Orders that were paid. */
  totalOrders: number;
  /** Products on sale; what is archived does not count. */
  totalProducts: number;
  /** Accounts. */
  totalUsers: number;
};

/** An order as the dashboard sees it: anybody's, and without the key of its link. */
export type AdminOrder = WholeOrder;

/**
 * What the owner may do next with an order in this state; all else is refused with `transition_refused`. A paid order is
 * cancelled only once all its money was refunded (`refund_first`).
 */
export const ownerSteps: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['cancelled'],
  paid: ['completed', 'cancelled'],
  completed: ['paid', 'cancelled'],
  failed: ['cancelled'],
  cancelled: [],
};

/** A product as the dashboard sees it, archived or not. */
export type AdminProduct = Omit<Product, 'stock' | 'keyValues' | 'toOrder'> & {
  /** What can be ordered from the maker: by shoppers too, or through staff alone. */
  toOrder: (ToOrder & { isPublic: boolean }) | null;
  /** Its gallery; the first is `imageUrl`. */
  pictures: ProductPicture[];
  /** Pieces on the shelf. */
  stock: number;
  /** Pieces of them that buyers are paying for now; `stock` cannot be set below. */
  held: number;
  /** The address of the product that is sold in its place. */
  replacedBy: string | null;
  /** Search words that shoppers may type; never shown. */
  keywords: string;
  /** Labels of what its data sheet does not say, though buyers or the rules of what fits need it: only in a list of such products. */
  missing?: string[];
};

/** Why one product of several cannot be changed. */
export type ProductProblem = {
  productId: string;
  problem: 'not_found' | 'changed_meanwhile' | 'stock_is_held';
  /** As it is now; null when it is gone. */
  product: AdminProduct | null;
};

export const transactionStatuses = [
  'pending',
  'completed',
  'failed',
  'expired',
  'review',
  'returned',
  'reversed',
] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/** One movement of money towards the shop, or an attempt at one: a visit to the bank's card page, or what staff recorded. */
export type Transaction = {
  id: string;
  /** The order for which it was made; null of a payment for several orders, or for none that is known. */
  orderId: string | null;
  /** The bank's transaction index, once it has made a transaction. */
  transactionId: string | null;
  /** `DON-` and a number: what the bank calls the order; of another method than card, its code or number. */
  reference: string;
  /** KES, whole shillings. */
  amount: number;
  /**
   * `completed`: it counts, whatever it pays. `expired`: given up or replaced undecided. `review`: it may not be ours, a
   * person decides. `returned`: it was not, or went back. `reversed`: typed by mistake, it never was money.
   */
  status: TransactionStatus;
  paymentMethod: PaymentMethod;
  /** The bank's answer that decided it. */
  responseData: Record<string, unknown> | null;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
};

/** How the owner ends a task: the money is all of what is due, a part of it, was given back, or never came. */
export type OwnerOutcome = 'accepted' | 'partial_payment' | 'refunded' | 'nothing_received' | 'looked_at';
/** `decided`: the bank decided by itself. */
export type TaskOutcome = OwnerOutcome | 'decided';

/** A question about money, until somebody answers it with a reason. */
export type OwnerTask = TaskInShort & {
  id: string;
  /** The `id` of a `Transaction`; null of a debt. */
  transactionId: string | null;
  /** Of that payment. */
  method: PaymentMethod | null;
  /** How much it is about now; null when that is not known. */
  amountCents: number | null;
  createdAt: string;
  /** Null while it is open, and when it was closed by itself or the account is gone. */
  closedByName: string | null;
  /** A `TaskEnding` when it was closed by itself. */
  closingReason: string | null;
  outcome: TaskOutcome | null;
  /** How it can end now; none when it is closed. */
  outcomes: OwnerOutcome[];
};

/** Place and id of the last row of a page, behind which the next one begins. */
export type RowCursor = [place: string, id: string];

/** One page of a list; `after` is null on the last. */
export type PageOfRows<Row> = { rows: Row[]; after: RowCursor | null };

/** The most rows of a page; `?page=2` and so on ask for older ones. */
export const adminPageSize = 500;

// The three lists take `?limit=` as well, from 1 to `adminPageSize`, which is the default. `X-Total-Count` says how many
// rows there are on all pages, `Link` (RFC 8288) leads to the first, previous, next and last page: to the next with
// `cursor`, with which it begins behind the last row of this one, however many orders came meanwhile.

/** Newest first. */
export const listUsers = endpoint<User[]>('GET', '/api/admin/users');
/** Newest first. */
export const listAllOrders = endpoint<AdminOrder[]>('GET', '/api/admin/orders');
export const adminStats = endpoint<AdminStats>('GET', '/api/admin/stats');
/** Newest first. */
export const listTransactions = endpoint<Transaction[]>('GET', '/api/transactions');

/** Erases a product that nobody ever ordered; any other is archived, and the orders keep it. */
export const deleteProduct = endpoint<{ success: true; archived: boolean }>('DELETE', '/api/products/:id');

/** Asks the bank about a transaction now and answers with its true state. */
export const askGatewayAgain = endpoint<Transaction>('POST', '/api/admin/transactions/:id/ask');

/** With which the dashboard's tables read Postgres themselves, under row-level security. Kept in memory, never stored. */
export type AccessToken = {
  token: string;
  /** ISO 8601; ask again before. */
  expiresAt: string;
  /** The Supabase project's address and its publishable key. */
  url: string;
  publishableKey: string;
};

export const getAccessToken = endpoint<AccessToken>('GET', '/api/auth/token');

/** Queries the bank first: an order that was just paid is not cancelled. 409 `cancel_undecided`, `refund_first`, `transition_refused`. */
export const cancelOrderAsAdmin = endpoint<AdminOrder>('POST', '/api/admin/orders/:id/cancel');

/** The key of an order's link, which its buyer has too: `/order-confirmation/{id}#key={linkKey}`. */
export type OrderLinkKey = { linkKey: string };
export const orderLinkAsAdmin = endpoint<OrderLinkKey>('GET', '/api/admin/orders/:id/link');
/** A new link; all earlier ones open nothing any more. */
export const renewLinkAsAdmin = endpoint<OrderLinkKey>('POST', '/api/admin/orders/:id/link');

/** Sends what waits now, not with the next minute's run. The reply does not wait for it. */
export const sendWaitingMessages = endpoint<{ success: true }>('POST', '/api/admin/messages/send');
