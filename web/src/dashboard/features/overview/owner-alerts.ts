import type { OwnerAlerts } from '@contract/admin-overview.ts';
import { lowStock } from '@contract/products.ts';
import { formatCents } from '@contract/money.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { orderNumber } from '#orders/order-number.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';

export type AlertKind = 'money' | 'sending' | 'message' | 'waiting' | 'shelf';

/** One thing that needs the owner's attention. */
export type Alert = { kind: AlertKind; title: string; detail: string; to: string };

/**
 * What needs attention, the most urgent first: money, then goods to send, then messages, waiting buyers and products
 * out of stock.
 */
export function alertsOf(counts: Omit<OwnerAlerts, 'scarceProducts'>): Alert[] {
  const {
    openTasks,
    oldestTask,
    notSettled,
    toSend,
    pendingTooLong,
    messagesInTrouble,
    productsMostlyHeld,
    outOfStock,
    runningOut,
  } = counts;
  const all: (Alert & { count: number })[] = [
    {
      count: openTasks,
      kind: 'money',
      title: `${counted(openTasks, 'task about money is', 'tasks about money are')} open`,
      detail: oldestTask
        ? `${openTasks === 1 ? '' : 'The oldest: '}${oldestTask.title}, since ${formatDayAndTime(oldestTask.createdAt)}`
        : '',
      to: '/admin/transactions',
    },
    {
      count: notSettled.count,
      kind: 'money',
      title: `${counted(notSettled.count, 'payment is', 'payments are')} approved and not settled after two bank days`,
      detail: `${formatCents(notSettled.cents)} in no statement of the bank`,
      to: '/admin/transactions/settlement',
    },
    {
      count: toSend,
      kind: 'sending',
      title: `${counted(toSend, 'paid order is', 'paid orders are')} waiting to be packed and sent`,
      detail: oldestOrder(counts.oldestToSend),
      to: '/admin/orders?status=to-send',
    },
    {
      count: messagesInTrouble,
      kind: 'message',
      title: `${counted(messagesInTrouble, 'message has', 'messages have')} not arrived, or may not have`,
      detail: 'Send again, correct the address, or say that it is settled',
      to: '/admin/messages?state=trouble',
    },
    {
      count: pendingTooLong,
      kind: 'waiting',
      title: `${counted(pendingTooLong, 'order has', 'orders have')} been pending for more than a day`,
      detail: oldestOrder(counts.oldestPending),
      to: '/admin/orders?status=pending',
    },
    {
      count: productsMostlyHeld,
      kind: 'shelf',
      title: `${counted(productsMostlyHeld, 'product has', 'products have')} at least half of the stock on hold for unpaid orders`,
      detail: 'Look at who holds the pieces, and put them back on sale if nobody pays',
      to: '/admin/orders/holds',
    },
    {
      count: outOfStock,
      kind: 'shelf',
      title: `${counted(outOfStock, 'product on sale is', 'products on sale are')} out of stock`,
      detail: '',
      to: '/admin/products?state=active&stock=out',
    },
    {
      count: runningOut,
      kind: 'shelf',
      title: `${counted(runningOut, 'product on sale is', 'products on sale are')} running out`,
      detail: `1 to ${lowStock} pieces on the shelf`,
      to: '/admin/products?state=active&stock=low',
    },
  ];
  return all.filter(({ count }) => count > 0).map(({ count: _, ...alert }) => alert);
}

const counted = (count: number, one: string, several: string): string =>
  count === 1 ? `One ${one}` : `${formatCount(count)} ${several}`;

const oldestOrder = (order: { id: string; createdAt: string } | null): string =>
  order ? `The oldest: #IC-${orderNumber(order.id)}, since ${formatDayAndTime(order.createdAt)}` : '';

/** When the bank was last queried about undecided payments, in one line. @param now in milliseconds */
export function bankQueriedText(at: string | null, now: number): string {
  if (at === null) return 'The bank has not been queried yet';
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  return seconds < 120 ? `Bank last queried ${seconds} s ago` : `Bank last queried ${formatDayAndTime(at)}`;
}
