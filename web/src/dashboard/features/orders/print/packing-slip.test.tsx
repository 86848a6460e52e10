import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderPayment } from '@contract/orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { PackingSlip } from './packing-slip.tsx';

const detailsOf = (status: string, payment: OrderPayment = { ...noMoney, acceptedCents: 100_000 }) =>
  ({
    order: {
      id: '00000000-0000-4000-8000-00000000beef',
      status,
      payment,
      createdAt: '2026-11-20T06:00:00Z',
      customerName: 'Ada',
      customerPhone: '+254712345678',
      customerEmail: 'ada@example.com',
      customerAddress: 'Kisumu',
      items: [{ id: 'i', productId: 'p', productName: 'Auger', quantity: 1, price: 1000 }],
    },
    weights: {},
    models: {},
  }) as unknown as OrderDetails;

test.each([
  ['pending', 1],
  ['failed', 1],
  ['cancelled', 1],
  ['paid', 0],
  ['completed', 0],
])('the packing slip of a %s order says UNPAID %i times', (status, times) => {
  renderInShop(<PackingSlip details={detailsOf(status)} />);
  expect(screen.queryAllByText('UNPAID')).toHaveLength(times);
});

test.each([
  [50_000, 0],
  [0, 1],
])(
  'the packing slip of a paid order of which %i cents were not refunded says REFUNDED %i times',
  (kept, times) => {
    const payment = { ...noMoney, acceptedCents: kept, refundedCents: 100_000 - kept };
    renderInShop(<PackingSlip details={detailsOf('paid', payment)} />);
    expect(screen.queryAllByText('REFUNDED')).toHaveLength(times);
  },
);
