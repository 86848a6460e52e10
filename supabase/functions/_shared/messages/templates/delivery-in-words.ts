import type { AdminOrder } from '../../contract/admin.ts';
import { deliveryCost, deliveryPaidApart } from '../../contract/delivery.ts';
import { isOnlyWork } from '../../contract/shipments.ts';
import { daysOf, deliveryTime, isCollectedAtShop } from '../../contract/delivery-time.ts';
import type { Language } from '../../contract/messages.ts';
import { formatDay } from '../../contract/nairobi-time.ts';
import type { OrderDelivery } from '../../contract/orders.ts';
import { kes } from './message-formats.ts';

/** When the goods arrive, as a sentence. */
export function arrivalSentence(language: Language, delivery: OrderDelivery): string {
  if (language === 'en') return `Delivery: ${deliveryTime(delivery)}.`;
  if (isCollectedAtShop(delivery)) return 'Usafirishaji: unachukua dukani.';
  const { promise, by, after, isPromised, byCard } = daysOf(delivery);
  const period = promise
    .replace(/^Same day.*/, 'siku hiyo hiyo')
    .replace('Next business day', 'siku ya kazi inayofuata')
    .replace(/^(\S+) business days?$/, 'siku $1 za kazi');
  const day = by ? `, kufikia ${formatDay(by)}${isPromised ? '' : ' ukilipa leo'}` : '';
  const card = byCard ? ` (kwa kadi${counted.bank}, kufikia ${formatDay(byCard)})` : '';
  return `Usafirishaji: ${period}${after ? counted[after] : ''}${day}${card}.`;
}

const counted = {
  bank: ' baada ya benki kututumia pesa',
  maker: ' baada ya bidhaa kufika',
  rest: ' baada ya bidhaa kufika na salio kulipwa',
  closed: '',
};

/** What delivery costs where it is paid apart, as a sentence; none where it is free, or a part of the total. */
export function paidApart(language: Language, order: Pick<AdminOrder, 'items' | 'delivery'>): string[] {
  const said = isOnlyWork(order.items) ? null : deliveryPaidApart(order.delivery);
  if (said === null) return [];
  if (language === 'en') return [`Delivery: ${said}.`];
  const cost = deliveryCost(order.delivery);
  return [
    cost === null
      ? 'Usafirishaji haujajumuishwa; tutathibitisha gharama yake kabla bidhaa hazijatumwa.'
      : `Usafirishaji: ${cost}, unalipwa kando: tutathibitisha kabla bidhaa hazijatumwa.`,
  ];
}

const words = {
  en: { delivery: 'Delivery', to: 'to', free: 'Free', outside: 'not included' },
  sw: { delivery: 'Usafirishaji', to: 'hadi', free: 'Bure', outside: 'haijajumuishwa' },
} as const;

/** The line of an order for its delivery: what it is, and what it adds to the total; null of work alone. */
export function deliveryLine(
  language: Language,
  { items, delivery: { countyName, freeBecause, price, low, high } }: Pick<AdminOrder, 'items' | 'delivery'>,
): { label: string; amount: string } | null {
  if (isOnlyWork(items) && !price) return null;
  const { delivery, to, free, outside } = words[language];
  const range =
    low === null || high === null
      ? outside
      : `${outside}: ${kes(low)}${high > low ? `-${high.toLocaleString('en-KE')}` : ''}`;
  return {
    label: countyName === null ? delivery : `${delivery} ${to} ${countyName}`,
    amount: freeBecause !== null || price === 0 ? free : price === null ? range : kes(price),
  };
}
