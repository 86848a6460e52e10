import { describe, expect, it } from 'vitest';
import { api, orderId, tokens } from '../../tests/api-under-test.ts';

describe('every call', () => {
  it('comes through the edge proxy', async () => {
    const { call, calls } = api();
    expect((await call('GET', '/api/products', undefined, { 'x-shop-secret': 'guess' })).status).toBe(403);
    expect(calls).toEqual([]);
    const { status, headers } = await call('GET', '/api/products');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it.each(['POST', 'PUT', 'DELETE'])('that writes (%s) comes from the site itself', async (method) => {
    const { call, calls } = api(tokens());
    const { status } = await call(method, '/api/products', undefined, { origin: 'https://evil.example' });
    expect(status).toBe(403);
    expect(calls).toEqual([]);
    expect((await call('GET', '/api/products', undefined, { origin: 'https://evil.example' })).status).toBe(
      200,
    );
  });

  it('with a method that the path does not take is answered with those that it takes; an unknown path is not found', async () => {
    const { call } = api();
    const { status, headers } = await call('PUT', '/api/orders');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, GET']);
    expect((await call('DELETE', `/api/orders/${orderId}/check`)).headers.get('allow')).toBe('POST');
    for (const path of ['/api', '/api/', '/api/nothing']) expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/api/products/')).status).toBe(200);
    expect((await call('GET', '/api/orders/a/b/c')).status).toBe(404);
  });
});
