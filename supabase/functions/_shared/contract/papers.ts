import type { DeliveryCost } from './delivery.ts';
import { endpoint, fillPath } from './endpoint.ts';
import { formatCents } from './money.ts';
import type { Company, DeliveryPromise, OrderItem, PaymentMethod } from './orders.ts';
import type { Quotation } from './quotations.ts';
import type { ShopDetails } from './shop-details.ts';
import type { PayableShop } from './ways-to-pay.ts';

/** How VAT applies, by what it means: systems of the tax authority disagree about letters. */
export const vatClasses = ['standard', 'reduced', 'zero_rated', 'exempt', 'outside'] as const;
export type VatClass = (typeof vatClasses)[number];

/** Of a product that is not sold at the standard rate. `evidence`: why. */
export type ProductVat = { class: VatClass; evidence: string };

export const vatClassLabels: Record<VatClass, string> = {
  standard: 'Standard rate',
  reduced: 'Reduced rate',
  zero_rated: 'Zero-rated',
  exempt: 'Exempt',
  outside: 'Outside VAT',
};

/** The letters of eTIMS (KRA's code list 04); other systems of the authority use them differently, so they are never stored. */
export const vatBands: Record<VatClass, string> = {
  exempt: 'A',
  standard: 'B',
  zero_rated: 'C',
  outside: 'D',
  reduced: 'E',
};

/** Sums of cents of KES; prices include VAT. */
export type Sums = { grossCents: number; netCents: number; vatCents: number };

/** `basisPoints`: hundredths of a percent of the net price. */
export type AtRate = { vatClass: VatClass; basisPoints: number };

export type PaperLine = Sums &
  AtRate & {
    /** `money`: a sum that is for nothing of its own. */
    kind: 'goods' | 'delivery' | 'money';
    productId: string | null;
    name: string;
    model: string | null;
    serials: string[];
    quantity: number;
    unitCents: number;
  };

export type PaperTotals = Sums & { rates: (Sums & AtRate)[] };

/** `16 %`; without a rate, the reason. */
export const vatName = ({ vatClass, basisPoints }: AtRate): string =>
  ({ exempt: 'exempt', outside: 'none' })[vatClass as string] ?? `${basisPoints / 100} %`;

/**
 * What stands above a total: the sum without VAT, and the VAT of each rate. Of prices that include it, so that the rate
 * times the sum without it may differ by a cent.
 */
export const sumsAboveTotal = ({ netCents, rates }: PaperTotals): [name: string, sum: string][] => [
  ['Without VAT', formatCents(netCents)],
  ...rates.map((rate): [string, string] => [
    `VAT ${vatName(rate)} in ${formatCents(rate.grossCents)}`,
    formatCents(rate.vatCents),
  ]),
];

/** What stands on a paper, as it was when that was issued; the money of an invoice as it is now. Times in ISO 8601. */
type PaperContent = {
  lines: PaperLine[];
  totals: PaperTotals;
  reason: string | null;
  /** Null of a quotation. */
  orderId: string | null;
  orderedAt: string | null;
  /** `YYYY-MM-DD`: of an invoice, when nothing was due any more. */
  day: string;
  seller: Pick<ShopDetails, 'name' | 'phones' | 'email' | 'pin'> & PayableShop;
  /** Null once that person was erased. */
  buyer: {
    name: string;
    /** Of a quotation what the buyer has said of these. */
    email: string | null;
    phone: string | null;
    address: string | null;
    company: Company | null;
  } | null;
  /**
   * What pays it: of the payments what the earlier invoices of the order leave, the oldest first; of a credit note what was
   * given back.
   */
  payments: PaperPayment[];
  /** The promise of an order of which goods are to be sent, of a proforma also what it costs. */
  delivery?: (DeliveryPromise & Partial<DeliveryCost>) | null;
  /**
   * Of an invoice: what is due of it now, in cents, what of that is expected to be withheld, and from which day
   * `YYYY-MM-DD`, once goods have left.
   */
  due?: { cents: number; expectedCents: number; day: string | null } | null;
  /** Of an invoice. */
  writtenOffCents?: number;
  /** What of it credit notes take back. */
  creditedCents?: number;
  /** Of an invoice on account, while it is due: by which day it is paid, `YYYY-MM-DD`. */
  terms?: { days: number; dueDay: string } | null;
  /** KES: what a proforma asks for. */
  dueAmount?: number;
  /** What of that is expected to be withheld: a certificate is asked for. */
  expectedCents?: number;
  /** What is due once the pieces have come that are to order. */
  laterCents?: number;
  /** Of a proforma: the lines of which pieces are to come from the maker. */
  awaited?: Pick<
    OrderItem,
    'productId' | 'quantity' | 'toOrder' | 'awaited' | 'expectedFrom' | 'expectedTo'
  >[];
  /** Of a proforma: until when pieces are kept for it; ISO 8601, null when none are. */
  heldUntil?: string | null;
  /** Of a proforma: in so many days it is paid, and the quotation that was accepted. */
  termsDays?: number | null;
  accepted?: { number: string; reference: string | null; paymentTerms: string } | null;
  /** What a quotation says besides, and the address of its page. */
  quotation?: Omit<Quotation, 'order'>;
  link?: string;
};

