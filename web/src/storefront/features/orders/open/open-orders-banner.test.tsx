import type { OpenOrder } from '@contract/orders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerApi, findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { unpaidOrder as unpaid } from '#testing/open-order.ts';
import { OpenOrdersBanner } from './open-orders-banner.tsx';

const undecided: OpenOrder = { ...unpaid, id: unpaid.id.replace('454', '455'), nextStep: 'wait' };

const show = (...orders: OpenOrder[]) =>
  renderInShop(
    <OpenOrdersBanner
      orders={orders}
      isChecking={false}
      renderPay={({ id }) => <button>Pay {id.slice(-3)}</button>}
    />,
  );
const lines = () => screen.getAllByRole('listitem');
const textOf = (line: HTMLElement) => line.querySelector('p')?.textContent.replaceAll('\u00a0', ' ');

test('an unpaid order is named with its number and amount, and can be paid, viewed and cancelled', () => {
  show(unpaid);
  expect(textOf(lines()[0]!)).toBe('Order #01ADD454, KES 85,000, is waiting for your payment.');
  screen.getByRole('button', { name: 'Pay 454' });
  screen.getByRole('button', { name: 'Cancel order #01ADD454' });
  const view = screen.getByRole('link', { name: 'View order #01ADD454' });
  expect(view.getAttribute('href')).toBe(`/order-confirmation/${unpaid.id}`);
});

test('an undecided order waits for the bank and can only be viewed', () => {
  show(undecided);
  expect(textOf(lines()[0]!)).toBe(
    'Order #01ADD455, KES 85,000, is waiting for the bank. Please do not pay again.',
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
  screen.getByRole('link', { name: 'View order #01ADD455' });
});

test('an order of which a payment was announced is paid on its page, which says what is open', () => {
  show({ ...unpaid, announcedCents: 3_000_000 });
  expect(textOf(lines()[0]!)).toBe(
    'Order #01ADD454, KES 85,000, has a payment by M-Pesa that is being checked.',
  );
  expect(screen.queryAllByRole('button')).toEqual([]);
  screen.getByRole('link', { name: 'View order #01ADD454' });
});

test('of a partly paid order the rest is due, and it cannot be cancelled here', () => {
  show({ ...unpaid, dueAmount: 35_000, roundedCents: 50 });
  expect(textOf(lines()[0]!)).toBe('Order #01ADD454, KES 34,999.50 of KES 85,000, is still to be paid.');
  screen.getByRole('button', { name: 'Pay 454' });
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test('after Keep the focus is on the cancel button', async () => {
  const user = show(unpaid);
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Cancel/ }));
});

test('after a cancellation the focus is on the heading of the page', async () => {
  answerApi(200, { ...unpaid, status: 'cancelled' });
  const user = renderInShop(
    <main>
      <h1 tabIndex={-1}>My page</h1>
      <OpenOrdersBanner orders={[unpaid]} isChecking={false} renderPay={() => null} />
    </main>,
  );
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My page' })));
});

test('without such an order nothing is shown', () => {
  show();
  expect(screen.queryByRole('region', { name: 'Orders that are not paid yet' })).toBeNull();
});

test('three orders are shown, with a link to the others', () => {
  show(...[0, 1, 2, 3, 4].map((last) => ({ ...unpaid, id: unpaid.id.slice(0, -1) + last })));
  expect(lines()).toHaveLength(3);
  expect(screen.getByRole('link', { name: '2 more in My Orders' }).getAttribute('href')).toBe('/orders');
});

test('an order is cancelled after a confirmation, which can be declined', async () => {
  const { calls } = answerApi(200, { ...unpaid, status: 'cancelled' });
  const user = show(unpaid);
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  const keep = screen.getByRole('button', { name: 'Keep Order' });
  expect(document.activeElement).toBe(keep);
  await user.click(keep);
  expect(calls).toEqual([]);
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  await user.click(within(screen.getByRole('group')).getByRole('button', { name: 'Cancel Order' }));
  await findToast('Order cancelled', 'Order #01ADD454 is cancelled.');
  expect(calls).toMatchObject([{ method: 'POST', path: `/api/orders/${unpaid.id}/cancel` }]);
});

test('a refusal is explained, and the order stays', async () => {
  answerApi(409, { code: 'payment_undecided', message: 'Your payment is not confirmed yet.' });
  const user = show(unpaid);
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
  await findToast('Order not cancelled', 'Your payment is not confirmed yet.');
  expect(lines()).toHaveLength(1);
});

test('an unexpected failure is shown with the reference of its request', async () => {
  const requestId = '3f2a9c1e-0000-4000-8000-000000000000';
  answerApi(500, { code: 'internal', message: 'Something went wrong on our side.', requestId });
  const user = show(unpaid);
  await user.click(screen.getByRole('button', { name: /^Cancel/ }));
  await user.click(screen.getByRole('button', { name: 'Cancel Order' }));
  await findToast('Order not cancelled', 'Reference 3f2a9c1e');
});
