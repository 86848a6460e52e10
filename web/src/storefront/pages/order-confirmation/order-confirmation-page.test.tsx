import type { Order } from '@contract/orders.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderMessage } from '../../../lib/order-message.ts';
import { everyOrderState, noMoney } from '../../../testing/order-states.ts';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { OrderConfirmationPage } from './order-confirmation-page.tsx';

const order: Order = {
  id: '6f9619ff-8b86-d011-b42d-00c01ad4fc96',
  view: 'full',
  linkKey: '1.key',
  userId: null,
  customerName: 'Ada Lovelace',
  customerEmail: 'ada@example.com',
  customerPhone: '+254712345678',
  customerAddress: 'Milimani, Kisumu',
  totalAmount: 15_000,
  status: 'pending',
  nextStep: 'pay',
  payment: noMoney,
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-20T09:00:00.000Z',
  delivery: {
    county: null,
    countyName: null,
    zone: null,
    promise: '2-3 business days',
    low: null,
    high: null,
    freeBecause: null,
    price: null,
  },
  items: [
    {
      id: 'i1',
      orderId: '6f9619ff-8b86-d011-b42d-00c01ad4fc96',
      productId: 'p1',
      productName: 'Orion-Tr 24/12-10',
      quantity: 1,
      price: 15_000,
      createdAt: '2026-11-20T09:00:00.000Z',
    },
  ],
};

/** One state for each message that the page can show. */
const states = [
  ...new Map(
    everyOrderState.map((state) => [JSON.stringify(orderMessage({ ...order, ...state.order })), state]),
  ).values(),
];

test.each(states)('an order that is $name: its state first, then one next step', async (state) => {
  const shown = { ...order, ...state.order };
  answerApi(200, shown);
  renderInShop(<OrderConfirmationPage />);
  const { heading, money, title, sentence, nextStep } = orderMessage(shown);
  await screen.findByText(title);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  for (const part of [title, sentence, money]) expect(words).toContain(part.replaceAll('\u00a0', ' '));
  // The next step is above all other actions.
  const actions = within(document.body)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(actions[0]).toBe(nextStep === 'pay' ? 'Continue to Payment' : 'Track Order');
  expect(actions.includes('Continue to Payment')).toBe(nextStep === 'pay');
  expect(words.includes('Estimated Delivery')).toBe(heading === 'Order Confirmation');
});
