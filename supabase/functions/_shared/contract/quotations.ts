import { array, boolean, type InferType, object } from 'yup';
import type { OrderLinkKey } from './admin.ts';
import { cartLine } from './cart.ts';
import { companyFields } from './company.ts';
import { emailOrPhoneField } from './contact-fields.ts';
import { endpoint, endpointWithBody } from './endpoint.ts';
import { cutAfter, textField, wholeNumber } from './field-rules.ts';
import type { Language } from './messages.ts';
import { maxLines } from './order-limits.ts';
import type { DeliveryQuote } from './delivery.ts';
import type { Company } from './orders.ts';
import type { PaperTotals, PdfFile } from './papers.ts';
import { contactOfOrder, countyField } from './place-order.ts';
import type { ToOrder } from './to-order.ts';

export const quotationStates = ['open', 'accepted', 'expired', 'withdrawn'] as const;
export type QuotationState = (typeof quotationStates)[number];

type QuotationLine = {
  productId: string;
  /** As it was called when it was quoted. */
  name: string;
  quantity: number;
  /** KES for one piece. */
  price: number;
  /** So many of the pieces are not in the shop now; 0 when all are. */
  missing: number;
  /** What is missing can be ordered from the maker. */
  toOrder: ToOrder | null;
  /** From delivery; null where the data sheet says nothing. */
  warrantyYears: number | null;
};

/** What products cost somebody until a day. Nothing is held for it before it is accepted. */
export type Quotation = {
  id: string;
  /** `Q-2026-0001` */
  number: string;
  /** Goes up with each change by the shop. */
  version: number;
  state: QuotationState;
  /** ISO 8601. */
  createdAt: string;
  /** The end of its last day in Nairobi; ISO 8601. */
  validUntil: string;
  customerName: string;
  customerEmail: string | null;
  customerPhone: string | null;
  /** Where in the county, if a seller has typed it. */
  customerAddress: string | null;
  company: Company | null;
  delivery: DeliveryQuote;
  lines: QuotationLine[];
  /** KES: the lines, and the delivery where it has a price. */
  totalAmount: number;
  totals: PaperTotals;
  /** The buyer said that these are not for one site. */
  isForSeveralSites: boolean;
  /** What the shop wrote on it; empty for nothing. */
  note: string;
  /** As a seller typed them, besides the days; both empty: it is paid before the goods leave. */
  paymentTerms: string;
  /** On account: its order is paid in so many days of sending. */
  termsDays: number | null;
  /** So many days the pieces are held once it is accepted; null: as those of any unpaid order. */
  acceptedHoldDays: number | null;
  /** As a seller typed it; empty: as long as the county takes. */
  deliveryTime: string;
  /** What accepting it made; null also once the link of that was renewed. */
  order: OrderLink | null;
};

/** Opens an order on any device. */
export type OrderLink = { orderId: string } & OrderLinkKey;

/** With what staff alone see: why a price is special, what the product costs today, and who stands behind it. */
export type StaffQuotation = Omit<Quotation, 'order' | 'lines' | 'totals' | 'acceptedHoldDays'> & {
  lines: (QuotationLine & { reason: string | null; todaysPrice: number | null })[];
  /** With the buyer's own number of it. */
  order: { orderId: string; linkVersion: number; purchaseOrder: string | null } | null;
  /** In so many days its order would be paid, accepted for its buyer now; null: first. */
  acceptedTermsDays: number | null;
  acceptedHoldDays: number;
  sellerName: string | null;
  /** A seller stands behind its PIN; else somebody has typed it, and it gives no terms. */
  isPinKnown: boolean;
  /** That was signed in when it was asked for, or that a seller chose. */
  accountId: string | null;
  /** In which the buyer is written to; null: not said. */
  language: Language | null;
  whatsAppConsent: boolean;
};

export const quotationSchema = object({
  name: textField('Enter your name', 121),
  /** One of both; the shop answers there. */
  contact: emailOrPhoneField('Enter your phone number or e-mail address'),
  ...companyFields,
  county: countyField(true).required('Choose the county'),
  /** Whether they fit each other is not asked. */
  isForSeveralSites: boolean().default(false),
  items: array(cartLine)
    .required('Your cart is empty')
    .min(1, 'Your cart is empty')
    .transform(cutAfter(maxLines))
    .max(maxLines, `A quotation has at most ${maxLines} lines`),
}).required();

export type QuotationRequest = InferType<typeof quotationSchema>;

const acceptanceSchema = object({
  /** As the buyer saw it. */
  version: wholeNumber('Version').min(1, 'Version must be positive'),
  ...contactOfOrder,
}).required();

export type AcceptanceRequest = InferType<typeof acceptanceSchema>;

/**
 * A quotation at today's prices with delivery to the county, and the key of its link, `/quotation/{id}#key={linkKey}`.
 * The header `Idempotency-Key` (a UUID) is its id: sent again, it is the same one. Refuses with 409
 * `product_unavailable` (with `lines`), `key_reused`; 400 `total_too_large`; 429.
 */
export const askForQuotation = endpointWithBody<{ id: string } & OrderLinkKey>()(
  'POST',
  '/api/quotations',
  quotationSchema,
);

/** For whoever has its link: the header `X-Order-Key` has the key. 404 `not_found` for any other. */
export const getQuotation = endpoint<Quotation>('GET', '/api/quotations/:quotationId');

/** Its page as a PDF, for whoever has its link. */
export const getQuotationPaper = endpoint<PdfFile>('GET', '/api/quotations/:quotationId/paper');

/**
 * Makes an order of it at exactly its prices, for whoever has its link, in this browser's session; accepted again, the
 * same order. No payment is opened. Refuses with 409 `quotation_changed` (since `version`), `quotation_expired`,
 * `quotation_withdrawn`, `quotation_unavailable` (with `lines`, named as quoted: a product is no longer sold), or as
 * `placeOrder` for pieces that are not in the shop any more.
 */
export const acceptQuotation = endpointWithBody<OrderLink>()(
  'POST',
  '/api/quotations/:quotationId/acceptance',
  acceptanceSchema,
);

/** The key of a quotation's link, for staff to send. */
export const quotationLinkAsAdmin = endpoint<OrderLinkKey>('GET', '/api/admin/quotations/:id/link');
/** A new one; every earlier link opens nothing any more. */
export const renewQuotationLinkAsAdmin = endpoint<OrderLinkKey>('POST', '/api/admin/quotations/:id/link');
