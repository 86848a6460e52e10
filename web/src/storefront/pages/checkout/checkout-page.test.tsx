import { typedCompany } from '@contract/company.ts';
import { listOpenOrders } from '@contract/orders.ts';
import { placeOrder } from '@contract/place-order.ts';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { answerApi, fillIn, findToast, renderInShop, WithShopDetails } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { addToCart, followOtherTabs, loadCart, piecesInCart } from '#storefront/features/cart/cart-store.ts';
import { rememberCustomerDraft } from '#storefront/features/checkout/details/customer-draft.ts';
import { forgetOrderKey } from '#storefront/features/checkout/payment/order-key.ts';
import { CheckoutPage } from './checkout-page.tsx';

beforeEach(loadCart);

test('the checkout fetches open orders even in a browser without a stored order', async () => {
  const { calls } = answerApi(200, []);
  addToCart(terrameter);
  renderInShop(<CheckoutPage />);
  // The response also sets the cookie that gives access to its order.
  await expect.poll(() => calls.map(({ path }) => path)).toContain(listOpenOrders.path);
});

test('quantities are changed in place: the total follows, and what was typed stays', async () => {
  const asked: string[] = [];
  answerDatabase((address) => {
    asked.push(address);
    return address.includes('/api/fit') ? { findings: [], site: null } : [];
  });
  addToCart(terrameter);
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', price: 1_000 });
  const user = renderInShop(<CheckoutPage />);
  await fillIn(user, { 'First Name': 'Ada' });
  await user.click(await screen.findByRole('button', { name: 'One more: Terrameter' }));
  await expect.poll(() => document.body.textContent).toMatch(/Total\s*KES\s*31,000/);
  await expect.poll(() => asked).toContainEqual(expect.stringContaining('p1*2'));
  await user.click(screen.getByRole('button', { name: 'Remove Battery' }));
  await expect.poll(() => document.body.textContent).toMatch(/Total\s*KES\s*30,000/);
  await user.click(screen.getByRole('button', { name: 'One more: Terrameter' }));
  screen.getByText('All 3 in stock');
  expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Ada');
  await user.click(screen.getByRole('button', { name: 'Remove Terrameter' }));
  await screen.findByRole('heading', { name: 'Your cart is empty' });
  expect(screen.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe('/');
});

test('a cart that another tab empties is announced before the form disappears', async () => {
  answerApi(200, []);
  addToCart(terrameter);
  const stop = followOtherTabs();
  renderInShop(<CheckoutPage />);
  await screen.findByLabelText('First Name');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'cart-storage', newValue: null })));
  await findToast('Empty Cart', 'Please add items to your cart before checking out');
  screen.getByRole('heading', { name: 'Your cart is empty' });
  stop();
});

test('messages are offered in the language of the browser, then in the chosen one; WhatsApp is asked for with every order', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['sw-KE', 'en']);
  answerApi(200, []);
  addToCart(terrameter);
  const user = renderInShop(<CheckoutPage />);
  const language = () => screen.getByLabelText('Messages About This Order');
  const whatsApp = () => screen.getByLabelText('Also write to me on WhatsApp');
  expect(language()).toHaveProperty('value', 'sw');
  expect(whatsApp()).toHaveProperty('checked', false);
  await user.selectOptions(language(), 'en');
  await user.click(whatsApp());
  expect(whatsApp()).toHaveProperty('checked', true);
  cleanup();
  renderInShop(<CheckoutPage />);
  expect(language()).toHaveProperty('value', 'en');
  expect(whatsApp()).toHaveProperty('checked', false);
});

