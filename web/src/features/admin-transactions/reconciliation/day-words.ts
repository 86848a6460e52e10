import type { Reconciliation } from '@contract/admin-transactions.ts';
import { formatCents } from '../../../lib/money.ts';
import { formatDay } from '../../../lib/nairobi-time.ts';

/** `Difference today: KES 0`; another day by its date. @param today `YYYY-MM-DD` in Nairobi */
export function differenceTitle(
  { day, differenceCents }: Pick<Reconciliation, 'day' | 'differenceCents'>,
  today: string,
): string {
  const when = day === today ? 'today' : `on ${formatDay(`${day}T12:00:00+03:00`)}`;
  return `Difference ${when}: ${formatCents(differenceCents)}`;
}

/** What the difference means. */
export function differenceSentence({
  differenceCents,
  takenCents,
  differing,
}: Pick<Reconciliation, 'differenceCents' | 'takenCents' | 'differing'>): string {
  if (differenceCents > 0)
    return 'The bank says it took more than our orders and tasks account for. These orders must be looked at.';
  if (differenceCents < 0)
    return 'Our orders and tasks account for more than the bank says it took. These orders must be looked at.';
  if (differing.count > 0)
    return 'The sums agree, but not order by order: one has what another lacks. These must be looked at.';
  return takenCents === 0
    ? 'The bank took no money on this day.'
    : 'Every cent that the bank took belongs to a paid order or to one of your tasks.';
}

/** Does everything of the day agree, in sum and order by order? */
export function isBalanced({
  differenceCents,
  differing,
}: Pick<Reconciliation, 'differenceCents' | 'differing'>): boolean {
  return differenceCents === 0 && differing.count === 0;
}

/** The kinds of the owner's tasks, as a heading of their sums. */
export const taskKindWords: Record<string, string> = {
  late_money: 'Came when the pieces were gone',
  second_charge: 'Paid twice',
  wrong_amount: 'Wrong amount',
  wrong_reference: 'Wrong reference',
  wrong_trace: 'Another payment approved',
  reused_index: 'Transaction of another order',
  money_after_refusal: 'Taken after a refusal',
  undecided: 'Undecided for 72 hours',
};

/** What a broken invariant means, for people; the database's own words when there are none. */
export const brokenWords: Record<string, string> = {
  'stock differs from its movements': 'A product’s stock is not what its movements add up to',
  'more is held than there is': 'More pieces are promised to buyers than are on the shelf',
  'total is not the sum of the items': 'An order’s total is not the sum of its items',
  'paid without money': 'An order is marked paid without exactly one matching payment',
  'money without a paid order': 'A payment was received, but its order is not paid',
  'pieces sold are not the pieces paid for':
    'The pieces taken off the shelf are not those that were paid for',
  'an order that is not being paid holds pieces': 'An order that nobody is paying keeps pieces from others',
  'money in question without a task': 'Money in question has no task',
  "decided without the bank's answer": 'A payment was decided without an answer of the bank',
};
