import type { PageOfRows, Sales } from './admin.ts';
import type { Company, PaymentMethod } from './orders.ts';
import type { AtRate, Sums } from './papers.ts';

/** What came in and went back, in cents. */
type MoneyMoved = Pick<Sales, 'grossCents' | 'refundedCents' | 'takenBackCents'>;

// Read in SQL by whoever has the permission `reports`. Days are Nairobi's, `YYYY-MM-DD`, both included.

/** What was sold in some days. */
export type SalesReport = {
  from: string;
  to: string;
  sold: Sales;
  methods: ({ method: PaymentMethod; payments: number } & MoneyMoved)[];
  /** Items and delivery of the orders paid in these days; delivery is a category of its own. */
  categories: { category: string; pieces: number; cents: number }[];
  /** The twenty that sold most of `productsSold`. */
  products: { id: string; name: string; pieces: number; cents: number }[];
  productsSold: number;
  /** Withheld as tax with a certificate: it pays orders and is no money received. */
  withheldCents: number;
  /** By the day on which it was. */
  writtenOffCents: number;
  /** Owed no more, with a credit note, by the day on which it was agreed; without cancelled orders. */
  creditedCents: number;
  /** The twenty who paid most of `customersPaid`, each with the latest order. */
  customers: ({ orderId: string; name: string; companyName: string | null; orders: number } & MoneyMoved)[];
  customersPaid: number;
  /** Of the invoices issued in these days, less the credit notes. */
  vat: (Sums & AtRate)[];
  /** What the bank's statements say of these days. */
  statements: { settledCents: number; returnedCents: number; feeCents: number };
};

/** A payment, or a refund of one; or what is not owed any more, with why as its `reference`. */
export type SoldPayment = MoneyMoved & {
  id: string;
  /** ISO 8601; only the day, `YYYY-MM-DD`, of a refund and of a payment that staff recorded. */
  at: string;
  /** Null of money that no order has a share of. */
  orderId: string | null;
  transactionId: string | null;
  reference: string;
  method: PaymentMethod | 'written_off' | 'credited';
  /** Null as `orderId` is. */
  customerName: string | null;
  company: Company | null;
  isSettled: boolean;
};

/** One page, and on the first the sums of all pages. */
type SoldPage<Row, PageSums> = PageOfRows<Row> & { sums: (PageSums & { total: number }) | null };

export type SoldPayments = SoldPage<SoldPayment, MoneyMoved>;

/** An item of a paid order, or its delivery. */
export type SoldLine = {
  id: string;
  /** When the order was paid, ISO 8601; only the day where no more is known. */
  at: string;
  orderId: string;
  customerName: string;
  company: Company | null;
  name: string;
  model: string | null;
  category: string;
  quantity: number;
  /** KES for one piece, VAT included. */
  price: number;
  cents: number;
};

export type SoldLines = SoldPage<SoldLine, { cents: number }>;

/** What an invoice or a credit note has at one rate of VAT; below 0 on a credit note. */
export type IssuedPaper = Sums &
  AtRate & {
    id: string;
    number: string;
    /** The number of the invoice that it corrects. */
    corrects: string | null;
    /** ISO 8601. */
    at: string;
    orderId: string;
    customerName: string;
    company: Company | null;
    /** The control unit's number of a tax invoice, or null. */
    etims: string | null;
  };

export type IssuedPapers = SoldPage<IssuedPaper, Sums>;
