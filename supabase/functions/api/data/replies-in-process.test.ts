import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshInProcess, publicReply } from '../../_shared/http/public-reply.ts';
import { repliesInProcess } from './replies-in-process.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const reply = (text: string) => publicReply({ reply: text, tags: [] }, []);
const anybody = () => Promise.resolve();
const loader = (body = 'x') => vi.fn(() => Promise.resolve(reply(body)));

test('a reply is fresh for a second from the start of its query', async () => {
  const replies = repliesInProcess();
  const load = vi.fn(() => {
    vi.advanceTimersByTime(400);
    return Promise.resolve(reply('x'));
  });
  await replies.read('a', anybody, load);
  vi.advanceTimersByTime(freshInProcess - 401);
  await replies.read('a', anybody, load);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await replies.read('a', anybody, load);
  expect(load).toHaveBeenCalledTimes(2);
});

test('a failure is passed to all waiting callers and not cached', async () => {
  const replies = repliesInProcess();
  const failing = vi.fn(() => Promise.reject(new Error('busy')));
  const both = await Promise.allSettled([
    replies.read('a', anybody, failing),
    replies.read('a', anybody, failing),
  ]);
  expect([both.map(({ status }) => status), failing.mock.calls.length]).toEqual([
    ['rejected', 'rejected'],
    1,
  ]);
  expect((await replies.read('a', anybody, loader())).etag).toBe(reply('x').etag);
});

test('a caller who is not admitted is refused alone, and a cached reply needs no admission', async () => {
  const replies = repliesInProcess();
  const refused = () => Promise.reject(new Error('too many'));
  const load = loader();
  const [first, second] = await Promise.allSettled([
    replies.read('a', refused, load),
    replies.read('a', anybody, load),
  ]);
  expect([first.status, second.status, load.mock.calls.length]).toEqual(['rejected', 'fulfilled', 1]);
  expect((await replies.read('a', refused, load)).etag).toBe(reply('x').etag);
});

test('a query from before a change does not answer a request after it', async () => {
  const replies = repliesInProcess();
  let answer = (_: ReturnType<typeof reply>) => {};
  const early = replies.read('a', anybody, () => new Promise((resolve) => (answer = resolve)));
  await Promise.resolve();
  replies.forget([]);
  const late = loader('after');
  expect((await replies.read('a', anybody, late)).etag).toBe(reply('after').etag);
  answer(reply('before'));
  expect((await early).etag).toBe(reply('before').etag);
  expect((await replies.read('a', anybody, loader('never'))).etag).toBe(reply('after').etag);
});

test('the oldest replies are removed when the cache is full', async () => {
  const replies = repliesInProcess(2 * reply('12345').bytes + 1);
  await replies.read('a', anybody, loader('12345'));
  await replies.read('b', anybody, loader('12345'));
  await replies.read('c', anybody, loader('1'));
  const [a, b] = [loader(), loader()];
  await replies.read('b', anybody, b);
  await replies.read('a', anybody, a);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
});

test('when it is switched off, every call loads its own reply', async () => {
  const replies = repliesInProcess(null);
  const load = loader();
  await Promise.all([replies.read('a', anybody, load), replies.read('a', anybody, load)]);
  expect(load).toHaveBeenCalledTimes(2);
});
