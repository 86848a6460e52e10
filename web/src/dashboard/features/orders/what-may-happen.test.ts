import { readFileSync } from 'node:fs';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { Order, OrderPayment } from '@contract/orders.ts';
import { describe, expect, it } from 'vitest';
import { orderMessage } from '#orders/order-message.ts';
import { declined, noMoney, sentAtOnce } from '#testing/order-states.ts';
import { moneyStateOf } from './order-money.ts';

/*
 * What buyer and staff read at each cell of docs/what-may-happen.md, read back from the texts of the pages.
 */
type Cell = Record<string, string>;

const [header = [], , ...rows] = readFileSync('docs/what-may-happen.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((text) => text.trim()),
  );
const cells = rows.map((row): Cell => Object.fromEntries(row.map((text, n) => [header[n], text])));

/** Of an order of KES 15,000. */
const money: Record<string, Partial<OrderPayment>> = {
  nothing: {},
  part: { receivedCents: 500_000, acceptedCents: 500_000, dueAmount: 10_000 },
  added: { receivedCents: 1_500_000, acceptedCents: 1_500_000, dueAmount: 2200 },
  later: { receivedCents: 500_000, acceptedCents: 500_000, dueAmount: 0, laterCents: 1_000_000 },
  all: { receivedCents: 1_500_000, acceptedCents: 1_500_000, dueAmount: 0 },
  too_much: { receivedCents: 1_600_000, acceptedCents: 1_600_000, overpaidCents: 100_000, dueAmount: 0 },
  given_back: { refundedCents: 1_500_000, dueAmount: 0 },
  none: { dueAmount: 0 },
};

function orderOf({ status, due = '', asked, word, pay }: Cell) {
  const came = money[due] ?? {};
  const isInQuestion = asked === 'question';
  const payment: OrderPayment = {
    ...noMoney,
    refusal: status === 'failed' ? declined : null,
    ...came,
    isInQuestion,
    receivedCents: (came.receivedCents ?? 0) + (isInQuestion ? 50_000 : 0),
  };
  const delivery = sentAtOnce as Order['delivery'];
  return { status, nextStep: pay, word, payment, delivery, items: [] as Order['items'] } as Order;
}

const withoutSums = (title: string) => title.replaceAll(/KES\s[\d,]+/g, 'KES X');

describe('what buyer and staff read of an order', () => {
  it.each(cells)('$status, due: $due, asked: $asked, goods: $goods', (cell) => {
    const order = orderOf(cell);
    const { acceptedCents, refundedCents } = order.payment;
    const details = {
      order,
      payments: acceptedCents
        ? [{ method: 'card', amountCents: acceptedCents, paidAt: '2026-11-22T08:30:00Z', settledOn: null }]
        : [],
      refunds: refundedCents ? [{ isWhole: false, amountCents: refundedCents }] : [],
      tasks: [],
      takenBack: cell.asked === 'taken_back' ? { cents: 1_500_000, transactionId: null } : null,
    };
    expect(withoutSums(orderMessage(order).title)).toBe(cell['buyer reads']);
    expect(withoutSums(moneyStateOf(details as unknown as OrderDetails).title)).toBe(cell['staff reads']);
  });
});
