import type { AdminProduct, ProductProblem } from './admin.ts';
import type { DeliveryQuote } from './delivery.ts';
import type { ErrorCode } from './error-messages.ts';
import type { Order } from './orders.ts';
import type { ImportProblem } from './product-imports.ts';

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
