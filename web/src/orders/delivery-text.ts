import { deliveryCost, deliveryPaidApart, type DeliveryQuote } from '@contract/delivery.ts';
import { deliveryTime } from '@contract/delivery-time.ts';
import { weAgreeOnTheDay } from '@contract/shipments.ts';
import type { OrderDelivery } from '@contract/orders.ts';

/** `Delivery to Kisumu`. */
export function deliveryLabel({ countyName }: Pick<OrderDelivery, 'countyName'>): string {
  return countyName === null ? 'Delivery' : `Delivery to ${countyName}`;
}

/**
 * Before ordering, in one line: where to, when, for how much, and how that is paid. Without a county the range of the
 * country.
 */
export function deliveryOffer(delivery: DeliveryQuote): string {
  const { countyName, freeBecause, price } = delivery;
  const sentence = deliverySentence(delivery);
  if (freeBecause !== null || price === 0) return sentence;
  if (countyName === null)
    return `Delivery in Kenya: ${[deliveryTime(delivery, ' to major cities'), deliveryCost(delivery)].filter(Boolean).join(', ')}.`;
  return sentence.replace(
    `${deliveryCost(delivery)}.`,
    `${deliveryPaidApart(delivery) ?? `${deliveryCost(delivery)}, paid with the order`}.`,
  );
}

/** When and for how much, in one sentence: `Delivery to Kisumu: 2-3 business days: by Thu 3 Dec, KES 1,500-3,000.` */
export function deliverySentence(delivery: DeliveryQuote): string {
  if (delivery.isWork) return weAgreeOnTheDay;
  const cost = deliveryCost(delivery);
  return `${deliveryLabel(delivery)}: ${[deliveryTime(delivery), cost].filter(Boolean).join(', ')}.`;
}
