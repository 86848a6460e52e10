import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { endpoint } from '@contract/endpoint.ts';
import { ApiError, callApi, ConnectionError, unauthorizedReplies } from './api-client.ts';

const testEndpoint = endpoint<{ answer: number }>('GET', '/api/answers/:which');
const params = { which: 'a b' };

function mockResponse(body: string, init: ResponseInit = {}) {
  const fetched = vi.fn((_path: string, _init: RequestInit) => Promise.resolve(new Response(body, init)));
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

afterEach(() => void vi.unstubAllGlobals());

test('any response outside 2xx is an error: status, colon, space, body', async () => {
  for (const status of [300, 400, 403, 409, 429, 500, 503]) {
    // Even when the body would be a valid reply.
    for (const body of ['out of order', '{"answer":42}']) {
      mockResponse(body, { status, statusText: 'Not an answer' });
      await expect(callApi(testEndpoint, { params })).rejects.toMatchObject({
        message: `${status}: ${body}`,
      });
    }
  }
});

test('a response without a body uses its status text', async () => {
  mockResponse('', { status: 404, statusText: 'Not Found' });
  await expect(callApi(testEndpoint, { params })).rejects.toThrow(/^404: Not Found$/);
});

test('an error response of the shop has its code and its message', async () => {
  const reply = { message: 'Please sign in to continue.', code: 'not_signed_in' };
  mockResponse(JSON.stringify(reply), { status: 401 });
  const error = await callApi(testEndpoint, { params }).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 401, reply, message: `401: ${JSON.stringify(reply)}` });
});

test('a read is a GET with the cookie, without a body', async () => {
  const fetched = mockResponse('{"answer":42}');
  expect(await callApi(testEndpoint, { params })).toEqual({ answer: 42 });
  const [path, init] = fetched.mock.calls[0] ?? [];
  expect(path).toBe('/api/answers/a%20b');
  expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', body: undefined });
});

/** A line that takes requests and brings no reply. */
const deadLine = () =>
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error))),
  );

test('a read that gets no reply ends as a lack of connection after twelve seconds', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  deadLine();
  const failed = vi.fn();
  void callApi(testEndpoint, { params }).catch(failed);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(failed.mock.calls[0]?.[0]).toBeInstanceOf(ConnectionError);
  // What takes longer says so.
  void callApi(testEndpoint, { params, readLimit: 30_000 }).catch(failed);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(failed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(failed).toHaveBeenCalledTimes(2);
});

test('a write waits, unless it is limited too', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  deadLine();
  const write = endpoint<object>('POST', '/api/checks');
  const failed = vi.fn();
  void callApi(write).catch(failed);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(failed).not.toHaveBeenCalled();
  void callApi(write, { readLimit: 30_000 }).catch(failed);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(failed).toHaveBeenCalledTimes(1);
});

test('a read that its caller gives up ends with the caller’s reason', async () => {
  deadLine();
  const reason = new Error('The page was left.');
  const caller = new AbortController();
  const reply = callApi(testEndpoint, { params, signal: caller.signal });
  caller.abort(reason);
  await expect(reply).rejects.toBe(reason);
});

test('a write sends JSON with its type, the cookie and its key', async () => {
  const fetched = mockResponse('{"answer":1}');
  await callApi({ ...testEndpoint, method: 'POST' }, { params, idempotencyKey: 'key' });
  const init = fetched.mock.calls[0]?.[1];
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{}' });
  const headers = new Headers(init?.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.get('idempotency-key')).toBe('key');
});

test('no response at all is a different kind of error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(callApi(testEndpoint, { params })).rejects.toBeInstanceOf(ConnectionError);
});

test('a page from elsewhere instead of a reply is an error', async () => {
  mockResponse('<html>Please log in to the Wi-Fi</html>');
  await expect(callApi(testEndpoint, { params })).rejects.toThrow(/^502: /);
});

test('a request aborted by its caller ends with the reason the caller gave', async () => {
  const stop = new AbortController();
  vi.stubGlobal('fetch', () => Promise.reject(stop.signal.reason as Error));
  stop.abort(new Error('the page has gone'));
  await expect(callApi(testEndpoint, { params, signal: stop.signal })).rejects.toThrow('the page has gone');
});

test('every 401 dispatches an event, and no other error does', async () => {
  const onRefused = vi.fn();
  unauthorizedReplies.addEventListener('refused', onRefused);
  for (const status of [200, 403, 401]) {
    mockResponse('{}', { status });
    await callApi(testEndpoint, { params }).catch(() => {});
    expect(onRefused).toHaveBeenCalledTimes(status === 401 ? 1 : 0);
  }
  unauthorizedReplies.removeEventListener('refused', onRefused);
});
