import type { OwnerAlerts } from '@contract/admin-overview.ts';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../lib/order-number.ts';

export type NeedKind = 'money' | 'sending' | 'waiting' | 'shelf';

/** One thing that waits for the owner. */
export type Need = { kind: NeedKind; title: string; detail: string; to: string };

const count = new Intl.NumberFormat('en-KE');

/** What waits, the most pressing first: money, then goods to send, then buyers who wait, then shelves. */
export function needsOf(needs: OwnerAlerts): Need[] {
  const {
    openTasks,
    oldestTask,
    toSend,
    oldestToSend,
    pendingTooLong,
    oldestPending,
    outOfStock,
    runningOut,
  } = needs;
  const all: (Need & { howMany: number })[] = [
    {
      howMany: openTasks,
      kind: 'money',
      title:
        openTasks === 1
          ? 'One task about money is open'
          : `${count.format(openTasks)} tasks about money are open`,
      detail: oldestTask
        ? `${openTasks === 1 ? '' : 'The oldest: '}${oldestTask.title}, since ${formatDayAndTime(oldestTask.createdAt)}`
        : '',
      to: '/admin/transactions',
    },
    {
      howMany: toSend,
      kind: 'sending',
      title: `${counted(toSend, 'paid order waits', 'paid orders wait')} to be packed and sent`,
      detail: oldestOrder(oldestToSend),
      to: '/admin/orders?status=paid',
    },
    {
      howMany: pendingTooLong,
      kind: 'waiting',
      title: `${counted(pendingTooLong, 'order is', 'orders are')} pending for more than a day`,
      detail: oldestOrder(oldestPending),
      to: '/admin/orders?status=pending',
    },
    {
      howMany: outOfStock,
      kind: 'shelf',
      title: `${counted(outOfStock, 'product on sale is', 'products on sale are')} out of stock`,
      detail: '',
      to: '/admin/products?state=active&stock=out',
    },
    {
      howMany: runningOut,
      kind: 'shelf',
      title: `${counted(runningOut, 'product on sale is', 'products on sale are')} running out`,
      detail: '1 to 5 pieces on the shelf',
      to: '/admin/products?state=active&stock=low',
    },
  ];
  return all.filter(({ howMany }) => howMany > 0).map(({ howMany: _, ...need }) => need);
}

const counted = (howMany: number, one: string, several: string): string =>
  howMany === 1 ? `One ${one}` : `${count.format(howMany)} ${several}`;

const oldestOrder = (order: { id: string; createdAt: string } | null): string =>
  order ? `The oldest: #IC-${orderNumber(order.id)}, since ${formatDayAndTime(order.createdAt)}` : '';
