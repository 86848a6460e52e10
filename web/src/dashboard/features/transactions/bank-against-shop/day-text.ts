import type { BankAgainstShop } from '@contract/admin-transactions.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { openLinesText, withoutOrderText } from '#dashboard/lib/open-money.ts';

type Compared = Pick<
  BankAgainstShop,
  'day' | 'approvedCents' | 'mpesa' | 'differenceCents' | 'differing' | 'openLines' | 'withoutOrder'
>;

/** Whether the shop has what the bank and Safaricom told it of a day, by its date when it is not today. @param today `YYYY-MM-DD` in Nairobi */
export function differenceTitle(compared: Compared, today: string): string {
  const when = compared.day === today ? 'today' : `on ${formatDay(compared.day)}`;
  const apart = compared.differenceCents === 0 ? '' : ` by ${formatCents(compared.differenceCents)}`;
  const but = openOnDay(compared, today).length > 0 ? ', but some money is open' : '';
  // What was typed by hand is compared with the statements, not here.
  if (isBalanced(compared) && compared.approvedCents === 0 && compared.mpesa.receivedCents === 0)
    return `The bank and Safaricom told us of no payment ${when}${but}`;
  return isBalanced(compared)
    ? `What the bank and Safaricom told us ${when} is in the shop${but}`
    : `Bank, M-Pesa and shop differ${apart} ${when}${but}`;
}

/** What is open until today, of any day; nothing on an earlier day. */
export const openOnDay = (
  { day, openLines, withoutOrder }: Pick<Compared, 'day' | 'openLines' | 'withoutOrder'>,
  today: string,
) =>
  [openLinesText(openLines), withoutOrderText(withoutOrder)].filter(
    ({ count }) => day === today && count > 0,
  );

/** What a difference means; empty when bank and shop agree. */
export function differenceSentence({
  differenceCents,
  differing,
  mpesa,
}: Pick<BankAgainstShop, 'differenceCents' | 'differing' | 'mpesa'>): string {
  const byCard = differenceCents - mpesa.differenceCents;
  const sentences = [
    byCard !== 0 && moreOf(byCard, 'the bank says it approved'),
    mpesa.differenceCents !== 0 && moreOf(mpesa.differenceCents, 'Safaricom says it received'),
  ].filter((sentence) => sentence !== false);
  if (sentences.length > 0) return `${sentences.join(' ')} Please look at these orders.`;
  if (differing.count > 0)
    return 'The sums agree, but not order by order: one has what another lacks. Please look at these orders.';
  return '';
}

function moreOf(cents: number, said: string): string {
  const ours = 'our orders and tasks account for';
  const [more, less] = cents > 0 ? [said, ours] : [ours, said];
  return `${more.charAt(0).toUpperCase()}${more.slice(1)} more than ${less}.`;
}

/** Whether everything on that day agrees, in total and order by order. */
export function isBalanced({
  differenceCents,
  differing,
}: Pick<BankAgainstShop, 'differenceCents' | 'differing'>): boolean {
  return differenceCents === 0 && differing.count === 0;
}

/** What came on a day, each from whom it is known; empty of a day on which nothing came. */
export function cameSentence({
  approvedCents,
  mpesa,
  typedCents,
}: Pick<BankAgainstShop, 'approvedCents' | 'typedCents' | 'mpesa'>): string {
  const told = [
    approvedCents > 0 && `The bank told us of ${formatCents(approvedCents)} by card.`,
    mpesa.receivedCents > 0 && `Safaricom told us of ${formatCents(mpesa.receivedCents)} by M-Pesa.`,
    typedCents > 0 && `Staff typed in ${formatCents(typedCents)}, of which neither told us.`,
  ];
  return told.filter(Boolean).join(' ');
}

type BrokenRuleText = readonly [of: 'order' | 'product' | 'payment' | 'statement', text: string];

/** The kind of a broken rule's subject, and what it means. */
export const brokenRuleTexts: Record<string, BrokenRuleText> = {
  'stock differs from its movements': ['product', 'A product’s stock is not what its movements add up to'],
  'more is held than there is': ['product', 'More pieces are promised to buyers than are for sale'],
  'total is not the sum of the items and the delivery': [
    'order',
    'An order’s total is not the sum of its items and its delivery',
  ],
  'an accepted quotation and its order differ': [
    'order',
    'An order costs something else than the quotation that the buyer accepted',
  ],
  'paid without money': ['order', 'An order is marked paid, its money is not there, and there is no task'],
  'nothing is due of an order that is not paid': ['order', 'Nothing is due of an order, and it is not paid'],
  'a cancelled order is owed': ['order', 'A cancelled order has a price that is still owed'],
  'reductions are more than is charged': ['order', 'The price of an order was reduced by more than it is'],
  'too much is paid, or is not, and no task says so': [
    'order',
    'The task about money paid too much is missing, or nothing is too much',
  ],
  'the shares of a payment are not what came': ['payment', 'What a payment pays of orders is not what came'],
  'a payment counts and has no share': ['payment', 'A payment counts, and pays no order'],
  'more was given back than received, or less than nothing': [
    'payment',
    'More of a payment was recorded as given back than came, or less than nothing',
  ],
  'money that was not ours did not go back': [
    'payment',
    'Money that was not ours did not go back as a whole',
  ],
  'what was sold is not what the order is for': ['order', 'What counts as sold is not what the order is for'],
  'more pieces were refunded than ordered': ['order', 'More pieces of an order were refunded than it has'],
  'pieces sold are not the pieces paid for': [
    'order',
    'The pieces taken out of the stock are not those that were paid for',
  ],
  'an order that is not being paid holds pieces': [
    'order',
    'An order that nobody is paying keeps pieces from others',
  ],
  'a payment and its statement disagree': [
    'payment',
    'A payment’s day of settlement is not that of its statement',
  ],
  'settled without an approval': ['payment', 'A statement settles a payment that the bank did not approve'],
  'a statement does not add up': ['statement', 'A statement is not the sum of its lines'],
  'more is sent than was ordered': ['order', 'An order with more pieces in parcels than were ordered'],
  'completed before all of it has left': ['order', 'A completed order with pieces that have not left'],
  'sent without a payment or a reason': ['order', 'A parcel of an unpaid order, sent without a reason'],
  'a special price that no seller agreed on': ['order', 'A special price in an order that no seller made'],
  'a paid order without its message': ['order', 'A paid order whose buyer was sent no message'],
  'money in question without a task': ['payment', 'Money in question has no task'],
  "decided without the bank's answer": ['payment', 'A payment was decided without an answer from the bank'],
};
