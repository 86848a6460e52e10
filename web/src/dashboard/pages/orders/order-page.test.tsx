import { screen, within } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { AdminOrderPage } from './order-page.tsx';

const id = '00000000-0000-4000-8000-00000000beef';
const task = {
  id: 't1',
  title: 'Refund KES 50',
  orderId: id,
  transactionId: 'p1',
  outcomes: ['nothing_received'],
};

test('a task about an order is closed on the page of the order', async () => {
  const order = {
    ...{ id, status: 'pending', nextStep: 'wait', totalAmount: 50, createdAt: '2026-11-22T08:00:00Z' },
    ...{
      customerName: 'Ada',
      customerPhone: '',
      customerEmail: '',
      customerAddress: '',
      items: [],
      shipments: [],
    },
    payment: { receivedCents: 0, acceptedCents: 0, refundedCents: 0, dueAmount: 50 },
    delivery: { countyName: null, price: null },
  };
  let tasks = [task];
  answerDatabase((address, body) => {
    if (!address.endsWith('/close_owner_task')) {
      return {
        ...{
          order,
          tasks,
          payment: null,
          transaction: null,
          heldUntil: null,
          refundable: [],
          refunds: [],
          recorded: [],
          papers: [],
        },
        ...{ timeline: [], models: {}, weights: {}, completionNeed: 'payment' },
        ...{ seller: null, specialPrices: {}, changing: { obstacle: null }, overpaidCents: 0 },
        shipping: { toShip: {}, need: 'payment', isUnpaidAllowed: false, canBeTakenBack: [] },
      };
    }
    tasks = [];
    return { ...task, closingReason: (body as { p_reason: string }).p_reason };
  });
  const user = renderInShop(
    <Routes>
      <Route path="/admin/orders/:id" element={<AdminOrderPage />} />
    </Routes>,
    `/admin/orders/${id}`,
  );
  await user.click(await screen.findByRole('button', { name: 'Close task' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Close task' }));
  await user.click(dialog.getByLabelText('What was done'));
  await user.paste('Asked the bank');
  await user.click(dialog.getByRole('button', { name: 'Close task' }));
  await screen.findByText('Task Closed');
  await expect.poll(() => screen.queryByRole('button', { name: 'Close task' })).toBeNull();
});
