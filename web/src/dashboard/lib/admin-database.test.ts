import { afterEach, expect, test, vi } from 'vitest';
import { errorMessage } from '@contract/error-messages.ts';
import { unauthorizedReplies } from '#lib/api/api-client.ts';
import { answerDatabase, withoutRealtime } from '#testing/answer-database.ts';
import { callSql, forgetAdminToken, queryDatabase } from './admin-database.ts';

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
    if (pathname.endsWith('/rpc/require_permission') && hasEnded) return ended();
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

test('a write asks first for the permission of its table, and the request itself does not name it', async () => {
  const sent: { path: string; body: unknown; named: string | null }[] = [];
  openDatabase({ hasEnded: false });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://shop.test');
    sent.push({ path: pathname, body: init?.body, named: new Headers(init?.headers).get('x-permission') });
    return answer(input, init);
  });
  await queryDatabase((database) => database.from('bank_holidays').delete().eq('id', 'h1'), 'settings');
  expect(sent.slice(1)).toEqual([
    { path: '/rest/v1/rpc/require_permission', body: '{"p_permission":"settings"}', named: null },
    { path: '/rest/v1/bank_holidays', body: undefined, named: null },
  ]);
});

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
    '/rest/v1/rpc/require_permission',
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

test('typed text is sent without invisible characters, and a value that was read before as it was', async () => {
  const bodies: unknown[] = [];
  answerDatabase((_, body) => {
    bodies.push(body);
    return [];
  });
  const rows = [
    { seen: { name: 'a\u200b' }, set: { name: 'Ada\u202e\0\ud83d', specs: [{ label: 'e\u0301' }] } },
  ];
  await callSql('import_products', { p_id: 'i', p_file_name: 'a\0.csv', p_unchanged: 0, p_rows: rows });
  expect(bodies).toEqual([
    {
      p_id: 'i',
      p_file_name: 'a.csv',
      p_unchanged: 0,
      p_rows: [{ seen: { name: 'a\u200b' }, set: { name: 'Ada', specs: [{ label: '\u00e9' }] } }],
    },
  ]);
});
