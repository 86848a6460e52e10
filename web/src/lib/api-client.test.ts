import { afterEach, expect, test, vi } from 'vitest';
import { endpoint } from '@contract/endpoint.ts';
import { showChallengesWith } from './challenge.ts';
import { ApiError, callApi, ConnectionError, unauthorizedReplies } from './api-client.ts';

const question = endpoint<{ answer: number }>('GET', '/api/answers/:which');
const params = { which: 'a b' };

function shopAnswers(body: string, init: ResponseInit = {}) {
  const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(body, init)));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => void vi.unstubAllGlobals());

test('any answer outside 2xx is an error: status, colon, space, body', async () => {
  for (const status of [300, 400, 403, 409, 429, 500, 503]) {
    // Also when the body would pass for an answer.
    for (const body of ['out of order', '{"answer":42}']) {
      shopAnswers(body, { status, statusText: 'Not an answer' });
      await expect(callApi(question, { params })).rejects.toMatchObject({
        message: `${status}: ${body}`,
      });
    }
  }
});

test('an answer without a body uses its status text', async () => {
  shopAnswers('', { status: 404, statusText: 'Not Found' });
  await expect(callApi(question, { params })).rejects.toThrow(/^404: Not Found$/);
});

test('a refusal by the shop carries its code and its sentence', async () => {
  const reply = { message: 'Please sign in to continue.', code: 'not_signed_in' };
  shopAnswers(JSON.stringify(reply), { status: 401 });
  const error = await callApi(question, { params }).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, reply, message: `401: ${JSON.stringify(reply)}` });
});

test('a read is a GET with the cookie, without a body', async () => {
  const fetched = shopAnswers('{"answer":42}');
  expect(await callApi(question, { params })).toEqual({ answer: 42 });
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/answers/a%20b');
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', body: undefined });
});

test('a write sends JSON with its type, the cookie and its key', async () => {
  const fetched = shopAnswers('{"answer":1}');
  await callApi({ ...question, method: 'POST' }, { params, idempotencyKey: 'key' });
  const init = fetched.mock.calls[0]?.[1];
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{}' });
  const headers = new Headers(init?.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('idempotency-key')).toBe('key');
});

test('no answer at all is another kind of error than a refusal', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callApi(question, { params })).rejects.toBeInstanceOf(ConnectionError);
});

test('a foreign page instead of an answer is an error', async () => {
  shopAnswers('<html>Please log in to the Wi-Fi</html>');
  await expect(callApi(question, { params })).rejects.toThrow(/^502: /);
});

test('a request aborted by its caller ends with the reason the caller gave', async () => {
  const stop = new AbortController();
  vi.stubGlobal('fetch', () => Promise.reject(stop.signal.reason as Error));
  stop.abort(new Error('the page has gone'));
  await expect(callApi(question, { params, signal: stop.signal })).rejects.toThrow('the page has gone');
});

test('every 401 is announced, and no other refusal', async () => {
  const onRefused = vi.fn();
  unauthorizedReplies.addEventListener('refused', onRefused);
  for (const status of [200, 403, 401]) {
    shopAnswers('{}', { status });
    await callApi(question, { params }).catch(() => {});
    expect(onRefused).toHaveBeenCalledTimes(status === 401 ? 1 : 0);
  }
  unauthorizedReplies.removeEventListener('refused', onRefused);
});

test('above a limit the person is asked, and the very same request goes out once more with the answer', async () => {
  const limited = { message: 'Too many.', code: 'too_many_requests', challenge: { siteKey: 'site' } };
  const answers = [new Response(JSON.stringify(limited), { status: 429 }), new Response('{"answer":7}')];
  const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(answers.shift()));
  vi.stubGlobal('fetch', fetched);
  const ask = vi.fn(() => Promise.resolve('token'));
  showChallengesWith(ask);
  expect(await callApi({ ...question, method: 'POST' }, { params, idempotencyKey: 'key' })).toEqual({
    answer: 7,
  });
  expect(ask.mock.calls).toEqual([['site']]);
  const sent = fetched.mock.calls.map(([path, init]) => {
    const headers = new Headers(init.headers);
    return [path, init.body, headers.get('idempotency-key'), headers.get('x-challenge-token')];
  });
  expect(sent).toEqual([
    ['/api/answers/a%20b', '{}', 'key', null],
    ['/api/answers/a%20b', '{}', 'key', 'token'],
  ]);
  showChallengesWith(null);
});

test('without a solved challenge the person reads that there was a limit', async () => {
  const limited = { message: 'Too many.', code: 'too_many_requests', challenge: { siteKey: 'site' } };
  const fetched = shopAnswers(JSON.stringify(limited), { status: 429 });
  showChallengesWith(() => Promise.resolve(null));
  await expect(callApi(question, { params })).rejects.toMatchObject({ serverMessage: 'Too many.' });
  expect(fetched).toHaveBeenCalledOnce();
  showChallengesWith(null);
});
