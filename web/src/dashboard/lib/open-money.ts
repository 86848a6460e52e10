import type { MoneyWithoutOrder } from '@contract/admin-overview.ts';
import { formatCents } from '@contract/money.ts';
import { formatCount } from './format-count.ts';

/** Lines of statements that wait for an answer: how many, what is said of them, and where they are listed. */
export const openLinesText = (count: number) => ({
  count,
  title: `${count === 1 ? 'One line of the bank’s statement waits' : `${formatCount(count)} lines of the bank’s statements wait`} for an answer`,
  to: '/admin/transactions/settlement',
});

/** The same of payments of which some pays no order. */
export const withoutOrderText = ({ count, cents }: MoneyWithoutOrder) => ({
  count,
  title: `${formatCents(cents)} came without an order`,
  to: '/admin/transactions?status=rest',
});
