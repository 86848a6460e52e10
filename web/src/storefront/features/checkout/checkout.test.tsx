import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  answerApi,
  fillIn,
  findToast,
  messageUnder,
  renderInShop,
} from '../../../testing/render-in-shop.tsx';
import type { CartItem } from '../../lib/cart-item.ts';
import { Checkout } from './checkout.tsx';

const converter = {
  id: 'p1',
  slug: 'converter',
  name: 'Converter 24 V',
  category: 'converters',
  price: 15_000,
  imageUrl: null,
  stock: 5,
} as const;
const lines: CartItem[] = [{ product: converter, quantity: 2 }];

const buyer = {
  'First Name': 'Akinyi',
  'Last Name': 'Odhiambo',
  'Email Address': 'akinyi@example.com',
  'Phone Number': '0712 345 678',
  'Delivery Address': 'Oginga Odinga Street, Kisumu',
};
type Label = keyof typeof buyer;

const payButton = () => screen.getByRole('button', { name: /^(pay via Card|Redirecting to Payment\.\.\.)$/ });

/** The checkout with two converters, filled in but for what is given, and sent. */
async function send(over: Partial<typeof buyer> = {}) {
  const user = renderInShop(
    <Checkout
      lines={lines}
      user={null}
      onFixLine={() => {}}
      onLeaveForBank={() => {}}
      onShowOrder={() => {}}
      heading={<h1>Checkout</h1>}
      empty={<p>Your cart is empty</p>}
    />,
  );
  await fillIn(user, { ...buyer, ...over });
  await user.click(payButton());
}

test.each(Object.keys(buyer) as Label[])(
  'without %s nothing is sent, and the field says so',
  async (label) => {
    const { calls } = answerApi(500, '');
    await send({ [label]: '  ' });
    await findToast('Missing Information', 'Please fill in all required fields');
    await expect
      .poll(() => messageUnder(screen.getByLabelText(label)))
      .toBe('Please fill in all required fields');
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(payButton().textContent).toBe('pay via Card');
    expect(calls).toEqual([]);
  },
);

test('an e-mail address that is none is said under its field', async () => {
  const { calls } = answerApi(500, '');
  await send({ 'Email Address': 'akinyi at example' });
  await screen.findByText('Invalid email address');
  expect(messageUnder(screen.getByLabelText('Email Address'))).toBe('Invalid email address');
  expect(calls).toEqual([]);
});

test('a failure without words is Failed to create order. Please try again.', async () => {
  const { calls, release } = answerApi(500, '', { hold: true });
  await send();
  await expect.poll(() => payButton().textContent).toBe('Redirecting to Payment...');
  expect(payButton().getAttribute('aria-busy')).toBe('true');
  release();
  await findToast('Order Failed', 'Failed to create order. Please try again.');
  await expect.poll(() => payButton().textContent).toBe('pay via Card');
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/orders' });
});

test('the words of a failed order are shown, whoever answered', async () => {
  answerApi(500, { message: 'Orders are paused for ten minutes.' });
  await send();
  await findToast('Order Failed', 'Orders are paused for ten minutes.');
});
