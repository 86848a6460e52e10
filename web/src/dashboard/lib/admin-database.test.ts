import { afterEach, expect, test, vi } from 'vitest';
import { errorMessage } from '@contract/error-messages.ts';
import { unauthorizedReplies } from '#lib/api/api-client.ts';
import { withoutRealtime } from '#testing/answer-database.ts';
import { forgetAdminToken, queryDatabase } from './admin-database.ts';

afterEach(forgetAdminToken);

/** A database that shows what a customer may see once the admin's sign-in has ended. */
function openDatabase({
  hasEnded,
  tables = () => Response.json([{ id: 'p1' }]),
}: {
  hasEnded: boolean;
  tables?: () => Response;
}) {
  forgetAdminToken();
  const ended = () =>
    Response.json({ code: 'PT401', message: 'not_signed_in', details: null }, { status: 401 });
  const token = {
    token: 't',
    publishableKey: 'k',
    url: 'http://shop.test',
    expiresAt: '2999-01-01T00:00:00Z',
  };
  const asked: string[] = [];
  withoutRealtime();
  vi.stubGlobal('fetch', async (input: string | URL) => {
    const { pathname } = new URL(String(input), 'http://shop.test');
    asked.push(pathname);
    if (pathname === '/api/auth/token') return asked.length > 1 ? ended() : Response.json(token);
    if (pathname.endsWith('/rpc/require_admin') && hasEnded) return ended();
    return tables();
  });
  return asked;
}

test.each([
  ['read', () => queryDatabase((database) => database.from('products').select('id'))],
  ['removed', () => queryDatabase((database) => database.from('bank_holidays').delete().eq('id', 'h1'))],
])(
  'what is %s after the sign-in has ended is refused, as row-level security only hides rows',
  async (_, run) => {
    const asked = openDatabase({ hasEnded: true });
    const onRefused = vi.fn();
    unauthorizedReplies.addEventListener('refused', onRefused);
    await expect(run()).rejects.toMatchObject({ status: 401, reply: { code: 'not_signed_in' } });
    unauthorizedReplies.removeEventListener('refused', onRefused);
    expect(onRefused).toHaveBeenCalledOnce();
    expect(asked.at(-1)).toBe('/api/auth/token');
    // A write that is sent again with a new token must not have been made before.
    expect(asked).not.toContain('/rest/v1/bank_holidays');
  },
);

test('a read that the database is too busy for fails at once', async () => {
  const asked = openDatabase({ hasEnded: false, tables: () => new Response('busy', { status: 503 }) });
  await expect(queryDatabase((database) => database.from('products').select('id'))).rejects.toMatchObject({
    status: 503,
  });
  expect(asked).toEqual(['/api/auth/token', '/rest/v1/products']);
});

test('functions of the database check their caller themselves', async () => {
  const asked = openDatabase({ hasEnded: false });
  await queryDatabase((database) => database.from('products').select('id'));
  await queryDatabase((database) => database.rpc('owner_alerts'));
  expect(asked).toEqual([
    '/api/auth/token',
    '/rest/v1/products',
    '/rest/v1/rpc/require_admin',
    '/rest/v1/rpc/owner_alerts',
  ]);
});

test('what SQL refuses is refused as by the API, with what SQL sends along', async () => {
  const refusals = [
    { code: 'PT409', message: 'products_refused', details: '[{"productId":"p1"}]' },
    { code: '23514', message: 'violates a check', details: null },
  ];
  const tables = () => Response.json(refusals.shift(), { status: 409 });
  openDatabase({ hasEnded: false, tables });
  const refused = () => queryDatabase((database) => database.rpc('owner_alerts')).catch((error) => error);
  expect(await refused()).toMatchObject({
    status: 409,
    serverMessage: errorMessage.products_refused,
    reply: { code: 'products_refused', products: [{ productId: 'p1' }] },
  });
  expect(await refused()).toMatchObject({
    status: 409,
    serverMessage: 'The database refused: violates a check (23514)',
    reply: null,
  });
});
