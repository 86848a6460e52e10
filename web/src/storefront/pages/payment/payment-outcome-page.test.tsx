import { getOrder, type Order } from '@contract/orders.ts';
import { act, screen } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noMoney } from '../../../testing/order-states.ts';
import { renderInShop } from '../../../testing/render-in-shop.tsx';
import { terrameter } from '../../../testing/terrameter.ts';
import { addToCart, clearCart, piecesInCart } from '../../features/cart/cart-store.ts';
import { pollForMs } from '../../features/orders/order-polling.ts';
import { PaymentOutcomePage } from './payment-outcome-page.tsx';

const orderId = '3f2a9c1e-0000-4000-8000-000000000454';

/** The shop with links to the pages to which the bank sends the buyer after two payments. */
function openShop() {
  const address = (transaction: string) =>
    `/payment/success?order=${orderId}&TransactionIndex=${transaction}`;
  return renderInShop(
    <Routes>
      <Route
        path="/"
        element={
          <>
            <Link to={address('T-1')}>First payment</Link>
            <Link to={address('T-2')}>Second payment</Link>
            <Link to="/payment/success">No payment</Link>
          </>
        }
      />
      <Route path="/payment/success" element={<PaymentOutcomePage outcome="success" />} />
    </Routes>,
  );
}

/** The shop's reply for the order, at its own address and when the bank is asked. */
function answerOrder(order: Pick<Order, 'status' | 'nextStep' | 'payment'>): void {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith(getOrder.path.replace(':orderId', orderId))
      ? Response.json({ id: orderId, totalAmount: 15_000, ...order })
      : new Promise(() => {}),
  );
}

beforeEach(() => {
  answerOrder({ status: 'paid', nextStep: 'none', payment: noMoney });
  clearCart();
  return clearCart;
});

test('each return from the bank empties the cart once: with Back to this page the items added since stay', async () => {
  const user = openShop();
  const visit = async (name: string) => {
    await user.click(screen.getByRole('link', { name }));
    await screen.findByRole('heading', { name: 'Payment Successful' });
  };
  const leave = () => user.click(screen.getByRole('link', { name: 'Continue Shopping' }));

  addToCart(terrameter);
  await visit('First payment');
  await expect.poll(piecesInCart).toBe(0);

  await leave();
  addToCart(terrameter);
  await visit('First payment');
  expect(piecesInCart()).toBe(1);

  await leave();
  await visit('Second payment');
  await expect.poll(piecesInCart).toBe(0);

  // Nor by the payment before the latest one.
  await leave();
  addToCart(terrameter);
  await visit('First payment');
  expect(piecesInCart()).toBe(1);
});

test('an address without a payment always empties the cart', async () => {
  const user = openShop();
  for (let visit = 1; visit <= 2; visit += 1) {
    addToCart(terrameter);
    await user.click(screen.getByRole('link', { name: 'No payment' }));
    await expect.poll(piecesInCart).toBe(0);
    await user.click(screen.getByRole('link', { name: 'Continue Shopping' }));
  }
});

test('while the bank does not say what it knows, the page leads to My Orders, also once it has stopped asking', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  answerOrder({ status: 'pending', nextStep: 'pay', payment: { ...noMoney, hasBankAnswered: false } });
  openShop();
  await act(async () => screen.getByRole('link', { name: 'First payment' }).click());
  await screen.findByText(/^Asking the bank/);
  const orders = () => screen.getByRole('link', { name: 'View Orders' }).getAttribute('href');
  expect(orders()).toBe('/orders');
  await act(() => vi.advanceTimersByTimeAsync(pollForMs + 1000));
  screen.getByRole('heading', { name: 'Thank you for your order' });
  screen.getByText(/this page has stopped asking/);
  expect(orders()).toBe('/orders');
});
