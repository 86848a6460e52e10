import { afterEach, expect, test, vi } from 'vitest';
import { errorMessage } from '@contract/error-messages.ts';
import { unauthorizedReplies } from '#lib/api/api-client.ts';
import { answerDatabase, withoutRealtime } from '#testing/answer-database.ts';
import { callSql, forgetAdminToken } from './admin-database.ts';

afterEach(forgetAdminToken);

/** A database in which an admin's sign-in may have ended; what was asked for, in its order. */
function openDatabase({ hasEnded = false, reply = () => Response.json([]) }: Setting = {}) {
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
    return hasEnded ? ended() : reply();
  });
  return asked;
}
type Setting = { hasEnded?: boolean; reply?: () => Response };

test('what is asked for after the sign-in has ended is refused, once a new token is too', async () => {
  const asked = openDatabase({ hasEnded: true });
  const onRefused = vi.fn();
  unauthorizedReplies.addEventListener('refused', onRefused);
  await expect(callSql('list_search_misses', {})).rejects.toMatchObject({
    status: 401,
    reply: { code: 'not_signed_in' },
  });
  unauthorizedReplies.removeEventListener('refused', onRefused);
  expect(onRefused).toHaveBeenCalledOnce();
  expect(asked).toEqual(['/api/auth/token', '/rest/v1/rpc/list_search_misses', '/api/auth/token']);
});

test('a call is one request', async () => {
  const asked = openDatabase();
  await callSql('remove_bank_holiday', { p_id: 'h1' });
  await callSql('owner_alerts', {});
  expect(asked).toEqual(['/api/auth/token', '/rest/v1/rpc/remove_bank_holiday', '/rest/v1/rpc/owner_alerts']);
});

test('a call that the database is too busy for fails at once', async () => {
  const asked = openDatabase({ reply: () => new Response('busy', { status: 503 }) });
  await expect(callSql('list_search_misses', {})).rejects.toMatchObject({ status: 503 });
  expect(asked).toEqual(['/api/auth/token', '/rest/v1/rpc/list_search_misses']);
});

test('what SQL refuses is refused as by the API, with what SQL sends along', async () => {
  const refusals = [
    { code: 'PT409', message: 'products_refused', details: '[{"productId":"p1"}]' },
    { code: '23514', message: 'violates a check', details: null },
  ];
  openDatabase({ reply: () => Response.json(refusals.shift(), { status: 409 }) });
  const refused = () => callSql('owner_alerts', {}).catch((error: unknown) => error);
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
