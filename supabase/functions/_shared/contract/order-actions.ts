import { endpoint } from './endpoint.ts';
import type { Order, PlaceOrderReply } from './orders.ts';

// Apart from orders.ts: every page of the site downloads that.

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
