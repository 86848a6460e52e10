import { expect, it, vi } from 'vitest';
import { countCall } from './call-count.ts';
import type { LogEntry } from './log.ts';
import { Refusal } from '../http/refusal.ts';
import { withRequestLine } from './request-line.ts';

const id = 'b5b7a3c0-0000-4000-8000-000000000001';
const request = (headers: Record<string, string> = { 'x-shop-request-id': id }) =>
  new Request('http://127.0.0.1/reconcile?x=1', { method: 'POST', headers });
const lineOf = (status: number) => ({
  level: 'info',
  event: 'request',
  requestId: id,
  method: 'POST',
  path: '/reconcile',
  route: '/reconcile',
  status,
  calls: 0,
  who: null,
  ms: expect.any(Number) as number,
});

it('a reply and its log lines have the id of the request', async () => {
  const log = vi.fn();
  const handle = withRequestLine(log, (_, log) => {
    log({ level: 'info', event: 'done' });
    return Promise.resolve(Response.json({}));
  });
  expect((await handle(request())).headers.get('x-request-id')).toBe(id);
  expect(log.mock.calls).toEqual([[{ level: 'info', event: 'done', requestId: id }], [lineOf(200)]]);
});

it.each([
  [new Refusal('forbidden'), 403, 1],
  [new Error('broken'), 500, 2],
])('a failure is answered and logged under the same id: %s', async (error, status, lines) => {
  const log = vi.fn();
  const response = await withRequestLine(log, () => Promise.reject(error))(request());
  expect([response.status, response.headers.get('x-request-id')]).toEqual([status, id]);
  expect(await response.json()).toMatchObject({ requestId: id });
  expect(log).toHaveBeenCalledTimes(lines);
  expect(log).toHaveBeenLastCalledWith(lineOf(status));
});

it('counts the calls of Supabase per request', async () => {
  const log = vi.fn((_line: LogEntry) => {});
  const handle = withRequestLine(log, async (request) => {
    const calls = Number(new URL(request.url).searchParams.get('calls'));
    for (let call = 0; call < calls; call += 1) {
      await Promise.resolve();
      countCall();
    }
    return new Response();
  });
  await Promise.all([3, 0, 5].map((calls) => handle(new Request(`http://127.0.0.1/x?calls=${calls}`))));
  countCall();
  expect(log.mock.calls.map(([line]) => line.calls).sort()).toEqual([0, 3, 5]);
});

it('a request without an id gets one', async () => {
  const log = vi.fn();
  const response = await withRequestLine(log, () => Promise.resolve(new Response()))(request({}));
  expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});
