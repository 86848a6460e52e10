import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { keyForOrder, recallPlacedOrder, rememberPlacedOrder } from './order-key.ts';
import { usePurchase } from './use-purchase.ts';

const id = '3f2a9c1e-0000-4000-8000-000000000454';
const lines = [{ product: terrameter, quantity: 1 }];
const request = { orderData: { customerName: 'Ada' }, items: [] } as unknown as PlaceOrderRequest;

/** Sends an order that was taken to the bank before; `earlier`: how it stands now. Returns the outcome and what was sent. */
async function sendAgain(earlier: { status: string; nextStep: string } | null) {
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(() => {});
  const before = keyForOrder(request);
  rememberPlacedOrder(before, { id, lines });
  const writes: { path: string; isSameKey: boolean }[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers }: RequestInit = {}) => {
    if (method === 'GET')
      return earlier
        ? Response.json({ ...earlier, id })
        : Response.json({ code: 'not_found', message: 'Order not found' }, { status: 404 });
    writes.push({ path, isSameKey: new Headers(headers).get('Idempotency-Key') === before.key });
    const payment = { action: 'https://bank.example/pay', method: 'POST', fields: {} };
    return Response.json({ success: true, order: { id: 'sent', payment: { heldUntil: null } }, payment });
  });
  function Buyer() {
    const purchase = usePurchase();
    const [outcome, setOutcome] = useState('');
    const send = () =>
      purchase
        .send(request, lines)
        .catch((error: Error) => error.constructor.name)
        .then((sent) => setOutcome(JSON.stringify(sent)));
    return <button onClick={() => void send()}>{outcome || 'Send'}</button>;
  }
  const user = renderInShop(<Buyer />);
  const button = screen.getByRole('button');
  await user.click(button);
  await expect.poll(() => button.textContent).not.toBe('Send');
  return { outcome: JSON.parse(button.textContent) as unknown, writes };
}

test.each([
  ['unpaid: it is paid as it is', { status: 'pending', nextStep: 'pay' }, `/api/orders/${id}/payment`, false],
  ['cancelled: another is made', { status: 'cancelled', nextStep: 'none' }, '/api/orders', false],
  ['not to be seen any more: it is sent with its key', null, '/api/orders', true],
])('an order that was taken to the bank and is %s', async (_, earlier, path, isSameKey) => {
  const { outcome, writes } = await sendAgain(earlier);
  expect([outcome, writes]).toEqual([true, [{ path, isSameKey }]]);
  expect(recallPlacedOrder()).toEqual({ id: 'sent', lines });
});

test.each([
  [{ status: 'paid', nextStep: 'none' }, true],
  [{ status: 'pending', nextStep: 'wait' }, false],
])('%j is shown instead of being paid twice', async (earlier, isPaid) => {
  expect(await sendAgain(earlier)).toEqual({ outcome: { orderId: id, isPaid }, writes: [] });
});

test('a connection that was lost after the reply leaves the shop for no error page', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { outcome } = await sendAgain({ status: 'pending', nextStep: 'pay' });
  expect(outcome).toBe('ConnectionError');
  expect(HTMLFormElement.prototype.submit).not.toHaveBeenCalled();
});
