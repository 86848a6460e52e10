import type { PageOfRows } from './admin.ts';
import type { MessageRow } from './admin-messages.ts';
import type { Company, PaymentMethod, StatusToShow } from './orders.ts';
import type { QuotationState } from './quotations.ts';

// What the dashboard reads about buyers, and what its search finds (`find_customers`, `customer_details`,
// `search_dashboard`). An organisation with a KRA PIN is one customer, whoever orders for it; without one a customer is
// a phone number. Either is named by any of their orders: guests have no id of their own. An organisation with terms and no
// order yet is named by these.

/** How a buyer can be reached, as an order says it. */
type CustomerContact = { name: string; email: string | null; phone: string | null; address: string };

/** The organisation, as its latest order or its terms say it; null for a person. */
type CustomerCompany = { name: string; pin: string } | null;

/** A line of the list of customers. Of an organisation that has not ordered yet there is no contact. */
export type CustomerRow = Omit<CustomerContact, 'address'> & {
  address: string | null;
  company: CustomerCompany;
  /** Of the latest order that was found, or of the terms. */
  id: string;
  orders: number;
  /** ISO 8601: when that order was placed. */
  orderedAt: string | null;
};

/** On account: days to pay in, and KES that may be owed before a reason is asked. */
type CustomerTerms = { days: number; limit: number };

/** The same while something is sold. `owed`: KES of goods that left. */
export type BuyerTerms = CustomerTerms & { owedCents: number };

/** `isCut`: only the latest orders were looked at, and there may be more buyers. */
export type CustomerPage = PageOfRows<CustomerRow> & { isCut: boolean };

/** An order on its buyer's page. Amounts in KES; what was paid includes what was refunded. */
export type CustomerOrder = StatusToShow & {
  id: string;
  /** ISO 8601. */
  createdAt: string;
  /** Null of a buyer at the counter who gave none, or on the phone. */
  customerPhone: string | null;
  customerEmail: string | null;
  totalAmount: number;
  paidCents: number;
  refundedCents: number;
  dueCents: number;
};

/** Everything about one buyer. Times in ISO 8601. */
export type CustomerDetails = {
  /** Whether an account placed any of the orders, or has confirmed the address of one. */
  hasAccount: boolean;
  company: CustomerCompany;
  /** It has a PIN, or the order by which it is named an account. */
  canHaveTerms: boolean;
  /** Confirmed, of that account, for those who may give it terms. */
  accountEmail: string | null;
  terms: CustomerTerms | null;
  /** The latest first, five at most. */
  contacts: CustomerContact[];
  /** Of all orders; cancelled ones count as not ordered. KES. */
  money: {
    orders: number;
    orderedAmount: number;
    paidCents: number;
    refundedCents: number;
    /** What is not paid, and what of it is owed for what has left. */
    dueCents: number;
    owedCents: number;
    /** What of it is expected to be withheld. */
    expectedCents: number;
    /** Of the price, and never came; not in `paidCents`. */
    withheldCents: number;
    writtenOffCents: number;
    creditedCents: number;
  };
  /** The latest 100, the latest first. */
  orders: CustomerOrder[];
  /** The latest first; the name of a deleted account is null. */
  notes: { id: string; text: string; createdAt: string; byName: string | null }[];
  /** The latest 50, the latest first. */
  messages: (Pick<
    MessageRow,
    'id' | 'kind' | 'channel' | 'recipient' | 'state' | 'reason' | 'attempts' | 'nextAttemptAt'
  > & {
    orderId: string;
    /** When it was sent, or came to another end; when it was written, while it waits. */
    at: string;
  })[];
};

/** An item of an order of which pieces left the shop and did not come back. */
export type PiecesAtBuyer = {
  id: string;
  orderId: string;
  orderedAt: string;
  productName: string;
  pieces: number;
  /** Those that were written down; of a search for numbers, those that it found. */
  serials: string[];
  customerName: string;
  company: Company | null;
  /** Null of who bought at the counter without. */
  phone: string | null;
  email: string | null;
};

/** What the search of the dashboard finds: five at most of each, none of what the caller may not see. */
export type DashboardFindings = {
  /** `dueCents`: what is asked for now. */
  orders: ({ id: string; customerName: string; totalAmount: number; dueCents: number } & StatusToShow)[];
  quotations: { id: string; number: string; customerName: string; state: QuotationState }[];
  customers: CustomerRow[];
  /** KES. */
  payments: { id: string; method: PaymentMethod; reference: string; cents: number; orderId: string }[];
  products: { id: string; name: string; model: string | null; isActive: boolean }[];
  serials: { serial: string; orderId: string; productName: string }[];
};

/** Letters and figures that the search needs. */
export const leastSearched = 3;
