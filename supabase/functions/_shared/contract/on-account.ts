import type { Language } from './messages.ts';
import { formatCents } from './money.ts';
import { formatDay, nairobiDay } from './nairobi-time.ts';
import type { OrderPayment } from './orders.ts';

/** By when an order on account is paid, as a sentence, before anything of it was sent; null of one that is paid first. */
export function onAccount(
  { termsDays, owedBy }: Pick<OrderPayment, 'termsDays' | 'owedBy'>,
  language: Language = 'en',
): string | null {
  return termsDays && !owedBy ? sentences[language](termsDays) : null;
}

/** What is asked for, to the cent. A card and M-Pesa pay whole shillings: `dueAmount`. A stored order may not say its cents. */
export const dueCentsOf = ({
  dueAmount,
  roundedCents = 0,
}: Pick<OrderPayment, 'dueAmount'> & Partial<Pick<OrderPayment, 'roundedCents'>>): number =>
  dueAmount * 100 - roundedCents;

/** `KES 1,999.50` */
export const dueSum = (payment: Parameters<typeof dueCentsOf>[0]): string => formatCents(dueCentsOf(payment));

/** All that is due is expected to be withheld as tax: its certificate is asked for, and no money. */
export const isOnlyWithheld = ({
  expectedCents = 0,
  ...payment
}: Parameters<typeof dueCentsOf>[0] & Partial<Pick<OrderPayment, 'expectedCents'>>): boolean =>
  payment.dueAmount > 0 && expectedCents > 0 && expectedCents >= dueCentsOf(payment);

/** What is asked for besides what Safaricom has told of, and nothing proves yet, to the cent. A stored order may not say it. */
export const openCentsOf = ({
  announcedCents = 0,
  ...payment
}: Parameters<typeof dueCentsOf>[0] & Partial<Pick<OrderPayment, 'announcedCents'>>): number =>
  Math.max(0, dueCentsOf(payment) - announcedCents);

/** Whether it has told of all that is due, but for what is expected to be withheld as tax. */
export const isAllAnnounced = ({
  expectedCents = 0,
  ...payment
}: Parameters<typeof openCentsOf>[0] & Partial<Pick<OrderPayment, 'expectedCents'>>): boolean =>
  (payment.announcedCents ?? 0) > 0 && openCentsOf(payment) <= expectedCents;

/** By when goods that were sent are to be paid (`28 Dec 2026`), and whether that day is over; null where there is no day. */
export const owedWhen = ({ owedBy }: Pick<OrderPayment, 'owedBy'>) =>
  owedBy ? { day: formatDay(owedBy), isLate: owedBy < nairobiDay() } : null;

/** `within 30 days of sending` */
export const withinDays = (days: number): string =>
  `within ${days === 1 ? 'a day' : `${days} days`} of sending`;

const sentences: Record<Language, (days: number) => string> = {
  en: (days) => `On account: to be paid ${withinDays(days)}.`,
  sw: (days) => `Kwa mkopo: ilipwe ndani ya siku ${days} baada ya bidhaa kutumwa.`,
};
