import { checkPayment, getOrder, type Order, payOrder } from '@contract/orders.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noMoney } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { rememberPlacedOrder } from '#storefront/features/checkout/payment/order-key.ts';
import { EmptyCheckout } from './empty-checkout.tsx';

const orderId = '3f2a9c1e-0000-4000-8000-000000000454';

const unpaid = {
  id: orderId,
  status: 'pending',
  word: 'not_paid',
  nextStep: 'pay',
  payment: noMoney,
} as Order;
const beingChecked = { ...unpaid, payment: { ...noMoney, hasBankAnswered: false } } as Order;

const pathOf = ({ path }: { path: string }) => path.replace(':orderId', orderId);

/** The reply to each path, changed by the test as the state of the order changes. */
let replies: Record<string, unknown>;

beforeEach(() => {
  replies = {};
  vi.stubGlobal('fetch', async (path: string) => {
    const reply = replies[path];
    return reply === undefined ? new Promise(() => {}) : Response.json(reply);
  });
  rememberPlacedOrder(
    { key: 'key', content: '{}', order: null },
    { id: orderId, lines: [{ product: terrameter, quantity: 1 }] },
  );
});

const payButton = () => screen.queryByRole('button', { name: 'Pay by Card' });

test('after Back from the bank’s page nobody is asked to pay before the bank has said that it knows of no payment', async () => {
  replies[pathOf(getOrder)] = beingChecked;
  renderInShop(<EmptyCheckout />);
  await screen.findByText(/Checking your payment/);
  expect(payButton()).toBeNull();

  replies[pathOf(checkPayment)] = unpaid;
  await screen.findByRole('button', { name: 'Pay by Card' });
});

test('nobody waits for another request before the bank’s page', async () => {
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  replies[pathOf(getOrder)] = unpaid;
  const user = renderInShop(<EmptyCheckout />);
  const button = await screen.findByRole('button', { name: 'Pay by Card' });

  // The order itself gets no reply from here on.
  replies[pathOf(payOrder)] = {
    success: true,
    order: unpaid,
    payment: { action: 'https://bank.example/pay', method: 'POST', fields: {} },
  };
  await user.click(button);
  await expect.poll(() => submit.mock.calls.length).toBe(1);
});
