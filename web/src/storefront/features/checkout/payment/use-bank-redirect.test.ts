import type { PaymentForm } from '@contract/orders.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBankRedirect } from './use-bank-redirect.ts';

const payment = { action: 'https://bank.example', method: 'POST', fields: {} } as unknown as PaymentForm;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: { pathname: '/checkout' } }));
});
afterEach(() => void vi.useRealTimers());

/** A checkout page and its busy state. */
function openCheckout(go?: () => Promise<() => void>) {
  const page = { isLeaving: false, removeForm: vi.fn() };
  const redirect = createBankRedirect(
    (isLeaving) => (page.isLeaving = isLeaving),
    go ?? (() => Promise.resolve(page.removeForm)),
  );
  return { page, redirect, close: redirect.open() };
}

const pageShow = (persisted: boolean) =>
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));

test('a page restored by Back can be used again, without the hidden form', async () => {
  const { page, redirect } = openCheckout();
  expect(await redirect.goToBank(payment)).toBe(true);
  expect(page.isLeaving).toBe(true);
  pageShow(true);
  expect(page.isLeaving).toBe(false);
  expect(page.removeForm).toHaveBeenCalledOnce();
});

test('the first pageshow event is not a return from the bank', async () => {
  const { page, redirect } = openCheckout();
  await redirect.goToBank(payment);
  pageShow(false);
  expect(page.isLeaving).toBe(true);
  expect(page.removeForm).not.toHaveBeenCalled();
});

test('when the bank’s page does not appear within 30 seconds, the checkout can be used again', async () => {
  const { page, redirect } = openCheckout();
  await redirect.goToBank(payment);
  vi.advanceTimersByTime(29_999);
  expect(page.isLeaving).toBe(true);
  vi.advanceTimersByTime(1);
  expect(page.isLeaving).toBe(false);
  expect(page.removeForm).toHaveBeenCalledOnce();
});

test('a form that cannot be submitted ends the busy state and is an error', async () => {
  const { page, redirect } = openCheckout(() => Promise.reject(new Error('blocked')));
  await expect(redirect.goToBank(payment)).rejects.toThrow('blocked');
  expect(page.isLeaving).toBe(false);
});

test('a buyer who has gone to another page of the shop is not taken to the bank', async () => {
  const { page, redirect, close } = openCheckout();
  close();
  window.location.pathname = '/cart';
  expect(await redirect.goToBank(payment)).toBe(false);
  expect(page.isLeaving).toBe(false);
});

test('a buyer whose button was removed while the shop answered is still taken to the bank', async () => {
  const { redirect, close } = openCheckout();
  close();
  expect(await redirect.goToBank(payment)).toBe(true);
});
