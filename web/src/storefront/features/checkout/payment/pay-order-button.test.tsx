import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerApi, findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { PayOrderButton } from './pay-order-button.tsx';

const press = async () => {
  const user = renderInShop(<PayOrderButton orderId="84fa5082-c0a5-4551-a924-936301add454" />);
  await user.click(screen.getByRole('button', { name: 'Pay by Card' }));
};

test('without a connection it says so, and can be pressed again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await press();
  await findToast('Order Failed', 'No connection. Check your connection and try again.');
  expect(screen.getByRole('button', { name: 'Pay by Card' }).getAttribute('aria-busy')).toBeNull();
});

test('a refusal is shown in the shop’s words', async () => {
  answerApi(409, { code: 'order_outdated', message: 'This order is more than three days old.' });
  await press();
  await findToast('Order Failed', 'This order is more than three days old.');
});
