import type { Reconciliation } from '@contract/admin-transactions.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';

/** `Payments without an order today: KES 0`; another day by its date. @param today `YYYY-MM-DD` in Nairobi */
export function differenceTitle(
  { day, differenceCents }: Pick<Reconciliation, 'day' | 'differenceCents'>,
  today: string,
): string {
  const when = day === today ? 'today' : `on ${formatDay(day)}`;
  return `Payments without an order ${when}: ${formatCents(differenceCents)}`;
}

/** What the difference means. */
export function differenceSentence({
  differenceCents,
  approvedCents,
  differing,
}: Pick<Reconciliation, 'differenceCents' | 'approvedCents' | 'differing'>): string {
  if (differenceCents > 0)
    return 'The bank says it approved more than our orders and tasks account for. Please look at these orders.';
  if (differenceCents < 0)
    return 'Our orders and tasks account for more than the bank says it approved. Please look at these orders.';
  if (differing.count > 0)
    return 'The sums agree, but not order by order: one has what another lacks. Please look at these orders.';
  return approvedCents === 0
    ? 'The bank approved no payment on this day.'
    : 'Every cent that the bank approved belongs to a paid order or to one of your tasks.';
}

/** Whether everything on that day agrees, in total and order by order. */
export function isBalanced({
  differenceCents,
  differing,
}: Pick<Reconciliation, 'differenceCents' | 'differing'>): boolean {
  return differenceCents === 0 && differing.count === 0;
}

/** The labels of the kinds of tasks, shown beside their counts. */
export const taskKindLabels: Record<string, string> = {
  late_money: 'Came when the stock was gone',
  second_charge: 'Paid twice',
  wrong_amount: 'Wrong amount',
  wrong_reference: 'Wrong reference',
  wrong_trace: 'Another payment approved',
  reused_index: 'Payment of another order',
  money_after_refusal: 'Taken after a refusal',
  undecided: 'Undecided for 72 hours',
  payment_reversed: 'Reversed after sending',
  overpaid: 'Changed, and costs less',
};

type BrokenRuleText = { text: string; of: 'order' | 'product' | 'payment' | 'statement' };

/** What a broken rule means, and the kind of its subject. */
export const brokenRuleTexts: Record<string, BrokenRuleText> = {
  'stock differs from its movements': {
    text: 'A product’s stock is not what its movements add up to',
    of: 'product',
  },
  'more is held than there is': {
    text: 'More pieces are promised to buyers than are on the shelf',
    of: 'product',
  },
  'total is not the sum of the items and the delivery': {
    text: 'An order’s total is not the sum of its items and its delivery',
    of: 'order',
  },
  'an accepted quotation and its order differ': {
    text: 'An order costs something else than the quotation that the buyer accepted',
    of: 'order',
  },
  'paid without money': {
    text: 'An order is marked paid without exactly one matching payment',
    of: 'order',
  },
  'money without a paid order': {
    text: 'A payment was approved, but its order is not paid',
    of: 'payment',
  },
  'more was given back than received': {
    text: 'More of a payment was recorded as refunded than came',
    of: 'payment',
  },
  'a task and its refund disagree': {
    text: 'A task says refunded, and no refund of its money is recorded',
    of: 'payment',
  },
  'more pieces were refunded than ordered': {
    text: 'More pieces of an order were refunded than it has',
    of: 'order',
  },
  'pieces sold are not the pieces paid for': {
    text: 'The pieces taken off the shelf are not those that were paid for',
    of: 'order',
  },
  'an order that is not being paid holds pieces': {
    text: 'An order that nobody is paying keeps pieces from others',
    of: 'order',
  },
  'a payment and its statement disagree': {
    text: 'A payment’s day of settlement is not that of its statement',
    of: 'payment',
  },
  'settled without an approval': {
    text: 'A statement settles a payment that the bank did not approve',
    of: 'payment',
  },
  'a statement does not add up': { text: 'A statement is not the sum of its lines', of: 'statement' },
  'more is sent than was ordered': {
    text: 'An order with more pieces in parcels than were ordered',
    of: 'order',
  },
  'completed before all of it has left': {
    text: 'A completed order with pieces that have not left',
    of: 'order',
  },
  'sent without a payment or a reason': {
    text: 'A parcel of an unpaid order, sent without a reason',
    of: 'order',
  },
  'paid too much for an order that is not paid': {
    text: 'Money is to be given back of a changed order that is not paid, or has not so much',
    of: 'order',
  },
  'a special price that no seller agreed on': {
    text: 'A special price in an order that no seller made',
    of: 'order',
  },
  'a paid order without its message': { text: 'A paid order whose buyer was sent no message', of: 'order' },
  'money in question without a task': { text: 'Money in question has no task', of: 'payment' },
  "decided without the bank's answer": {
    text: 'A payment was decided without an answer from the bank',
    of: 'payment',
  },
};
