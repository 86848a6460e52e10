import { getOrder, type Order } from '@contract/orders.ts';
import { act, screen, within } from '@testing-library/react';
import { Link, Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ShopRoutes } from '#app/routes.tsx';
import { noMoney, sentAtOnce } from '#testing/order-states.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { addToCart, piecesInCart } from '#storefront/features/cart/cart-store.ts';
import { pollForMs } from '#storefront/features/orders/orders-queries.ts';
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
function answerOrder(order: Pick<Order, 'status' | 'nextStep' | 'word' | 'payment'>): void {
  vi.stubGlobal('fetch', async (path: string) =>
    path.startsWith(getOrder.path.replace(':orderId', orderId))
      ? Response.json({ id: orderId, totalAmount: 15_000, delivery: sentAtOnce, ...order })
      : new Promise(() => {}),
  );
}

beforeEach(() => {
  answerOrder({ status: 'paid', word: 'paid', nextStep: 'none', payment: noMoney });
});

test('the payment of a rest shows its own sum, and what is paid in all', async () => {
  const payment = { ...noMoney, dueAmount: 0, lastCents: 44_800_000, acceptedCents: 64_000_000 };
  answerOrder({ status: 'paid', word: 'paid', nextStep: 'none', payment });
  const user = openShop();
  await user.click(screen.getByRole('link', { name: 'First payment' }));
  await screen.findByText('KES 448,000');
  expect(screen.getByText('KES 640,000')).toBeDefined();
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
  answerOrder({
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { ...noMoney, hasBankAnswered: false },
  });
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

/** Opens an outcome page by its address; returns its content. */
async function openAddress(path: string) {
  renderInShop(<ShopRoutes />, path);
  const main = within(screen.getByRole('main'));
  await main.findByRole('heading', { level: 1 });
  return main;
}

/** The details of an outcome page, by label. */
const figures = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((label) => [
      label.textContent,
      label.nextElementSibling?.textContent.replaceAll('\u00a0', ' '),
    ]),
  );
const actionsOf = (main: Awaited<ReturnType<typeof openAddress>>) =>
  main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

test.each([
  {
    path: '/payment/success',
    title: 'Thank you for your order',
    details: { 'Order ID': 'N/A', 'Transaction ID': 'N/A', 'Payment Method': 'Card' },
    actions: [
      ['View Orders', '/orders'],
      ['Continue Shopping', '/'],
    ],
  },
  {
    path: '/payment/failed',
    title: 'Payment Failed',
    details: { 'Order ID': 'N/A', 'Error Code': 'Unknown', Reason: 'Payment could not be processed' },
    actions: [
      ['Try Again', '/checkout'],
      ['Back to Shopping', '/'],
    ],
  },
  {
    path: '/payment/try-later',
    title: 'Payment Processing',
    details: { 'Order ID': 'N/A' },
    actions: [
      ['Check Order Status', '/orders'],
      ['Back to Shopping', '/'],
    ],
  },
  {
    path: '/payment/error',
    title: 'Payment Error',
    details: {
      'Order ID': 'N/A',
      Details: 'An unexpected error occurred during payment processing',
    },
    actions: [
      ['Try Again', '/checkout'],
      ['Return to Home', '/'],
    ],
  },
])('$path without parameters shows its defaults', async ({ path, title, details, actions }) => {
  const main = await openAddress(path);
  await main.findByRole('heading', { level: 1, name: title });
  expect(figures()).toEqual(details);
  expect(actionsOf(main)).toEqual(actions);
  // What to do stands above the numbers.
  const above = document.querySelector('dl')?.previousElementSibling?.textContent;
  expect(above).toBe(actions.map(([label]) => label).join(''));
});

describe.each([
  ['failed', 'Checking your payment', 'We are checking your payment'],
  ['error', 'Payment Error', 'Payment Error'],
])('/payment/%s, opened by its address', (page, checking, unknown) => {
  test('asks the bank first, and denies nothing before it has answered', async () => {
    const before = {
      id: orderId,
      totalAmount: 15_000,
      status: 'failed',
      word: 'payment_failed',
      nextStep: 'pay',
      payment: noMoney,
      delivery: sentAtOnce,
    };
    let answer: (reply: Response) => void = () => {};
    vi.stubGlobal('fetch', async (path: string) =>
      path.endsWith('/check') ? new Promise((resolve) => (answer = resolve)) : Response.json(before),
    );
    const main = await openAddress(`/payment/${page}?order=${orderId}`);
    main.getByRole('heading', { level: 1, name: checking });
    main.getByText(/^Checking your payment/);
    expect(figures()).toEqual({ 'Order ID': 'N/A' });
    expect(main.queryByText(/did not|try again/i)).toBeNull();
    await expect.poll(() => answer.length).toBe(1);
    answer(Response.json({ ...before, status: 'paid', word: 'paid', nextStep: 'none' }));
    await main.findByRole('heading', { level: 1, name: 'Payment Successful' });
    expect(figures()).toEqual({
      'Order Number': '#IC-00000454',
      Amount: 'KES 15,000',
      'Order ID': 'DON-1',
    });
  });

  test('while the shop cannot be asked, says that it is checking', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'service_unavailable' }, { status: 503 }));
    const main = await openAddress(`/payment/${page}?order=${orderId}`);
    await main.findByText(/could not look up your order/);
    main.getByRole('heading', { level: 1, name: unknown });
    expect(main.queryByRole('link', { name: 'Try Again' })).toBeNull();
  });
});

