import { leftByPrompt, mpesaIsSilent } from '@contract/mpesa.ts';
import { cleanup, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  answerApi,
  fillIn,
  findToast,
  messageUnder,
  renderInShop,
  WithShopDetails,
} from '#testing/render-in-shop.tsx';
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

const delivery = {
  county: null,
  quote: undefined,
  isLoading: false,
  field: null,
  renderQuestion: () => null,
  onChanged: () => {},
};

/** The checkout with two converters. */
const checkout = (over: Partial<ComponentProps<typeof Checkout>> = {}) => (
  <Checkout
    lines={lines}
    delivery={delivery}
    user={null}
    isChanged={() => false}
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

test('who pays by transfer reads for how long the items are kept; where no transfer is taken, nothing', () => {
  const kept = /we take the order and keep the items until it arrives, for up to 7 days\./;
  renderInShop(<WithShopDetails details={{ bank: 'Bank of Kisumu' }}>{checkout()}</WithShopDetails>);
  expect(document.body.textContent).toMatch(kept);
  cleanup();
  renderInShop(<WithShopDetails details={{ bank: '' }}>{checkout()}</WithShopDetails>);
  expect(document.body.textContent).not.toMatch(kept);
});

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

test('without a county its field is one press away from the total; prices include VAT, which is said once', async () => {
  const field = <input name="county" aria-label="Delivery County" />;
  const user = renderInShop(checkout({ delivery: { ...delivery, field } }));
  await user.click(screen.getByRole('button', { name: 'Which county is it for?' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Delivery County'));
  expect(screen.getAllByText(/Prices include VAT/)).toHaveLength(1);
  cleanup();
  renderInShop(checkout({ delivery: { ...delivery, field, county: '042' } }));
  expect(screen.queryByRole('button', { name: /Which county/ })).toBeNull();
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

test.each([
  ['Bank of Kisumu', 1],
  ['', 0],
])('with the bank account %j a bank transfer is named %i times, and how to pay by it', (bank, times) => {
  renderInShop(<WithShopDetails details={{ bank }}>{checkout()}</WithShopDetails>);
  expect(document.body.textContent.split('To pay by bank transfer, call')).toHaveLength(times + 1);
  expect(screen.queryAllByRole('link', { name: 'quotation' })).toHaveLength(times);
});

describe('with M-Pesa', () => {
  const id = '84fa5082-c0a5-4551-a924-936301add454';
  const order = { id, status: 'pending', word: 'not_paid', nextStep: 'pay', payment: { heldUntil: null } };
  const form = { action: 'https://bank.example/pay', method: 'POST', fields: {} };
  const mpesaButton = () => screen.getByRole('button', { name: 'Pay with M-Pesa' });
  const onShowOrder = vi.fn();

  /** The filled-in checkout of a shop that sends requests; each reply is for one path. */
  async function open(
    prompted: () => Response | Promise<Response>,
    placed = () => Response.json({ success: true, order, payment: form }, { status: 201 }),
  ) {
    onShowOrder.mockReset();
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    const calls: [string, unknown][] = [];
    vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
      if (method === 'GET') return Response.json(order);
      calls.push([path, typeof body === 'string' ? JSON.parse(body) : null]);
      return path.endsWith('/prompt') ? prompted() : placed();
    });
    const user = renderInShop(
      <WithShopDetails details={{ promptsAreOn: true }}>{checkout({ onShowOrder })}</WithShopDetails>,
    );
    // What was typed before is there again.
    if (screen.getByLabelText<HTMLInputElement>('First Name').value === '') await fillIn(user, buyer);
    return { user, calls };
  }
  const sent = () => Response.json({ ...order, word: 'undecided', nextStep: 'wait' });
  const paths = (calls: [string, unknown][]) => calls.map(([path]) => path);

  test('the order is placed, a request goes to its phone, and its page is shown; no card form is sent', async () => {
    const { user, calls } = await open(sent);
    await user.click(mpesaButton());
    await expect.poll(() => onShowOrder.mock.calls).toEqual([[id, true]]);
    expect(paths(calls)).toEqual(['/api/orders', `/api/orders/${id}/prompt`]);
    expect(calls[1]?.[1]).toEqual({ phone: '+254712345678' });
    expect(HTMLFormElement.prototype.submit).not.toHaveBeenCalled();
  });

  test('two presses are one order and one request, whichever button the second is on', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { user, calls } = await open(() => held.then(sent));
    await user.dblClick(mpesaButton());
    await user.click(payButton());
    release();
    await expect.poll(() => onShowOrder.mock.calls).toHaveLength(1);
    expect(paths(calls)).toEqual(['/api/orders', `/api/orders/${id}/prompt`]);
  });

  test('while it is being sent its button says so, and the other cannot be pressed', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { user } = await open(() => held.then(sent));
    await user.click(mpesaButton());
    await screen.findByRole('button', { name: 'Sending the Request...' });
    expect(payButton().textContent).toBe('pay via Card');
    expect(payButton()).toHaveProperty('disabled', true);
    release();
    await expect.poll(() => onShowOrder.mock.calls).toHaveLength(1);
  });

  test('a refused request is reported, and the order that was placed is shown', async () => {
    const message = 'M-Pesa is off at the moment. Please pay in another way.';
    const { user } = await open(() => Response.json({ code: 'prompts_are_off', message }, { status: 409 }));
    await user.click(mpesaButton());
    await findToast('Request Not Confirmed', message);
    expect(onShowOrder.mock.calls).toEqual([[id, true]]);
  });

  test('a lost reply to the request says that the phone may ask', async () => {
    const { user } = await open(() => Promise.reject(new TypeError('Failed to fetch')));
    await user.click(mpesaButton());
    await findToast(
      'Request Not Confirmed',
      'No answer came. If your phone asks, enter your M-Pesa PIN there: nothing is paid twice.',
    );
    expect(onShowOrder.mock.calls).toEqual([[id, true]]);
  });

  test('an order that is refused sends no request, and can then be paid by card', async () => {
    const message = 'Orders are paused for ten minutes.';
    const replies = [
      () => Response.json({ message }, { status: 500 }),
      () => Response.json({ success: true, order, payment: form }, { status: 201 }),
    ];
    const { user, calls } = await open(sent, () => replies.shift()!());
    await user.click(mpesaButton());
    await findToast('Order Failed', message);
    await user.click(payButton());
    await expect.poll(() => HTMLFormElement.prototype.submit).toHaveBeenCalledTimes(1);
    expect(paths(calls)).toEqual(['/api/orders', '/api/orders']);
    expect(onShowOrder).not.toHaveBeenCalled();
  });

  test('the same order again is asked for again, and not placed twice', async () => {
    const first = await open(sent);
    await first.user.click(mpesaButton());
    await expect.poll(() => onShowOrder.mock.calls).toHaveLength(1);
    cleanup();
    const { user, calls } = await open(sent);
    await user.click(mpesaButton());
    await expect.poll(() => onShowOrder.mock.calls).toHaveLength(1);
    expect(paths(first.calls)).toHaveLength(2);
    expect(paths(calls)).toEqual([`/api/orders/${id}/prompt`]);
  });

  test('Enter in a field pays by card', async () => {
    const { user, calls } = await open(sent);
    await user.type(screen.getByLabelText('First Name'), '{Enter}');
    await expect.poll(() => HTMLFormElement.prototype.submit).toHaveBeenCalledTimes(1);
    expect(paths(calls)).toEqual(['/api/orders']);
  });

  test('while M-Pesa does not answer, the card is offered first', () => {
    renderInShop(
      <WithShopDetails details={{ promptsAreOn: true, isMpesaSilent: true }}>{checkout()}</WithShopDetails>,
    );
    screen.getByText(mpesaIsSilent);
    const card = screen.getByRole('button', { name: 'pay via Card' });
    expect(card.compareDocumentPosition(mpesaButton())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(mpesaButton().className).not.toBe(card.className);
  });

  test('above the limit a first request is for so much, and what is left is said', () => {
    const details = { promptsAreOn: true, mpesaLimit: 29_999 };
    renderInShop(<WithShopDetails details={details}>{checkout()}</WithShopDetails>);
    mpesaButton();
    expect(document.body.textContent).toContain(leftByPrompt(3_000_000, details));
  });

  test('off: nothing', () => {
    renderInShop(<WithShopDetails details={{ promptsAreOn: false }}>{checkout()}</WithShopDetails>);
    expect(screen.queryByRole('button', { name: 'Pay with M-Pesa' })).toBeNull();
    expect(document.body.textContent).toContain('You pay on the bank’s own page');
  });
});