describe('an order of two Terrameters', () => {
  afterEach(() => void vi.useRealTimers());

  const buyer = {
    firstName: 'Akinyi',
    lastName: 'Odhiambo',
    email: 'akinyi@example.com',
    phone: '0712 345 678',
    address: 'Oginga Odinga Street, Kisumu',
    ...typedCompany(null),
  };
  const payment = {
    action: 'https://bank.example/pay',
    method: 'POST',
    fields: { Lite_Order_Amount: '3000000' },
  };
  const order = {
    id: '84fa5082-c0a5-4551-a924-936301add454',
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { heldUntil: '2026-11-21T08:00:00Z' },
  };
  const payButton = () => screen.getByRole('button', { name: 'pay via Card' });
  const pass = (milliseconds: number) =>
    act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)));
  const bankForm = () => document.querySelector<HTMLFormElement>('form[action^="https://bank.example"]');

  /** Opens the filled-in checkout; every attempt to place the order gets this reply. */
  function openCheckout(reply: () => unknown) {
    const sent: unknown[] = [];
    answerDatabase((address, body) => {
      if (address !== placeOrder.path) return [];
      sent.push(body);
      return reply();
    });
    addToCart(terrameter, 2);
    rememberCustomerDraft({ details: buyer, ownerId: null });
    return { user: renderInShop(<CheckoutPage />), sent };
  }

  test('is summed up above and beside the button', () => {
    openCheckout(() => ({}));
    const words = document.body.textContent.replaceAll('\u00a0', ' ');
    expect(words).toContain('2 × KES 15,000');
    expect(words.match(/Total\s*KES 30,000/g)).toHaveLength(2);
  });

  test('goes to the bank after 200 ms, once after a double click, and only then is the cart emptied', async () => {
    const reply = deferredPromise<unknown>();
    const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    const { sent } = openCheckout(() => reply.promise);
    act(() => {
      payButton().click();
      payButton().click();
    });
    await expect.poll(() => sent.length).toBeGreaterThan(0);
    vi.useFakeTimers();
    reply.release({ success: true, order, payment });
    for (let turn = 0; turn < 100 && !bankForm(); turn += 1) await pass(0);
    await pass(199);
    const form = bankForm();
    expect(form?.method).toMatch(/^post$/i);
    expect(Object.fromEntries(new FormData(form ?? undefined))).toEqual(payment.fields);
    expect(submit).not.toHaveBeenCalled();
    expect(piecesInCart()).toBe(2);
    await pass(1);
    expect(submit).toHaveBeenCalledOnce();
    expect(piecesInCart()).toBe(0);
    expect(screen.queryByText('Empty Cart')).toBeNull();
    expect(sent).toHaveLength(1);
  });

  test('with M-Pesa empties the cart once the request went out, and its lines stay until its page is there', async () => {
    answerDatabase((address) => {
      if (address.endsWith('/prompt')) return { ...order, word: 'undecided', nextStep: 'wait' };
      return address === placeOrder.path ? { success: true, order, payment } : [];
    });
    addToCart(terrameter, 2);
    rememberCustomerDraft({ details: buyer, ownerId: null });
    const user = renderInShop(
      <WithShopDetails details={{ promptsAreOn: true }}>
        <CheckoutPage />
      </WithShopDetails>,
    );
    await user.click(screen.getByRole('button', { name: 'Pay with M-Pesa' }));
    await expect.poll(piecesInCart).toBe(0);
    screen.getByRole('button', { name: 'Sending the Request...' });
    expect(screen.queryByText('Empty Cart')).toBeNull();
    expect(bankForm()).toBeNull();
    forgetOrderKey();
  });

  test.each([
    ['2026-11-21T08:00:00Z', 0],
    [null, 1],
  ])('whose pieces are held until %s says %i times that nobody keeps them', async (heldUntil, times) => {
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
    const { user } = openCheckout(() => ({
      success: true,
      order: { ...order, payment: { heldUntil } },
      payment,
    }));
    await user.click(payButton());
    await expect.poll(piecesInCart).toBe(0);
    expect(screen.queryAllByText('Not reserved: whoever pays first has them.')).toHaveLength(times);
    forgetOrderKey();
  });

  test('whose form for the bank cannot be sent keeps the cart, and can be sent again', async () => {
    vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {
      throw new Error('not today');
    });
    const { user } = openCheckout(() => ({ success: true, order, payment }));
    await user.click(payButton());
    await findToast('Order Failed', 'Failed to create order. Please try again.');
    expect(payButton().getAttribute('aria-busy')).not.toBe('true');
    expect(bankForm()).toBeNull();
    expect(piecesInCart()).toBe(2);
  });

  test('that is refused shows the reason at its line, and the typed details stay', async () => {
    const message = 'A price has changed since you added the item. Please check the new total.';
    const line = { productId: 'p1', name: 'Terrameter', problem: 'price_changed', quantity: 2 };
    const refusal = { code: 'price_changed', message, lines: [{ ...line, available: 3, price: 16_000 }] };
    const { user } = openCheckout(() => Response.json(refusal, { status: 409 }));
    await user.click(payButton());
    await findToast('Order Failed', message);
    await screen.findByText(/^Price is now KES\s16,000/);
    expect(screen.getByLabelText('First Name')).toHaveProperty('value', 'Akinyi');
    expect(piecesInCart()).toBe(2);
  });
});