describe('an address that names no order of this visitor', () => {
  const countRequests = () => {
    let requests = 0;
    vi.stubGlobal('fetch', async () => {
      requests += 1;
      return Response.json({ code: 'order_not_found', message: '' }, { status: 404 });
    });
    return () => requests;
  };

  test.each(['abc', '1', `${orderId}0`])('with %j for its id asks the shop nothing', async (id) => {
    const requests = countRequests();
    await openAddress(`/payment/failed?order=${id}`);
    expect(screen.queryByText(/Checking/)).toBeNull();
    expect(requests()).toBe(0);
  });

  test('asks once', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const requests = countRequests();
    await openAddress(`/payment/failed?order=${orderId}`);
    await screen.findByText(/could not look up your order/);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(requests()).toBe(1);
  });
});

describe('what the bank reports in the URL', () => {
  const reported = `order=${orderId}&Ecom_ConsumerOrderID=DON-17&ErrorCode=5`;

  test('is shown with an order of this browser', async () => {
    answerOrder({ status: 'failed', word: 'payment_failed', nextStep: 'pay', payment: noMoney });
    const main = await openAddress(`/payment/failed?${reported}&ErrorMessage=Card%20declined`);
    await main.findByText('Card declined');
    expect(figures()).toMatchObject({ 'Order ID': 'DON-17', 'Error Code': '5', Reason: 'Card declined' });
  });

  test('is shown as details of an error, too', async () => {
    answerOrder({ status: 'failed', word: 'payment_failed', nextStep: 'pay', payment: noMoney });
    const main = await openAddress(`/payment/error?${reported}&ErrorDetails=Merchant%20unknown`);
    await main.findByText('Merchant unknown');
  });

  test('is shown without an order, too', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ code: 'order_not_found' }, { status: 404 }));
    await openAddress(`/payment/failed?${reported}&ErrorMessage=Your%20card%20was%20charged%20twice`);
    await screen.findByText(/could not look up your order/);
    expect(figures()).toEqual({
      'Order ID': 'DON-17',
      'Error Code': '5',
      Reason: 'Your card was charged twice',
    });
  });

  test('is the transaction of a paid order, with its number and amount', async () => {
    const main = await openAddress(
      `/payment/success?order=${orderId}&Ecom_ConsumerOrderID=DON-19&TransactionIndex=T-1`,
    );
    await main.findByRole('heading', { level: 1, name: 'Payment Successful' });
    expect(figures()).toEqual({
      'Order Number': '#IC-00000454',
      Amount: 'KES 15,000',
      'Order ID': 'DON-19',
      'Transaction ID': 'T-1',
      'Payment Method': 'Card',
    });
    expect(actionsOf(main)).toEqual([
      ['View Order', `/order-confirmation/${orderId}`],
      ['My Orders', '/orders'],
      ['Continue Shopping', '/'],
    ]);
  });

  test('is not trusted: an order that is not paid is not called paid', async () => {
    answerOrder({ status: 'pending', word: 'not_paid', nextStep: 'pay', payment: noMoney });
    const main = await openAddress(`/payment/success?order=${orderId}&TransactionIndex=forged`);
    await main.findByRole('heading', { name: 'We are confirming your payment with the bank' });
    expect(screen.queryByText('Payment Successful')).toBeNull();
  });
});
