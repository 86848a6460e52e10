import { screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerApi, fillIn, renderInShop } from '#testing/render-in-shop.tsx';
import { FindOrderPage } from './find-order-page.tsx';

/** Sends the form; the reply is held. The address of the browser follows the link, as with the shop's router. */
async function lookUp() {
  const orderId = '3f2a9c1e-0000-4000-8000-000000000454';
  const { calls, release } = answerApi(200, { orderId, linkKey: 'k' }, { hold: true });
  window.history.pushState(null, '', '/');
  const user = renderInShop(
    <Routes>
      <Route
        path="/"
        element={
          <>
            <FindOrderPage />
            <Link to="/cart" onClick={() => window.history.pushState(null, '', '/cart')}>
              Leave
            </Link>
          </>
        }
      />
      <Route path="/cart" element={<p>The cart</p>} />
      <Route path="/order-confirmation/:id" element={<p>The order</p>} />
    </Routes>,
  );
  await fillIn(user, { 'Order Number': '00000454', 'Email or Phone': 'akinyi@example.com' });
  await user.click(screen.getByRole('button', { name: 'Find My Order' }));
  await expect.poll(() => calls.map(({ path }) => path)).toContain('/api/orders/find');
  return { user, release };
}

test('a buyer who waits is taken to the order', async () => {
  const { release } = await lookUp();
  release();
  await screen.findByText('The order');
});

test('that nothing was found stands in the form as well, after the toast is gone', async () => {
  answerApi(404, { code: 'not_found', message: 'No order has this number and contact.' });
  const user = renderInShop(<FindOrderPage />);
  await fillIn(user, { 'Order Number': '00000454', 'Email or Phone': 'akinyi@example.com' });
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Find My Order' });
  await user.click(button);
  await expect.poll(() => button.form?.textContent).toContain('No order has this number and contact.');
});

test('a buyer who has gone to another page meanwhile is not taken away from it', async () => {
  const { user, release } = await lookUp();
  await user.click(screen.getByRole('link', { name: 'Leave' }));
  release();
  await expect(screen.findByText('The order', {}, { timeout: 200 })).rejects.toThrow();
  screen.getByText('The cart');
});