/** What of a payment is for the order. */
export type PaperPayment = {
  transactionId: string;
  method: PaymentMethod;
  reference: string;
  cents: number;
  /** ISO 8601. */
  paidAt: string;
};

/**
 * Why there is one more paper than the invoice of what was bought: lines were added, the order or its buyer was changed,
 * the price was reduced or not after all, or a payment was typed by mistake.
 */
export type PaperCause = 'added' | 'changed' | 'reduced' | 'reduction_undone' | 'payment_reversed';

/** What the tax authority's system (eTIMS) answered about a paper; `unit`/`receipt` is the control unit's invoice number. */
export type Etims = {
  unit: string;
  receipt: number;
  /** 16 letters and digits. */
  signature: string;
  internalData: string | null;
  /** ISO 8601. */
  signedAt: string;
  /** The text of the QR code. */
  qr: string;
};

/** The same as staff write it down. `qr`: null is made from the PIN and the signature. */
export type EtimsEntry = Omit<Etims, 'qr'> & { number: string; qr: string | null };

/** Why it was not entered; null when it was. */
export type EnteredEtims = { problem: EtimsRefusal | null };
export type EtimsRefusal = 'unknown_number' | 'qr_missing' | 'signature_taken' | 'wrong_time' | 'malformed';

/** A paper that is to be sent to eTIMS. `sequence`: its number there; `original`: that of the invoice it corrects, or 0. */
export type EtimsSale = Paper & { sequence: number; original: number };

/** In the address of an order's papers: before it is paid, from then on, for whoever packs it, and of its buyer. */
export const paperKinds = ['proforma', 'invoice', 'packing-slip', 'statement'] as const;
export type PaperKind = Exclude<(typeof paperKinds)[number], 'packing-slip' | 'statement'>;

export type Paper = {
  kind: PaperKind | 'credit_note' | 'quotation';
  /** `INV-2026-00001`; a proforma has none. */
  number: string | null;
  cause: PaperCause | null;
  issuedAt: string;
  /** The number of the invoice that a credit note corrects. */
  corrects: string | null;
  /** Null while it is no tax invoice. */
  etims: Etims | null;
  /** Of the invoice that a credit note corrects. */
  correctsEtims: Etims | null;
  /**
   * Staff print again what eTIMS has signed, an hour or more after staff first printed it: KRA wants the word COPY across it
   * (TIS for OSCU/VSCU 2.0). The buyer's own file is always the original.
   */
  isCopy?: boolean;
  content: PaperContent;
};

/**
 * As a PDF: a proforma, or all invoices and credit notes of an order, or the one of `?number=`: 404 when it has none, or
 * the caller does not see the whole order. The packing slip is for staff who see orders: 401, 403; `?parcel=` is the id of one of its parcels.
 * The buyer's statement of account is for staff who see payments, of the days `?from=&to=`.
 */
export const getPapers = endpoint<Response>('GET', '/api/orders/:orderId/papers/:kind');

/** A PDF for a reader whose key stays in a header, out of addresses and logs; `name` of the file. */
export type PdfFile = { name: string; base64: string };

/** Where that PDF is. @param number of the one paper that it has then */
export const paperAddress = (orderId: string, kind: PaperKind, number?: string): string =>
  fillPath(getPapers.path, { orderId, kind }) + (number ? `?number=${number}` : '');

/** Where the packing slips of orders are, `maxSlips` at most, in one PDF; or that of one parcel of an order. */
export function packingSlipAddress([orderId = '', ...others]: readonly string[], parcelId?: string): string {
  const query = parcelId ? `?parcel=${parcelId}` : others.length > 0 ? `?with=${others.join(',')}` : '';
  return fillPath(getPapers.path, { orderId, kind: 'packing-slip' }) + query;
}

/** Where the statement of account of an order's buyer is. */
export const statementAddress = (orderId: string, days: { from: string; to: string }): string =>
  `${fillPath(getPapers.path, { orderId, kind: 'statement' })}?${new URLSearchParams(days).toString()}`;
