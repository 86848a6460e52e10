import type { Language } from '../../contract/messages.ts';
import type { OrderDelivery } from '../../contract/orders.ts';
import { kes } from './message-formats.ts';

/** When the goods arrive, as a sentence. */
export function arrivalSentence(language: Language, { promise }: Pick<OrderDelivery, 'promise'>): string {
  const [, days] = /^(\d\S*) business days?$/.exec(promise) ?? [];
  const isSameDay = promise.startsWith('Same day');
  if (language === 'sw') {
    if (days) return `Usafirishaji huchukua siku ${days} za kazi.`;
    return isSameDay ? 'Usafirishaji ni siku hiyo hiyo.' : 'Usafirishaji ni siku ya kazi inayofuata.';
  }
  if (days) return `Delivery takes ${promise}.`;
  return isSameDay ? 'Delivery is on the same day.' : 'Delivery is on the next business day.';
}

const words = {
  en: { delivery: 'Delivery', to: 'to', free: 'Free', outside: 'not included' },
  sw: { delivery: 'Usafirishaji', to: 'hadi', free: 'Bure', outside: 'haijajumuishwa' },
} as const;

/** The line of an order for its delivery: what it is, and what it adds to the total. */
export function deliveryLine(
  language: Language,
  { countyName, freeBecause, price, low, high }: OrderDelivery,
): { label: string; amount: string } {
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
