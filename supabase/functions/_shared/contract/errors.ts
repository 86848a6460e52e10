import type { AdminProduct, ProductProblem } from './admin.ts';
import type { DeliveryQuote } from './delivery.ts';
import type { Order } from './orders.ts';
import type { ImportProblem } from './product-imports.ts';

/**
 * The closed list of error codes: what the API answers when it refuses or fails.
 *
 * Every code has one HTTP status and one sentence for the shopper (error-messages.ts). SQL raises the
 * same words (`raise sqlstate 'PT409' using message = 'out_of_stock'`), so a code
 * means one thing from the table to the page.
 */
export const errorStatus = {
  invalid_request: 400,
  invalid_json: 400,
  unknown_filter: 400,
  invalid_cursor: 400,
  total_too_large: 400,
  image_required: 400,
  refund_day_wrong: 400,
  shipment_day_wrong: 400,
  payment_day_wrong: 400,
  statement_day_wrong: 400,
  not_signed_in: 401,
  bad_credentials: 401,
  wrong_signature: 401,
  forbidden: 403,
  wrong_password: 403,
  password_required: 403,
  second_factor_required: 403,
  wrong_code: 403,
  contact_mismatch: 403,
  not_found: 404,
  method_not_allowed: 405,
  email_taken: 409,
  out_of_stock: 409,
  price_changed: 409,
  delivery_changed: 409,
  product_unavailable: 409,
  key_reused: 409,
  order_closed: 409,
  prompts_are_off: 409,
  order_outdated: 409,
  payment_undecided: 409,
  money_received: 409,
  cancel_undecided: 409,
  refund_first: 409,
  refund_too_large: 409,
  refund_recorded: 409,
  share_refused: 409,
  refund_reference_used: 409,
  refund_corrected: 409,
  refund_stands: 409,
  pieces_refunded: 409,
  pieces_packed: 409,
  pieces_split: 409,
  pieces_returned: 409,
  refund_has_pieces: 409,
  payment_recorded: 409,
  payment_reference_used: 409,
  payment_sum_differs: 409,
  payment_by_mpesa: 409,
  payment_month_closed: 409,
  withheld_too_large: 409,
  all_refunded: 409,
  charged_back: 409,
  payment_in_question: 409,
  pieces_left: 409,
  order_sent: 409,
  shipment_unpaid: 409,
  shipment_reason_required: 409,
  shipment_completed: 409,
  shipment_meanwhile: 409,
  shipment_too_large: 409,
  shipment_too_old: 409,
  waybill_used: 409,
  serial_used: 409,
  order_changed: 409,
  accounts_differ: 409,
  quotation_accepted: 409,
  quotation_changed: 409,
  quotation_expired: 409,
  quotation_unavailable: 409,
  quotation_withdrawn: 409,
  change_closed: 409,
  change_undecided: 409,
  pieces_stay: 409,
  stock_is_held: 409,
  stock_meanwhile: 409,
  pieces_missing: 409,
  transition_refused: 409,
  not_settled: 409,
  reason_required: 409,
  changed_meanwhile: 409,
  products_refused: 409,
  import_refused: 409,
  slug_taken: 409,
  follower_wrong: 409,
  last_admin: 409,
  email_unconfirmed: 409,
  erase_later: 409,
  already_staff: 409,
  erase_staff: 409,
  reset_link_expired: 410,
  confirmation_link_expired: 410,
  body_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  shop_busy: 503,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** What stands in the way on one line of a cart: the true figure beside the one that was sent. */
export type LineProblem = {
  productId: string;
  name: string;
  problem: 'out_of_stock' | 'price_changed' | 'product_unavailable';
  /** Pieces asked for, all lines of this product together. */
  quantity: number;
  /** Pieces that can be ordered now. */
  available: number;
  /** Today's price of one piece in KES; null when the product is not sold. */
  price: number | null;
};

/** The body of every reply outside 2xx. */
export type ErrorReply = {
  /** A sentence for the person. */
  message: string;
  code: ErrorCode;
  /** One message per refused field, keyed by its path in the request (`orderData.customerEmail`, `items[0].quantity`). */
  fields?: Record<string, string>;
  /** The lines of a cart, or of a quotation, that cannot be ordered as they are. */
  lines?: LineProblem[];
  /** The earlier order that stands in the way of placing one: `payment_undecided`, `order_closed`. */
  order?: Order;
  /** With `delivery_changed`: what delivery costs now. */
  delivery?: DeliveryQuote;
  /** With `changed_meanwhile`: the product as it is now. */
  product?: AdminProduct;
  /** With `payment_sum_differs`: what Safaricom says came. */
  cents?: number;
  /** With `products_refused`: what stands in the way of each. */
  products?: ProductProblem[];
  /** With `import_refused`: what stands in the way of each row. */
  rows?: ImportProblem[];
  /** Names this request in the logs. */
  requestId?: string;
};

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorStatus, value);
}
