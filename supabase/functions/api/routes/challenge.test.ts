import { expect, it, vi } from 'vitest';
import { Refusal } from '../../_shared/http/refusal.ts';
import { tooManyRequests } from '../../_shared/http/too-many-requests.ts';
import { api, key } from '../../../tests/api-under-test.ts';
import { endPauses } from '../../../../local/testing/pauses.ts';

const challenge = () => ({
  siteKey: 'site',
  isSolved: vi.fn((token: string) => Promise.resolve(token === 'right')),
});
const login = { email: 'ada@example.com', password: 'secret' };
const from = { 'x-shop-client-address': '41.90.64.1' };

it('is required only above a limit, with the time to wait, and only where one is configured', async () => {
  endPauses();
  const shop = api(null, challenge());
  expect((await shop.call('POST', '/api/auth/login', login)).body).not.toHaveProperty('challenge');
  shop.limits.signIn.mockRejectedValueOnce(new Refusal('bad_credentials'));
  expect((await shop.call('POST', '/api/auth/login', login)).body).not.toHaveProperty('challenge');
  shop.limits.signIn.mockRejectedValueOnce(tooManyRequests(40));
  const { status, body, headers } = await shop.call('POST', '/api/auth/login', login);
  expect([status, headers.get('retry-after')]).toEqual([429, '40']);
  expect(body).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Please try again in 40 seconds.',
    challenge: { siteKey: 'site' },
  });
  const without = api();
  without.limits.signIn.mockRejectedValueOnce(tooManyRequests(40));
  expect((await without.call('POST', '/api/auth/login', login)).body).not.toHaveProperty('challenge');
});

it('that was solved lifts only the limit for the address, and is verified once', async () => {
  endPauses();
  const shop = challenge();
  const { call, limits, orders } = api({}, shop);
  const found = { orderNumber: '#IC-0000000F', contact: 'ada@example.com' };
  const solved = { ...from, 'x-challenge-token': 'right' };
  await call('POST', '/api/orders/find', found, solved);
  expect(limits.take.mock.calls).toEqual([['find_order', { order: '0000000F', email: 'ada@example.com' }]]);
  orders.placeOrder.mockResolvedValue({ order: { id: key }, transaction: null } as never);
  shop.isSolved.mockClear();
  const items = [{ productId: key, quantity: 1, price: 5 }];
  const orderData = {
    customerName: 'Ada',
    customerEmail: 'ada@example.com',
    customerPhone: '0712345678',
    customerAddress: 'Milimani, Kisumu',
    totalAmount: 5,
    status: 'pending',
  };
  await call('POST', '/api/orders', { orderData, items }, solved);
  expect(orders.placeOrder.mock.calls[0]?.[1]).toEqual({ clientAddress: '41.90.64.1', isHuman: true });
  expect(shop.isSolved.mock.calls).toEqual([['right', '41.90.64.1']]);
});

it('that was not solved lifts no limit, and is not required again immediately', async () => {
  const { call, limits } = api(null, challenge());
  limits.signIn.mockRejectedValueOnce(tooManyRequests(40));
  const guess = { ...from, 'x-challenge-token': 'wrong' };
  const { status, body } = await call('POST', '/api/auth/login', login, guess);
  expect(limits.signIn.mock.calls[0]?.[1]).toMatchObject({ clientAddress: '41.90.64.1', isHuman: false });
  expect([status, body.challenge]).toEqual([429, undefined]);
});
