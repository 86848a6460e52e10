import { describe, expect, it } from 'vitest';
import { api, key, orderId, tokens } from '../../../tests/api-under-test.ts';

describe('a cart', () => {
  it('is the signed-in caller’s own, with the products that are still sold', async () => {
    const { call, carts, catalogue } = api(tokens());
    carts.linesOf.mockResolvedValue([
      { productId: 'sold', quantity: 2 },
      { productId: 'gone', quantity: 1 },
    ] as never);
    catalogue.listOfIds.mockResolvedValue([{ id: 'sold' }] as never);
    expect((await call('GET', '/api/cart')).body).toEqual({
      items: [{ product: { id: 'sold' }, quantity: 2 }],
    });
    expect(catalogue.listOfIds).toHaveBeenCalledWith(['sold', 'gone']);
    const items = [{ productId: orderId, quantity: 1 }];
    expect((await call('PUT', '/api/cart', { items })).body).toEqual({ success: true });
    expect(carts.save).toHaveBeenCalledWith(expect.objectContaining({ userId: 'ada' }), { items });
    expect((await call('POST', '/api/cart/merge', { items, token: key })).body).toEqual({ items: [] });
    for (const session of [null, {}]) {
      const guest = api(session);
      expect((await guest.call('GET', '/api/cart')).status).toBe(401);
      expect((await guest.call('PUT', '/api/cart', { items })).status).toBe(401);
      expect((await guest.call('POST', '/api/cart/merge', { items, token: key })).status).toBe(401);
      expect(guest.carts.linesOf).not.toHaveBeenCalled();
    }
  });
});
