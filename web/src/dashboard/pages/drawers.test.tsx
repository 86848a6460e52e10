import { screen } from '@testing-library/react';
import { Link, Route, Routes, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { MessagesTab } from '../features/messages/messages-list.tsx';
import { AdminOrderPage } from './orders/order-page.tsx';
import { TransactionsTab } from './transactions/transactions-tab.tsx';

const id = '00000000-0000-4000-8000-00000000beef';

function Back() {
  const navigate = useNavigate();
  return <button onClick={() => void navigate(-1)}>Back</button>;
}

test.each([
  ['payment', '/admin/transactions', 'transaction', <TransactionsTab />],
  ['message', '/admin/messages', 'message', <MessagesTab />],
  ['message', `/admin/orders/${id}`, 'message', <AdminOrderPage />],
])('Back closes the drawer of a %s and stays at %s', async (noun, path, parameter, page) => {
  // The drawer and its page are there, whatever could be read.
  answerDatabase(() => Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 }));
  const shell = (
    <>
      <Link to={`${path}?${parameter}=${id}`}>Open</Link>
      <Back />
      {page}
    </>
  );
  const user = renderInShop(
    <Routes>
      <Route path="/admin/orders/:id" element={shell} />
      <Route path="*" element={shell} />
    </Routes>,
    path,
  );
  const drawer = () => screen.queryByRole('button', { name: `Close the ${noun}` });
  expect(drawer()).toBeNull();
  await user.click(screen.getByRole('link', { name: 'Open' }));
  expect(drawer()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Back', hidden: true }));
  await expect.poll(drawer).toBeNull();
  screen.getByRole('link', { name: 'Open' });
});
