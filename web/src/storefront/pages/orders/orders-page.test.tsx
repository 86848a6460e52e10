import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, renderInShop } from '../../../testing/render-in-shop.tsx';
import { OrdersPage } from './orders-page.tsx';

const greyLines = (container: Element) => container.querySelectorAll('span[aria-hidden=true]').length;

test('while the orders are loading, skeleton cards are shown', async () => {
  const { release } = answerApi(503, '', { hold: true });
  renderInShop(<OrdersPage />);
  const loading = (await screen.findByText('Loading your orders')).closest('[role=status]') as Element;
  expect(greyLines(loading)).toBe(8);
  release();
  await screen.findByText(/^Error loading orders: 503/);
  expect(greyLines(document.body)).toBe(0);
});

test('a guest without orders can delete what they typed in this browser too', async () => {
  answerApi(200, []);
  renderInShop(<OrdersPage />);
  await screen.findByText('No orders yet');
  await screen.findByRole('button', { name: 'Forget This Browser' });
});
