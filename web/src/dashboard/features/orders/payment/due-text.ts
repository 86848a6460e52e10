import type { AdminOrder } from '@contract/admin.ts';
import { formatCents } from '@contract/money.ts';
import { dueCentsOf, dueSum, isOnlyWithheld, onAccount, owedWhen } from '@contract/on-account.ts';

type OrderToPay = Pick<AdminOrder, 'word' | 'payment'>;

/** All that is due of an order by now, in cents: with what is not sent yet. */
export const wholeDueCents = ({ payment }: Pick<AdminOrder, 'payment'>): number =>
  dueCentsOf(payment) + payment.unsentCents;

/** What is to be paid of an order, and by when, as a sentence. */
export function dueText({ word, payment }: OrderToPay): string {
  if (payment.dueAmount <= 0) return 'Nothing is due.';
  if (isOnlyWithheld(payment))
    return `No money is asked for: all that is due, ${dueSum(payment)}, is expected to be withheld as tax.`;
  const terms = onAccount(payment);
  if (terms) return `${terms} ${dueSum(payment)} in all.`;
  const { day, isLate } = owedWhen(payment) ?? {};
  const due = `${dueSum(payment)} is ${word === 'owed' ? 'owed' : 'due'}${day ? `, ${isLate ? 'since' : 'by'} ${day}` : ''}`;
  return [
    due,
    payment.unsentCents > 0 && `${formatCents(wholeDueCents({ payment }))} with what is not sent yet`,
    payment.expectedCents > 0 && `${formatCents(payment.expectedCents)} of it is expected to be withheld`,
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.');
}
