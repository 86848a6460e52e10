import { checkPayment } from '@contract/orders.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { answerApi, renderInShop } from '#testing/render-in-shop.tsx';
import { useBankCheck } from '#storefront/features/orders/open/open-orders-queries.ts';
import { usePlaceOrder } from './use-place-order.ts';

test('an order is sent once the bank has answered about an earlier one, whose pieces it may need', async () => {
  const bank = deferredPromise();
  function Checkout() {
    useQuery({
      queryKey: [checkPayment.path, ['an earlier order']],
      queryFn: () => bank.promise.then(() => null),
    });
    const { mutate, isPending } = usePlaceOrder();
    const order = () => mutate({ request: {} as PlaceOrderRequest, key: 'key' });
    return <button onClick={order}>{isPending ? 'Sending' : 'Order'}</button>;
  }
  const calls = answerApi(201, {}).calls;
  const user = renderInShop(<Checkout />);
  await user.click(screen.getByRole('button', { name: 'Order' }));
  await screen.findByRole('button', { name: 'Sending' });
  expect(calls).toEqual([]);
  bank.release();
  await screen.findByRole('button', { name: 'Order' });
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/orders' }]);
});

test('while an order is sent, the bank is asked about no earlier one: the browser gets a new session', async () => {
  const { calls, release } = answerApi(201, {}, { hold: true });
  const earlier = {
    id: 'earlier',
    status: 'pending',
    word: 'not_paid',
    nextStep: 'pay',
    payment: { hasBankAnswered: false },
  } as const;
  function Checkout() {
    const { mutate, isPending } = usePlaceOrder();
    useBankCheck(isPending ? [earlier] : []);
    return <button onClick={() => mutate({ request: {} as PlaceOrderRequest, key: 'key' })}>Order</button>;
  }
  const user = renderInShop(<Checkout />);
  await user.click(screen.getByRole('button', { name: 'Order' }));
  await expect.poll(() => calls.length).toBe(1);
  expect(calls).toMatchObject([{ method: 'POST', path: '/api/orders' }]);
  release();
});
