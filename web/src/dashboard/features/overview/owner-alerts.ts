import type { OwnerAlerts } from '@contract/admin-overview.ts';
import { formatCents } from '@contract/money.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import { bankGaveNoAnswer } from '@contract/orders.ts';
import { listedOrderNumber } from '@contract/order-number.ts';
import { taskTitle } from '@contract/owner-task-text.ts';
import { counted, formatCount } from '#dashboard/lib/format-count.ts';
import { openLinesText, withoutOrderText } from '#dashboard/lib/open-money.ts';
import { kindLabels } from '#dashboard/lib/message-text.ts';

export type AlertKind = 'money' | 'sending' | 'message' | 'waiting' | 'settings';

/** One thing that needs the owner's attention. */
export type Alert = { kind: AlertKind; title: string; detail?: string | null; figure?: string; to: string };

/**
 * What needs attention beside the orders to send, the most urgent first: money, then goods that the maker sends, then
 * messages and waiting buyers; last what is to be done once.
 */
export function alertsOf(counts: OwnerAlerts): Alert[] {
  const { bankChecksStoppedAt } = counts;
  const all: (Alert & { count: number })[] = [
    {
      count: counts.openTasks,
      kind: 'money',
      title: `${counted(counts.openTasks, 'task about money is', 'tasks about money are')} open`,
      detail: counts.oldestTask
        ? `${counts.openTasks === 1 ? '' : 'The oldest: '}${taskTitle(counts.oldestTask)}, since ${formatDayAndTime(counts.oldestTask.createdAt)}`
        : '',
      to: '/admin/transactions#owner-tasks',
    },
    {
      ...openLinesText(counts.openLines.count),
      kind: 'money',
      detail: counts.openLines.oldest
        ? `${counts.openLines.count === 1 ? '' : 'The oldest: '}${lineText(counts.openLines.oldest)}`
        : '',
    },
    {
      ...withoutOrderText(counts.withoutOrder),
      kind: 'money',
      detail: `In ${counts.withoutOrder.count === 1 ? 'one payment' : `${formatCount(counts.withoutOrder.count)} payments`}: give it to its orders`,
    },
    {
      count: counts.bankSilentSince === null ? 0 : 1,
      kind: 'money',
      title: `${bankGaveNoAnswer} for more than ten minutes`,
      detail:
        counts.bankSilentSince === null
          ? ''
          : `Since ${formatDayAndTime(counts.bankSilentSince)}; nobody is asked to pay again meanwhile`,
      to: '/admin/transactions?status=pending',
    },
    {
      count: bankChecksStoppedAt === null ? 0 : 1,
      kind: 'money',
      title: 'Checking with the bank has stopped',
      detail:
        bankChecksStoppedAt &&
        `Since ${formatDayAndTime(bankChecksStoppedAt)}. Tell whoever looks after the system`,
      to: '/admin/health',
    },
    {
      count: counts.notSettled.count,
      kind: 'money',
      title: `${counted(counts.notSettled.count, 'payment is', 'payments are')} in no bank’s statement after two bank days`,
      figure: formatCents(counts.notSettled.cents),
      to: '/admin/transactions/settlement',
    },
    {
      count: counts.partlyPaid.count,
      kind: 'money',
      title: `${counted(counts.partlyPaid.count, 'order is', 'orders are')} partly paid`,
      detail: oldestOrder(counts.partlyPaid.oldest, counts.partlyPaid.count),
      to: '/admin/orders?status=partly-paid',
    },
    {
      count: counts.fromMaker.orders,
      kind: 'sending',
      title: `${counted(counts.fromMaker.orders, 'order waits', 'orders wait')} for pieces from the maker`,
      detail: `${formatCount(counts.fromMaker.pieces)} ${counts.fromMaker.pieces === 1 ? 'piece is' : 'pieces are'} to be ordered, or on the way`,
      to: '/admin/orders?status=to-order',
    },
    {
      count: counts.messagesInTrouble,
      kind: 'message',
      title: `${counted(counts.messagesInTrouble, 'message has', 'messages have')} not arrived, or may not have`,
      to: '/admin/messages?state=trouble',
    },
    {
      count: counts.messagesPutOff,
      kind: 'message',
      title: `${counted(counts.messagesPutOff, 'message waits or was', 'messages wait or were')} not sent, since more are asked for than may go out in a day`,
      to: '/admin/messages',
    },
    {
      count: counts.stoppedMessages.length,
      kind: 'message',
      title: `${counted(counts.stoppedMessages.length, 'kind of message to you is', 'kinds of messages to you are')} not sent, since one bounced or was called spam`,
      detail: `${counts.stoppedMessages.map((kind) => kindLabels[kind]).join(', ')}`,
      to: '/admin/messages?state=trouble',
    },
    {
      count: counts.pendingTooLong,
      kind: 'waiting',
      title: `${counted(counts.pendingTooLong, 'order')} pending for more than a day`,
      detail: oldestOrder(counts.oldestPending, counts.pendingTooLong),
      to: '/admin/orders?status=pending',
    },
    {
      count: counts.termsApprovedOn === null ? 1 : 0,
      kind: 'settings',
      title: 'Terms of Sale and Privacy are not approved yet',
      to: '/admin/settings',
    },
    {
      count: counts.canBePaidByTransfer ? 0 : 1,
      kind: 'settings',
      title: 'No bank account, paybill or till is set: buyers are told of none',
      to: '/admin/settings/shop',
    },
  ];
  return all.filter(({ count }) => count > 0).map(({ count: _, ...alert }) => alert);
}

const lineText = ({ amountCents, day, orderId }: NonNullable<OwnerAlerts['openLines']['oldest']>): string =>
  `${formatCents(amountCents)} of ${formatDay(day)}${orderId ? `, order ${listedOrderNumber(orderId)}` : ''}`;

const oldestOrder = (order: { id: string; createdAt: string } | null, count: number): string =>
  order
    ? `${count === 1 ? '' : 'The oldest: '}${listedOrderNumber(order.id)}, since ${formatDay(order.createdAt)}`
    : '';
