import { describe, expect, it } from 'vitest';
import type { RowCursor } from '../../_shared/contract/admin.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import { api, key, links, orderId, tokens } from '../../../tests/api-under-test.ts';

describe('what admins do', () => {
  const id = orderId;
  const forms: [string, string, object][] = [
    [
      'PUT',
      `/api/products/${id}`,
      { name: 'Auger', category: 'gps', description: 'x', price: 5, stock: 1, imageUrl: '/a.webp' },
    ],
  ];

  it.each([...forms.map(([method, path]) => [method, path] as const), ['POST', '/api/products'] as const])(
    '%s %s: whoever is no admin learns nothing about the form',
    async (method, path) => {
      const { call, calls, administration } = api(tokens());
      administration.requirePermission?.mockRejectedValue(new Refusal('forbidden'));
      expect((await call(method, path, { nonsense: true }, { 'idempotency-key': key })).status).toBe(403);
      expect(calls).toEqual(['read']);
      expect((await api().call(method, path, { nonsense: true })).status).toBe(401);
    },
  );

  it.each(forms)('%s %s is done for an admin', async (method, path, body) => {
    const { call, calls } = api(tokens());
    expect((await call(method, path, body, { 'idempotency-key': key })).status).toBeLessThan(300);
    expect(calls.slice(0, 2)).toEqual(['read', 'requirePermission']);
    expect(calls).toHaveLength(3);
    const elsewhere = path.replace(id, 'no-id');
    if (elsewhere !== path)
      expect((await call(method, elsewhere, body, { 'idempotency-key': key })).status).toBe(404);
  });

  it('an order is cancelled once the bank was queried', async () => {
    const { call, calls } = api(tokens());
    expect((await call('POST', `/api/admin/orders/${id}/cancel`)).status).toBe(200);
    expect(calls).toEqual(['read', 'requirePermission', 'refreshPayment', 'cancelOrder']);
    expect((await call('POST', '/api/admin/orders/no-id/cancel')).status).toBe(404);
  });

  it('the key of an order’s link is made for its version, and renewed by POST alone', async () => {
    const { call, administration } = api(tokens());
    administration.linkVersion?.mockImplementation((_, __, isRenewed) =>
      Promise.resolve((isRenewed ? 3 : 2) as never),
    );
    const path = `/api/admin/orders/${id}/link`;
    expect((await call('GET', path)).body).toEqual({ linkKey: links.keyOf(id, 2) });
    expect((await call('POST', path)).body).toEqual({ linkKey: links.keyOf(id, 3) });
    expect((await call('GET', path.replace(id, 'no-id'))).status).toBe(404);
    administration.linkVersion?.mockRejectedValue(new Refusal('forbidden'));
    expect((await call('GET', path)).status).toBe(403);
    expect((await api().call('POST', path)).status).toBe(401);
  });

  it('what waits in the outbox is sent for an admin alone', async () => {
    const { call, sendMessages, administration } = api(tokens());
    expect((await call('POST', '/api/admin/messages/send')).body).toEqual({ success: true });
    administration.requirePermission?.mockRejectedValue(new Refusal('forbidden'));
    expect((await call('POST', '/api/admin/messages/send')).status).toBe(403);
    expect(sendMessages).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['GET', '/api/admin/stats', 'stats'],
    ['GET', '/api/auth/token', 'accessToken'],
    ['POST', `/api/admin/transactions/${orderId}/ask`, 'askGatewayAgain'],
    ['DELETE', `/api/products/${orderId}`, 'deleteProduct'],
  ])('%s %s is asked with the caller’s own tokens', async (method, path, name) => {
    const { call, administration } = api(tokens());
    expect((await call(method, path)).body).toEqual({ called: name });
    expect(administration[name]?.mock.calls[0]?.[0]).toMatchObject({ accessToken: 'access' });
    const nobody = api();
    expect((await nobody.call(method, path)).status).toBe(401);
    expect(nobody.calls).toEqual([]);
  });

  describe.each([
    ['/api/admin/users', 'listUsers'],
    ['/api/admin/orders', 'listOrders'],
    ['/api/transactions', 'listTransactions'],
  ])('%s', (path, name) => {
    const listOf = (total: number, after: RowCursor | null = null) => {
      const { call, calls, administration } = api(tokens());
      administration[name]?.mockResolvedValue({ total, rows: [{ id: 'one' }], after } as never);
      return { call, calls, pagesRequested: () => administration[name]?.mock.calls };
    };

    it('is asked with the caller’s own tokens, 500 rows from the first when nothing is named', async () => {
      const { call, pagesRequested } = listOf(1);
      expect((await call('GET', path)).body).toEqual([{ id: 'one' }]);
      await call('GET', `${path}?page=12&limit=20`);
      expect(pagesRequested()?.map(([, page]) => page)).toEqual([
        { after: 0, limit: 500 },
        { after: 220, limit: 20 },
      ]);
      expect(pagesRequested()?.[0]?.[0]).toMatchObject({ accessToken: 'access' });
      const nobody = api();
      expect((await nobody.call('GET', path)).status).toBe(401);
      expect(nobody.calls).toEqual([]);
    });

    it('says how many rows there are, and where the other pages are', async () => {
      const last: RowCursor = ['2026-11-28 12:00:00.123456+00', 'x'];
      const linksOf = async (total: number, query: string, after: RowCursor | null) => {
        const { headers } = await listOf(total, after).call('GET', path + query);
        expect(headers.get('x-total-count')).toBe(String(total));
        const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
        return Object.fromEntries(links.map(([, address, rel]) => [rel, address]));
      };
      const { next = '', ...others } = await linksOf(41, '?page=2&limit=20', last);
      expect(others).toEqual({
        first: `${path}?page=1&limit=20`,
        prev: `${path}?page=1&limit=20`,
        last: `${path}?page=3&limit=20`,
      });
      expect(next).toMatch(/\?page=3&limit=20&cursor=[\w-]+$/);
      const following = listOf(41);
      await following.call('GET', next);
      expect(following.pagesRequested()?.[0]?.[1]).toEqual({ after: last, limit: 20 });
      expect(Object.keys(await linksOf(40, '?page=2&limit=20', null)).sort()).toEqual([
        'first',
        'last',
        'prev',
      ]);
      expect(await linksOf(0, '?page=9', null)).toMatchObject({ prev: `${path}?page=1&limit=500` });
    });

    it.each(['x', btoa('1'), btoa('["a"]'), btoa('["a", 1]'), btoa('["a\\u0000", "b"]')])(
      'refuses a cursor that it did not give: %s',
      async (cursor) => {
        const { call, pagesRequested } = listOf(1);
        const { status, body } = await call('GET', `${path}?cursor=${encodeURIComponent(cursor)}`);
        expect([status, body.code, pagesRequested()]).toEqual([400, 'invalid_cursor', []]);
      },
    );

    it('refuses what is no page and no number of rows', async () => {
      const { call, pagesRequested } = listOf(1);
      for (const page of ['0', '-1', '1.5', 'x', '', '1234567', '1x'])
        expect((await call('GET', `${path}?page=${page}`)).body.fields).toEqual({
          page: 'Page must be 1 or more',
        });
      for (const limit of ['0', '-1', '1.5', 'x', '', '501', '5000', '1x'])
        expect((await call('GET', `${path}?limit=${limit}`)).body.fields).toEqual({
          limit: 'Limit must be from 1 to 500',
        });
      expect(pagesRequested()).toEqual([]);
    });
  });

  it('a new product may have a key', async () => {
    const { call, administration } = api(tokens());
    const product = {
      name: 'Auger',
      category: 'gps',
      description: 'x',
      price: 5,
      stock: 1,
      imageUrl: '/a.webp',
    };
    expect((await call('POST', '/api/products', product)).status).toBe(201);
    expect((await call('POST', '/api/products', product, { 'idempotency-key': key })).status).toBe(201);
    expect(administration.createProduct?.mock.calls.map((sent) => sent[2])).toEqual([undefined, key]);
    expect((await call('POST', '/api/products', product, { 'idempotency-key': 'once' })).status).toBe(400);
  });

  it('no body is larger than a hundred kilobytes', async () => {
    const { call } = api(tokens());
    const long = { text: 'x'.repeat(100_001) };
    expect((await call('PUT', `/api/products/${id}`, long)).status).toBe(413);
  });
});
