import type { Language } from './messages.ts';
import { formatDay, nairobiDay } from './nairobi-time.ts';
import type { OrderPayment } from './orders.ts';

/** By when an order on account is paid, as a sentence, before anything of it was sent; null of one that is paid first. */
export function onAccount(
  { termsDays, owedBy }: Pick<OrderPayment, 'termsDays' | 'owedBy'>,
  language: Language = 'en',
): string | null {
  return termsDays && !owedBy ? sentences[language](termsDays) : null;
}

/** KES that are owed: of an order that was sent in part, for that part. */
export const owedNow = ({ owedAmount, dueAmount }: Pick<OrderPayment, 'owedAmount' | 'dueAmount'>): number =>
  owedAmount || dueAmount;

/** By when goods that were sent are to be paid (`28 Dec 2026`), and whether that day is over; null where there is no day. */
export const owedWhen = ({ owedBy }: Pick<OrderPayment, 'owedBy'>) =>
  owedBy ? { day: formatDay(owedBy), isLate: owedBy < nairobiDay() } : null;

/** `within 30 days of delivery` */
export const withinDays = (days: number): string =>
  `within ${days === 1 ? 'a day' : `${days} days`} of delivery`;

const sentences: Record<Language, (days: number) => string> = {
  en: (days) => `On account: to be paid ${withinDays(days)}.`,
  sw: (days) => `Kwa mkopo: ilipwe ndani ya siku ${days} baada ya kupokea bidhaa.`,
};
