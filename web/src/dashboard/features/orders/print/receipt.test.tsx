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
  amount: 2000,
} as ReceivedPayment;
const detailsOf = (acceptedCents: number, refunds: object[] = []) =>
  ({
    order: {
      id: '00000000-0000-4000-8000-00000000beef',
      status: 'paid',
      payment: { ...noMoney, acceptedCents },
      createdAt: '2026-11-20T06:00:00Z',
      customerName: 'Ada',
      delivery: { price: null },
      items: [{ id: 'i', productId: 'p', productName: 'Auger', quantity: 1, price: 2000 }],
    },
    models: {},
    refunds,
  }) as unknown as OrderDetails;

const totals = () =>
  screen
    .getAllByRole('row')
    .slice(2)
    .map((row) => row.textContent.replaceAll('\u00a0', ' '));

test('a receipt shows what was received, what was refunded of it, and the balance', () => {
  // The second is a charge too many, which was never received for the order.
  const refunds = [
    { amountCents: 50_000, isWhole: false },
    { amountCents: 200_000, isWhole: true },
  ];
  renderInShop(<Receipt details={detailsOf(150_000, refunds)} payment={payment} />);
  expect(totals()).toEqual(['Total receivedKES 2,000', 'RefundedKES 500', 'BalanceKES 1,500']);
});

test('a receipt without refunds has the total alone', () => {
  renderInShop(<Receipt details={detailsOf(200_000)} payment={payment} />);
  expect(totals()).toEqual(['Total receivedKES 2,000']);
  expect(screen.queryByText('Last partial payment')).toBeNull();
});

test('a receipt of an order that was paid in parts does not say that all of it was paid by the last one', () => {
  renderInShop(
    <Receipt details={detailsOf(200_000)} payment={{ ...payment, method: 'cash', amount: 1500 }} />,
  );
  const label = screen.getByText('Last partial payment');
  expect(label.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')).toBe('KES 1,500');
  screen.getByText('Cash');
});
