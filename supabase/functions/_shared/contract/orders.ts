import type { TransactionStatus } from './admin.ts';
import { endpoint } from './endpoint.ts';
import type { Prompt } from './mpesa.ts';
import type { PlaceOrderRequest } from './place-order.ts';
import type { Shipment } from './shipments.ts';
import type { ToOrder } from './to-order.ts';

export const orderStatuses = ['pending', 'paid', 'completed', 'failed', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export type OrderItem = {
  id: string;
  orderId: string;
  productId: string;
  /** As it was called when it was ordered. */
  productName: string;
  quantity: number;
  /** KES for one piece, as it was when it was ordered. */
  price: number;
  createdAt: string;
  /** Work, such as an installation: it goes in no parcel. */
  isService: boolean;
  /** What was agreed on pieces that were not in stock; null when all were. */
  toOrder: ToOrder | null;
  /** So many pieces are to come from the maker. */
  awaited: number;
  /** `YYYY-MM-DD`: when they are expected, from the day on which the deposit was paid; null before. */
  expectedFrom: string | null;
  expectedTo: string | null;
  /** So many pieces came back after they had left, and so many are not sent any more. */
  cameBack: number;
  notSent: number;
};

/**
 * By which money comes: by card on the bank's page, or as staff record it. What a buyer withholds, and pays to the tax
 * authority, counts and is no money received.
 */
export type PaymentMethod = 'card' | 'mpesa' | 'transfer' | 'cash' | 'cheque' | WithheldMethod;
export type WithheldMethod = 'withheld_vat' | 'withheld_tax';

/** What the shop knows about the money of an order: the transaction that paid it or needs a person, else the latest. */
export type OrderPayment = {
  transaction: TransactionStatus | null;
  /** How it was or is to be paid; null when there was no transaction. */
  method: PaymentMethod | null;
  /** `DON-` and a number: what the bank calls the order; of another method than card, its code or number; null of a request by M-Pesa until its receipt is known. */
  reference: string | null;
  /** The bank's answer to a transaction that it refused. */
  refusal: { code: string | null; description: string | null } | null;
  /** What that transaction paid of the order; 0 while it does not count. */
  lastCents: number;
  /** A person must look at money for this order. */
  isInQuestion: boolean;
  /** What came for this order and nobody gave or took back, money in question included; never denied on a page. */
  receivedCents: number;
  /** What of `receivedCents` counts: without what is in question. */
  acceptedCents: number;
  /** What the shop gave back of what counted. What bounced or was charged back did not come. */
  refundedCents: number;
  /** What of a payment that counted the bank did not pay after all: it bounced, or was charged back. */
  bouncedCents: number;
  /** How that was paid; null when nothing bounced. */
  bouncedMethod: PaymentMethod | null;
  /** What it gave back of what never counted. */
  returnedCents: number;
  /** What the shop gave back, by which way on which day (`YYYY-MM-DD`); its reference is empty for who may not see it. */
  refunds: { cents: number; day: string; method: PaymentMethod; reference: string }[];
  /** What of what counts did not come by card, before refunds; the rest the bank approved. */
  recordedCents: number;
  /** What counts besides, since the buyer withheld it. */
  withheldCents: number;
  /** What Safaricom has told us of and nothing proves yet: it does not count. */
  announcedCents: number;
  /** Of a transaction that is a prompt of M-Pesa; null of any other. */
  prompt: Prompt | null;
  /** What of the due is expected to be withheld. */
  expectedCents: number;
  /** What is due once the pieces have come that are to order. */
  laterCents: number;
  /** Cents that are to be given back, since more was paid than is owed. */
  overpaidCents: number;
  /** KES that are asked for now, rounded up: of goods that left unpaid what is owed; 0 within a shilling of nothing. */
  dueAmount: number;
  /** By how many cents that is rounded up. */
  roundedCents: number;
  /** What is due besides, for what has not left. */
  unsentCents: number;
  /** What of the price was written off. */
  writtenOffCents: number;
  /** What of the price was credited, since goods came back or cost less; without what was given back with it. */
  creditedCents: number;
  /** When the bank is asked next; null when there is nothing left to ask. ISO 8601. */
  nextAskAt: string | null;
  /** Until when the pieces are held for the buyer; null when they are not. ISO 8601. */
  heldUntil: string | null;
  /** Another order of the same buyer needed pieces that were held for this one. */
  isHoldTakenOver: boolean;
  /**
   * The bank has answered within the last minute, or there is nothing to ask it. Only then may a page say that the bank
   * knows of no payment; before, `nextStep` is what the shop knew last.
   */
  hasBankAnswered: boolean;
  /** The bank gave no answer, or an error, when it was asked about an undecided transaction of the order. */
  isBankSilent: boolean;
  /** On account: so many days after it left it is to be paid; null of an order that is paid first. */
  termsDays: number | null;
  /** `YYYY-MM-DD`: by when what is due is to be paid, once goods have left; null before, and when nothing is due. */
  owedBy: string | null;
};

/**
 * Where an order stands, by the one table of what may happen to it (docs/what-may-happen.md): what pages and mails say
 * follows from this key.
 */
export const orderWords = [
  'not_paid',
  'payment_failed',
  'part_paid',
  'sent_paid',
  'undecided',
  'question',
  'received',
  'paid',
  'completed',
  'added',
  'to_order',
  'owed',
  'refunded',
  'cancelled',
  'cancelled_with_money',
  'cancelled_refunded',
] as const;
export type OrderWord = (typeof orderWords)[number];

/** What of its money a badge tells of an order. */
export type MoneyToShow = Pick<
  OrderPayment,
  'refundedCents' | 'dueAmount' | 'roundedCents' | 'expectedCents' | 'laterCents' | 'termsDays' | 'owedBy'
>;

/** What a badge says of an order: nothing is called paid of which something is due, now or later. */
export type StatusToShow = { status: OrderStatus; word: OrderWord; payment: MoneyToShow };

/** What a silent bank is called on every page and in every message. */
export const bankGaveNoAnswer = 'The bank gave no answer';

/** When goods are delivered, as `private.delivery_promise()` counts it for every page, message and paper. */
export type DeliveryPromise = {
  /** How long it takes, e.g. `2-3 business days`; empty in the reduced view of an order, since it says where. */
  promise: string;
  /** `YYYY-MM-DD`: by when it is delivered; null in the reduced view, and where only the period is known. */
  by: string | null;
  /**
   * What is waited for before: the bank's transfer of a payment by card, the goods from their maker, besides that the
   * payment of their rest, that the shop opens.
   */
  after: 'bank' | 'maker' | 'rest' | 'closed' | null;
  /** That day is promised; else it is that of a payment at this moment. */
  isPromised: boolean;
  /** Before paying, where a payment by card would wait for the bank: the same of a payment by any other way. */
  otherwise?: Pick<DeliveryPromise, 'promise' | 'by'> | null;
};

/** Where an order goes, and what the shop said about it when it was placed. */
export type OrderDelivery = DeliveryPromise & {
  /** Official number of the county, e.g. `'042'`; null when the buyer has not said, and in the reduced view. */
  county: string | null;
  countyName: string | null;
  /** Collected: staff made it for somebody who fetches it, so nothing is delivered. */
  zone: 'nairobi' | 'city' | 'town' | 'remote' | 'collected' | null;
  /** KES: what it costs, from low to high; 0 when free, null when the county is unknown or not shown. */
  low: number | null;
  high: number | null;
  /** The reason, as a part of a sentence; null when it is not free. */
  freeBecause: string | null;
  /** KES: the part of the total that is for delivery; null when delivery is outside the total. */
  price: number | null;
};

type OrderFacts = {
  id: string;
  /** KES, whole shillings: the items, and the delivery where it is a part. */
  totalAmount: number;
  status: OrderStatus;
  /**
   * The one safe next step: `pay` (the bank knows of no open payment), `wait` (it has not decided, or a person must
   * look: paying again could charge twice) or `none` (nothing is due).
   */
  nextStep: 'pay' | 'wait' | 'none';
  word: OrderWord;
  /** The paper that it has for its buyer, or will have tonight; null when it has none. */
  paper: 'proforma' | 'invoice' | 'invoice_tonight' | null;
  payment: OrderPayment;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
  delivery: OrderDelivery;
  /** Pieces have come from the maker for it, and are kept until the rest of their price is paid. */
  waitsForRest: boolean;
  items: OrderItem[];
  /** Oldest first. */
  shipments: Shipment[];
};

/** The organisation for which an order was placed. */
export type Company = {
  name: string;
  /** At the Kenya Revenue Authority: a letter, nine digits, a letter. */
  pin: string | null;
  /** Its own number of the order. */
  purchaseOrder: string | null;
};

export type OrderContact = {
  userId: string | null;
  customerName: string;
  /** Null of a buyer on the phone who gave none, or at the counter. */
  customerEmail: string | null;
  customerPhone: string | null;
  customerAddress: string;
  /** Null for a person's order. */
  company: Company | null;
};

/** An order with all that belongs to it. */
export type WholeOrder = OrderFacts & OrderContact;

/**
 * An order as the caller sees it. `full`: the buyer, by account or by the browser session that placed it. `staff`: an
 * admin, who reads all of it here and changes it in the dashboard. `reduced`,
 * without contact details, waybills and serial numbers: whoever has its link, the browser of a guest whose order an account has claimed, and somebody
 * who has signed in there and not claimed it.
 */
export type Order = (
  | (WholeOrder & {
      view: 'full';
      /** Opens the reduced view on any device: `/order-confirmation/{id}#key={linkKey}`. */
      linkKey: string;
    })
  | (WholeOrder & { view: 'staff'; linkKey?: undefined })
  | (OrderFacts & { [field in keyof OrderContact | 'linkKey']?: undefined } & { view: 'reduced' })
) & {
  /** Placed by staff for a buyer without an account: no browser and no sign-in of the buyer shows the whole order. */
  isByStaff?: boolean;
};

/**
 * An order that is not paid, or whose payment the bank has not decided. For who is signed in also one (`reduced`) that
 * a guest placed in this browser: it is theirs to claim, whatever its state.
 */
export type OpenOrder = Pick<Order, 'id' | 'totalAmount' | 'status' | 'createdAt' | 'view' | 'nextStep'> &
  Pick<OrderPayment, 'dueAmount' | 'roundedCents' | 'hasBankAnswered' | 'announcedCents'>;

/** A form that the browser posts to the bank's hosted card page, field by field. */
export type PaymentForm = {
  /** The bank's address. */
  action: string;
  method: 'POST';
  fields: Record<string, string>;
};

export type PlaceOrderReply = { success: true; order: Order; payment: PaymentForm };

/** The orders in a page of `listOrders`: twenty to show, and one that says whether there are older ones. SQL limits them too. */
export const maxOrdersInPage = 21;

/**
 * The orders of the signed-in user, or of this visitor's own session; newest first, `limit` or `maxOrdersInPage` of them.
 * `Link: <…>; rel="next"` leads to the older ones, by `before`: `createdAt` and `id` of the last order with a comma between.
 */
export const listOrders = endpoint<Order[]>('GET', '/api/orders');
/** The unpaid and undecided ones among them, newest first. */
export const listOpenOrders = endpoint<OpenOrder[]>('GET', '/api/orders/open');
/** 404 `not_found` also when the order is somebody else's. The header `X-Order-Key` with the key of its link shows the reduced view. */
export const getOrder = endpoint<Order>('GET', '/api/orders/:orderId');

/**
 * What a short link `/o/{number}#{key}` stands for: the order and the key of its link. The header `X-Order-Key` holds the
 * 22 characters. 404 `not_found` for any other, and for a link that was replaced.
 */
export const openShortLink = endpoint<{ orderId: string; linkKey: string }>(
  'GET',
  '/api/short-links/:orderNumber',
);

/** A new link for an order; all earlier ones open nothing any more. For anyone who sees the full order. */
export const renewOrderLink = endpoint<Order>('POST', '/api/orders/:orderId/link');

/** Asks the bank now, at most once in ten seconds per order, and answers with the true state. */
export const checkPayment = endpoint<Order>('POST', '/api/orders/:orderId/check');

/**
 * Takes the payment of an order up again, for whoever sees it: same order, same pieces. Refuses with 409 `order_closed`
 * (nothing is due), `payment_undecided` (the bank has not decided), `out_of_stock` (`lines` say what is short) or
 * `order_outdated` (more than three days old, and a price or a product has changed).
 */
export const payOrder = endpoint<PlaceOrderReply>('POST', '/api/orders/:orderId/payment');

/**
 * The buyer cancels an unpaid order, after the bank was asked about it. Refuses with 409 `order_closed` (it is paid) or
 * `payment_undecided`.
 */
export const cancelOrder = endpoint<Order>('POST', '/api/orders/:orderId/cancel');

/** The same text for two requests that order the same: same buyer, same total, same wishes, same lines in whatever order. */
export function orderFingerprint({ orderData, items }: PlaceOrderRequest): string {
  return JSON.stringify([
    orderData.customerName,
    orderData.customerEmail,
    orderData.customerPhone,
    orderData.customerAddress,
    orderData.company,
    orderData.totalAmount,
    orderData.language,
    orderData.whatsAppConsent,
    orderData.county,
    orderData.deliveryPrice,
    items.map((item) => [item.productId, item.quantity, item.price].join('*')).sort(),
  ]);
}
