import { screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerApi, fillIn, findToast, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { Checkout } from './checkout.tsx';

afterEach(() => void vi.useRealTimers());

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

const delivery = { county: null, quote: undefined, isLoading: false, field: null, onChanged: () => {} };

/** The checkout with two converters. */
const checkout = (over: Partial<ComponentProps<typeof Checkout>> = {}) => (
  <Checkout
    lines={lines}
    delivery={delivery}
    user={null}
    onFixLine={() => {}}
    renderQuantity={() => null}
    onLeaveForBank={() => {}}
    onShowOrder={() => {}}
    heading={<h1>Checkout</h1>}
    empty={<p>Your cart is empty</p>}
    {...over}
  />
);
const openCheckout = () => renderInShop(checkout());

/** Opens the checkout, fills it in and submits it; `over` replaces values. */
async function send(over: Partial<typeof buyer> = {}) {
  const user = openCheckout();
  await fillIn(user, { ...buyer, ...over });
  await user.click(payButton());
}

test.each(Object.keys(buyer) as Label[])(
  'without %s nothing is sent, and the field shows an error',
  async (label) => {
    const { calls } = answerApi(500, '');
    await send({ [label]: '  ' });
    await findToast('Missing Information', 'Please fill in all required fields');
    await expect
      .poll(() => messageUnder(screen.getByLabelText(label)))
      .toBe(`Enter your ${label.toLowerCase()}`);
    expect(document.activeElement).toBe(screen.getByLabelText(label));
    expect(payButton().textContent).toBe('pay via Card');
    expect(calls).toEqual([]);
  },
);

test('while the order is being placed, no toast says that something is missing', async () => {
  answerApi(500, '');
  const user = openCheckout();
  await user.click(payButton());
  await findToast('Missing Information', 'Please fill in all required fields');
  vi.spyOn(window, 'fetch').mockReturnValue(new Promise(() => {}));
  await fillIn(user, buyer);
  await user.click(payButton());
  await expect.poll(() => payButton().textContent).toBe('Redirecting to Payment...');
  expect(screen.queryByText('Missing Information')).toBeNull();
});

test.each([
  ['First Name', 'text', 'given-name'],
  ['Last Name', 'text', 'family-name'],
  ['Email Address', 'email', 'email'],
  ['Phone Number', 'tel', 'tel'],
  ['Delivery Address', 'textarea', 'street-address'],
])('%s is required, a field of type %s, and filled in by the browser as %s', (label, type, autocomplete) => {
  openCheckout();
  expect(screen.getByLabelText(label)).toMatchObject({ required: true, type, autocomplete });
});

test('an invalid e-mail address is reported under its field', async () => {
  const { calls } = answerApi(500, '');
  await send({ 'Email Address': 'akinyi at example' });
  await screen.findByText('Invalid email address');
  expect(messageUnder(screen.getByLabelText('Email Address'))).toBe('Invalid email address');
  expect(calls).toEqual([]);
});

test('a failure without a message is Failed to create order. Please try again.', async () => {
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

test('the message of a failed order is shown, also when the shop did not send it', async () => {
  answerApi(500, { message: 'Orders are paused for ten minutes.' });
  await send();
  await findToast('Order Failed', 'Orders are paused for ten minutes.');
});

test('a browser that is online before the shop can be reached keeps waiting, and sends the same order until it arrives', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit = {}) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return keys.length < 3
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ message: 'Orders are paused for ten minutes.' }, { status: 500 }));
  });
  await send();
  await screen.findByText('No connection');
  expect(keys).toHaveLength(1);

  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => keys.length).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  await screen.findByText('No connection');
  await vi.advanceTimersByTimeAsync(5000);
  await findToast('Order Failed', 'Orders are paused for ten minutes.');
  expect(screen.queryByText('No connection')).toBeNull();
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
});

/** A shop that cannot be reached; returns the keys of the orders that were sent to it. */
function unreachableShop() {
  const keys: (string | null)[] = [];
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit = {}) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  return keys;
}

test('a browser that thinks it is online says that the order failed, and sends the same order again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const keys = unreachableShop();
  await send();
  await findToast('Order Failed', 'Failed to create order. Please try again.');
  await screen.findByText('No connection');
  await vi.advanceTimersByTimeAsync(5000);
  await expect.poll(() => keys.length).toBe(2);
  expect(new Set(keys).size).toBe(1);
});

test('an order that waits for the connection is not sent by itself with another county or delivery price', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const keys = unreachableShop();
  function ChangingDelivery() {
    const [county, setCounty] = useState('042');
    return (
      <>
        <button onClick={() => setCounty('047')}>Nairobi</button>
        {checkout({ delivery: { ...delivery, county } })}
      </>
    );
  }
  const user = renderInShop(<ChangingDelivery />);
  await fillIn(user, buyer);
  await user.click(payButton());
  await screen.findByText('No connection');
  await user.click(screen.getByRole('button', { name: 'Nairobi' }));
  await screen.findByText('Your order is not confirmed yet');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(keys).toHaveLength(1);
});

test('nor is it sent by hand while the price for that county is being loaded', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const keys = unreachableShop();
  function LoadingDelivery() {
    const [isLoading, setIsLoading] = useState(false);
    return (
      <>
        <button onClick={() => setIsLoading(true)}>Nairobi</button>
        {checkout({ delivery: { ...delivery, county: isLoading ? '047' : '042', isLoading } })}
      </>
    );
  }
  const user = renderInShop(<LoadingDelivery />);
  await fillIn(user, buyer);
  await user.click(payButton());
  await screen.findByText('No connection');
  await user.click(screen.getByRole('button', { name: 'Nairobi' }));
  await user.click(await screen.findByRole('button', { name: 'Send the order now' }));
  expect(keys).toHaveLength(1);
});

test('while the price of delivery is being loaded, nothing can be sent', () => {
  renderInShop(checkout({ delivery: { ...delivery, county: '042', isLoading: true } }));
  expect(payButton()).toHaveProperty('disabled', true);
});

test('an order that was cancelled after its reply was lost is ordered anew under another key', async () => {
  const keys: (string | null)[] = [];
  const order = { id: '84fa5082-c0a5-4551-a924-936301add454', status: 'cancelled', nextStep: 'none' };
  vi.stubGlobal('fetch', (_: string, { headers }: RequestInit = {}) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    const [status, body] =
      keys.length === 1
        ? [409, { code: 'order_closed', message: 'Nothing is due for this order.', order }]
        : [500, { message: 'Orders are paused for ten minutes.' }];
    return Promise.resolve(Response.json(body, { status }));
  });
  await send();
  await findToast('Order Failed', 'Orders are paused for ten minutes.');
  expect(keys).toHaveLength(2);
  expect(keys[1]).toBeTruthy();
  expect(keys[1]).not.toBe(keys[0]);
});

test('names the terms and the privacy page before the pay button', () => {
  openCheckout();
  for (const [name, address] of [
    ['Terms of Sale', '/terms'],
    ['Privacy', '/privacy'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect(link.getAttribute('href')).toBe(address);
    expect(link.compareDocumentPosition(payButton()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  }
});

test('a browser that blocks all cookies is told before anything is typed', () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  openCheckout();
  screen.getByText('Your browser blocks cookies');
});
