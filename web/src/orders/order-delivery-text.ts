import { type DeliveryCost, deliveryCost, type DeliveryQuote } from '@contract/delivery.ts';
import type { DeliveryPromise, OrderDelivery } from '@contract/orders.ts';
import { weAgreeOnTheDay } from '@contract/shipments.ts';
import { deliveryTime } from '@contract/delivery-time.ts';
import { formatKes } from '@contract/money.ts';
import { deliverySentence } from './delivery-text.ts';

/** What delivery adds to the total of an order, in a column of sums: `KES 2,500`, `Free`, or the range outside the total. */
export function deliveryAmount({ price, low, high, freeBecause }: DeliveryCost): string {
  if (freeBecause !== null || price === 0) return 'Free';
  if (price !== null) return formatKes(price);
  const range = deliveryCost({ price, low, high, freeBecause });
  return range === null ? 'Not included' : `Not included: ${range}`;
}

/**
 * Under the total of a checkout: when the order arrives, and what the total does not include. The quote may not have
 * loaded.
 */
export function deliveryNote(quote: DeliveryQuote | undefined): string {
  if (!quote || (quote.countyName === null && quote.freeBecause === null)) {
    const when = quote ? `Delivery in Kenya: ${deliveryTime(quote, ' to major cities')}. ` : '';
    return `${when}Delivery${quote && quote.low !== null ? ` (${deliveryCost(quote)})` : ''} is not part of this total. Choose your county to see what it costs.`;
  }
  if (quote.price !== null || quote.freeBecause !== null) return deliverySentence(quote);
  return `${deliverySentence(quote)} It is not part of this total: we confirm it before the goods leave.`;
}

/** Beside the pay button: whether the total includes delivery. */
export function deliverySummary(quote: DeliveryQuote | undefined): string {
  if (quote?.isWork) return weAgreeOnTheDay;
  if (quote?.freeBecause) return 'Delivery is free.';
  if (quote && quote.price !== null) return `With ${formatKes(quote.price)} for delivery.`;
  return 'Delivery is not included.';
}

/** An order's delivery besides the promised time: where to, what it costs, and whether that is paid. */
export function deliveryOfOrder(delivery: OrderDelivery): string {
  if (delivery.countyName === null && delivery.price === null && delivery.freeBecause === null)
    return 'Not part of the total: we call to ask where it goes';
  const to = delivery.countyName === null ? '' : `to ${delivery.countyName}, `;
  const cost = deliveryCost(delivery);
  const paid =
    delivery.price !== null
      ? `${cost}${delivery.price > 0 ? ', part of the total' : ''}`
      : cost === null
        ? 'not part of the total; we confirm what it costs'
        : delivery.freeBecause === null
          ? `${cost}, not part of the total`
          : cost;
  const text = to + paid;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The last step of an order: `In 2-3 business days: by Thu 3 Dec.`; empty in the reduced view. */
export function arrivalSentence(delivery: DeliveryPromise): string {
  const time = deliveryTime(delivery);
  return time && `${/^\d(?!.* after )/.test(time) ? 'In ' : ''}${time}.`;
}
