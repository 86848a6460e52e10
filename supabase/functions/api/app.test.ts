import { describe, expect, it, vi } from 'vitest';
import { endpointsOfContract } from '../../../local/testing/endpoints-of-contract.ts';
import { timeLimits } from '../_shared/contract/time-limits.ts';
import { api, orderId, tokens } from '../../tests/api-under-test.ts';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';

it('exactly the endpoints of the contract are served', async () => {
  const routes = createApp({} as Deps).routes.filter(({ method }) => method !== 'ALL');
  const endpoints = (await endpointsOfContract()).map(({ endpoint }) => endpoint);
  expect(routes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
    endpoints.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`).sort(),
  );
});

describe('every call', () => {
  it('comes through the edge proxy', async () => {
    const { call, calls } = api();
    expect((await call('GET', '/api/products', undefined, { 'x-shop-secret': 'guess' })).status).toBe(403);
    expect(calls).toEqual([]);
    expect((await call('GET', '/api/products')).status).toBe(200);
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

  it('writes one log line with the id of its error', async () => {
    const { call, log } = api();
    const id = 'b5b7a3c0-0000-4000-8000-0000000000aa';
    const { body, headers } = await call('GET', '/api/nothing?page=1', undefined, {
      'x-shop-request-id': id,
    });
    expect(headers.get('x-request-id')).toBe(id);
    expect(body).toMatchObject({ code: 'not_found', requestId: id });
    expect(log.mock.calls).toEqual([
      [
        {
          level: 'info',
          event: 'request',
          requestId: id,
          method: 'GET',
          path: '/api/nothing',
          route: null,
          status: 404,
          calls: 0,
          who: null,
          ms: expect.any(Number) as number,
        },
      ],
    ]);
    const other = await call('GET', '/api/nothing', undefined, { 'x-shop-request-id': 'no id' });
    expect(other.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("that takes too long fails before the edge proxy's timeout", async () => {
    const { call, catalogue } = api();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let isRunning = false;
    catalogue.list.mockImplementation(() => {
      isRunning = true;
      return new Promise(() => {});
    });
    const answer = call('GET', '/api/products');
    while (!isRunning) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(timeLimits.request);
    expect(await answer).toMatchObject({ status: 503, body: { code: 'service_unavailable' } });
    vi.useRealTimers();
  });

  it('with a wrong method is answered with the allowed ones; an unknown path is not found', async () => {
    const { call } = api();
    const { status, headers } = await call('PUT', '/api/orders');
    expect([status, headers.get('allow')]).toEqual([405, 'POST, GET']);
    expect((await call('DELETE', `/api/orders/${orderId}/check`)).headers.get('allow')).toBe('POST');
    for (const path of ['/api', '/api/', '/api/nothing']) expect((await call('GET', path)).status).toBe(404);
    expect((await call('GET', '/api/products/')).status).toBe(200);
    expect((await call('GET', '/api/orders/a/b/c')).status).toBe(404);
  });
});
