import type { OrderDetails } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../../../testing/render-in-shop.tsx';
import { PackingSlip } from './packing-slip.tsx';

const detailsOf = (status: string) =>
  ({
    order: {
      id: '00000000-0000-4000-8000-00000000beef',
      status,
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
