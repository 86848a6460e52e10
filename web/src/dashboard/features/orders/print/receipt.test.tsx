import type { OrderPayment } from '@contract/orders.ts';
import type { OrderDetails, ReceivedPayment } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { Receipt } from './receipt.tsx';

const payment = {
  method: 'card',
  reference: 'DON-1',
  transactionId: 'TX-1',
  paidAt: '2026-11-21T06:30:00Z',
  amountCents: 200_000,
  cardNumber: null,
  authorisationCode: null,
  settledOn: null,
} satisfies ReceivedPayment;
const detailsOf = (
  acceptedCents: number,
  money: Partial<OrderPayment> = {},
  payments: readonly ReceivedPayment[] = [payment],
) =>
  ({
    order: {
      id: '00000000-0000-4000-8000-00000000beef',
      status: 'paid',
      payment: { ...noMoney, ...money, acceptedCents },
      createdAt: '2026-11-20T06:00:00Z',
      customerName: 'Ada',
      delivery: { price: null },
      items: [{ id: 'i', productId: 'p', productName: 'Auger', quantity: 1, price: 2000 }],
    },
    models: {},
    payments,
  }) as unknown as OrderDetails;

const totals = () =>
  screen
    .getAllByRole('row')
    .slice(2)
    .map((row) => row.textContent.replaceAll('\u00a0', ' '));

test('a receipt shows what was received, what was refunded of it, and the balance', () => {
  // A charge too many was never received for the order: it is in no sum.
  renderInShop(<Receipt details={detailsOf(150_000, { refundedCents: 50_000, returnedCents: 200_000 })} />);
  expect(totals()).toEqual(['Total receivedKES 2,000', 'RefundedKES 500', 'BalanceKES 1,500']);
});

test('a receipt without refunds has the total alone', () => {
  renderInShop(<Receipt details={detailsOf(200_000)} />);
  expect(totals()).toEqual(['Total receivedKES 2,000']);
  expect(screen.queryByText('Received')).toBeNull();
});

test('a receipt of an order that was paid in parts lists each with its sum and day', () => {
  const inCash = { ...payment, method: 'cash' as const, transactionId: 'R-7', amountCents: 150_000 };
  renderInShop(<Receipt details={detailsOf(200_000, {}, [{ ...payment, amountCents: 50_000 }, inCash])} />);
  const received = screen.getAllByText('Received').map((label) => label.nextElementSibling?.textContent);
  expect(received.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
    'KES 500 on 21 Nov 2026',
    'KES 1,500 on 21 Nov 2026',
  ]);
  screen.getByText('Cash');
});
