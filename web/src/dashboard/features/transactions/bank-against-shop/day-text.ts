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
    typedCents > 0 &&
      `Staff typed in ${formatCents(typedCents)} that neither told us of, and that no statement has.`,
  ];
  return told.filter(Boolean).join(' ');
}

/** What breaks a rule, where it is no order. */
export const subjectOfRule: Record<string, 'product' | 'payment' | 'statement'> = {
  'stock differs from its movements': 'product',
  'more is held than there is': 'product',
  'the shares of a payment are not what came': 'payment',
  'a payment counts and has no share': 'payment',
  'more was given back than received, or less than nothing': 'payment',
  'money that was not ours did not go back': 'payment',
  'a payment and its statement disagree': 'payment',
  'settled without an approval': 'payment',
  'money in question without a task': 'payment',
  "decided without the bank's answer": 'payment',
  'a statement does not add up': 'statement',
};
