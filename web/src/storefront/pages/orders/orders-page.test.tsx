import { screen, within } from '@testing-library/react';
import { Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { answerDatabase } from '#testing/answer-database.ts';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { wholeOrder } from '#testing/whole-order.ts';
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

test('an order is listed with its number, day, status, total, contact and items', async () => {
  answerApi(200, [wholeOrder]);
  renderInShop(<OrdersPage />);
  const card = await screen.findByRole('article', { name: 'Order #1AD4FC96' });
  const head = card.querySelector('header')?.textContent.replaceAll('\u00a0', ' ');
  for (const part of [orderStatusLabels.pending, '20 Nov 2026, 12:00', 'KES 15,000'])
    expect(head).toContain(part);
  for (const part of ['Ada Lovelace', 'ada@example.com', '+254712345678', 'Milimani, Kisumu'])
    within(card).getByText(part);
  const item = within(card).getByRole('link', { name: 'Orion-Tr 24/12-10' });
  expect(item.getAttribute('href')).toBe('/product/p1');
});

test('an order on account is called so once', async () => {
  const payment = { ...wholeOrder.payment, termsDays: 30, owedBy: null };
  answerApi(200, [{ ...wholeOrder, nextStep: 'pay', word: 'not_paid', payment }]);
  renderInShop(<OrdersPage />);
  const card = await screen.findByRole('article', { name: 'Order #1AD4FC96' });
  expect(within(card).getAllByText('On account')).toHaveLength(1);
});

test('an order that waits for its buyer can be paid from the list once the bank was asked, another cannot', async () => {
  let hasBankAnswered = false;
  answerDatabase((address) => {
    if (address.endsWith('/check')) hasBankAnswered = true;
    return [
      { ...wholeOrder, payment: { ...wholeOrder.payment, hasBankAnswered } },
      {
        ...wholeOrder,
        id: '00000000-0000-4000-8000-0000000000aa',
        status: 'paid',
        word: 'paid',
        nextStep: 'none',
      },
    ];
  });
  renderInShop(<OrdersPage />);
  expect(
    (await screen.findAllByRole('button', { name: /^Pay/ })).map(({ textContent }) => textContent),
  ).toEqual(['Pay order #1AD4FC96']);
  // Nor cancelled.
  expect(screen.getAllByRole('button', { name: /^Cancel order/ })).toHaveLength(1);
  screen.getByText('Waiting for your payment');
});

function BackButton() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

test('twenty orders are shown, and more of them by a button; they are still there after a look at one', async () => {
  const all = Array.from({ length: 41 }, (_, index) => ({
    ...wholeOrder,
    id: `00000000-0000-4000-8000-${String(100 - index).padStart(12, '0')}`,
  }));
  answerDatabase((address) => {
    const asked = new URL(address, 'http://shop').searchParams;
    const start = all.findIndex(({ id }) => asked.get('before') === `${wholeOrder.createdAt},${id}`) + 1;
    return address.startsWith('/api/orders') ? all.slice(start, start + Number(asked.get('limit'))) : {};
  });
  const user = renderInShop(
    <Routes>
      <Route path="/orders" element={<OrdersPage />} />
      <Route path="*" element={<BackButton />} />
    </Routes>,
    '/orders',
  );
  const more = () => screen.findByRole('button', { name: 'Show more orders' });
  await more();
  expect(screen.getAllByRole('article')).toHaveLength(20);
  await user.click(await more());
  await expect.poll(() => screen.getAllByRole('article').length).toBe(40);
  // Where the button was, the next order begins.
  await expect.poll(() => document.activeElement?.textContent).toBe('Order #00000080');
  await user.click(await more());
  await screen.findByRole('article', { name: 'Order #00000060' });
  expect(screen.queryByRole('button', { name: 'Show more orders' })).toBeNull();

  await user.click(screen.getByRole('link', { name: 'View Order #00000060' }));
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(screen.getAllByRole('article')).toHaveLength(41);
  expect(document.activeElement).toBe(document.body);
});

test('when orders cannot be loaded the reason is shown once, with a retry button', async () => {
  const { calls } = answerApi(500, { code: 'internal', message: 'The book is lost.' });
  const user = renderInShop(<OrdersPage />);
  await screen.findByText('Error loading orders: The book is lost.');
  expect(calls).toHaveLength(1);
  answerApi(200, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No orders yet');
});
