import type { OrderDetails } from '@contract/admin-orders.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../../../testing/render-in-shop.tsx';
import { OrderSteps } from './order-steps.tsx';

test.each([
  ['pay', 1],
  ['wait', 0],
])('an unpaid order whose next step is %s: nothing is offered that the shop refuses', (nextStep, buttons) => {
  const order = { id: 'o1', status: 'pending', nextStep, payment: { receivedCents: 0 }, customerName: 'Ada' };
  const details = { order, refundable: [], refunds: [], completionNeed: 'payment' } as unknown;
  renderInShop(<OrderSteps details={details as OrderDetails} meId="me" />);
  expect(screen.queryAllByRole('button', { name: 'Cancel Order' })).toHaveLength(buttons);
  expect(screen.queryAllByText(/Cancel the order when that is clear/)).toHaveLength(1 - buttons);
});
