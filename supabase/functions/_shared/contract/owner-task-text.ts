import type { TaskOutcome } from './admin.ts';
import { formatCents } from './money.ts';
import { formatDay } from './nairobi-time.ts';
import { listedOrderNumber } from './order-number.ts';

/** What a title is made of: `private.task_in_short` in SQL. */
export type TaskInShort = { kind: OwnerTaskKind; orderId: string } & TaskAtOpening;
export type OwnerTaskKind = keyof typeof titles;

/** What was so when it was opened; of what is paid too much, what is so while it is open. */
type TaskAtOpening = {
  /** Null when nobody knew. */
  amountCentsAtOpening: number | null;
  isCancelled: boolean;
  /** The order had a part of its money. */
  hasPart: boolean;
  /** Of a debt: the day by which it was to be paid. */
  owedBy?: string;
  /** Of a payment that Safaricom lists with another sum: what it counts with. */
  countsCents?: number;
};

/** One line; its letters are those of an SMS. */
export const taskTitle = (task: TaskInShort): string =>
  titles[task.kind](`order ${listedOrderNumber(task.orderId)}`, sumOf(task.amountCentsAtOpening ?? 0), task);

const sumOf = (cents: number) => formatCents(cents).replace('\u00a0', ' ');

type Title = (order: string, sum: string, then: TaskAtOpening) => string;
const titles = {
  late_money: (order, sum) => `Refund ${sum}, ${order}: the money came when the pieces were gone`,
  wrong_amount: (order, sum, { hasPart, countsCents }) =>
    countsCents === undefined
      ? `Look at ${order}: the bank approved ${sum}, not ${hasPart ? 'what was due' : 'the total'}`
      : `Look at ${order}: Safaricom lists ${sum} for a payment that counts as ${sumOf(countsCents)}`,
  wrong_reference: (order, sum) => `Look at ${order}: the bank approved ${sum} under another reference`,
  wrong_trace: (order) => `Look at ${order}: asked about its payment, the bank approved another one`,
  reused_index: (order) => `Look at ${order}: the bank names a transaction that belongs to another order`,
  money_after_refusal: (order, sum) =>
    `Refund ${sum}, ${order}: the bank refused the card and approved the payment later`,
  undecided: (order) => `Ask the bank about ${order}: undecided for 72 hours`,
  payment_reversed: (order, sum) =>
    `Collect ${sum}, ${order}: a payment does not count any more, and goods were sent`,
  overpaid: (order, sum, { isCancelled }) =>
    `Refund ${sum}, ${order}: ${isCancelled ? 'it is cancelled' : 'more was paid than it costs'}`,
  debt: (order, sum, { owedBy = '' }) => `Collect ${sum}, ${order}: owed since ${formatDay(owedBy)}`,
} satisfies Record<string, Title>;

/** Why it was closed, in the words of who closed it. */
export const closingWords = (outcome: TaskOutcome | null, reason: string | null): string =>
  outcome === 'decided' ? `Closed by itself: ${endings[reason as TaskEnding]}.` : (reason ?? '');

/** The reason of a task that was closed by itself; of an undecided one the status of its transaction. */
type TaskEnding = keyof typeof endings;
const endings = {
  completed: 'the bank has approved the payment, and the order is paid',
  review: 'the bank has approved money, which is a task of its own',
  failed: 'the bank has refused the payment',
  paid: 'the order is paid',
  taken_back: 'the payment was taken back',
  nothing_owed: 'nothing is owed any more',
  nothing_too_much: 'nothing is too much any more',
};
