import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freshInProcess } from '../../_shared/http/public-reply.ts';
import { repliesInProcess } from './replies-in-process.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const reply = (text: string) => ({ body: new TextEncoder().encode(text), etag: '"1"', headers: {} });
const anybody = () => Promise.resolve();
const asking = (body = 'x') => vi.fn(() => Promise.resolve(reply(body)));

test('an answer is good for a second from the moment of its question', async () => {
  const replies = repliesInProcess();
  const ask = vi.fn(() => {
    vi.advanceTimersByTime(400);
    return Promise.resolve(reply('x'));
  });
  await replies.read('a', anybody, ask);
  vi.advanceTimersByTime(freshInProcess - 401);
  await replies.read('a', anybody, ask);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await replies.read('a', anybody, ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('a failure is told to all who wait for it and kept for nobody', async () => {
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
  expect(await replies.read('a', anybody, asking())).toEqual(reply('x'));
});

test('whoever is not admitted is refused alone, and nobody is asked for what is kept', async () => {
  const replies = repliesInProcess();
  const refused = () => Promise.reject(new Error('too many'));
  const ask = asking();
  const [first, second] = await Promise.allSettled([
    replies.read('a', refused, ask),
    replies.read('a', anybody, ask),
  ]);
  expect([first.status, second.status, ask.mock.calls.length]).toEqual(['rejected', 'fulfilled', 1]);
  expect(await replies.read('a', refused, ask)).toEqual(reply('x'));
});

test('a question that was asked before a change does not answer one that came after it', async () => {
  const replies = repliesInProcess();
  let answer = (_: ReturnType<typeof reply>) => {};
  const early = replies.read('a', anybody, () => new Promise((resolve) => (answer = resolve)));
  await Promise.resolve();
  replies.forget([]);
  const late = asking('after');
  expect(await replies.read('a', anybody, late)).toEqual(reply('after'));
  answer(reply('before'));
  expect(await early).toEqual(reply('before'));
  expect(await replies.read('a', anybody, asking('never'))).toEqual(reply('after'));
});

test('the oldest go when there are too many letters', async () => {
  const replies = repliesInProcess(10);
  await replies.read('a', anybody, asking('12345'));
  await replies.read('b', anybody, asking('12345'));
  await replies.read('c', anybody, asking('1'));
  const [a, b] = [asking(), asking()];
  await replies.read('b', anybody, b);
  await replies.read('a', anybody, a);
  expect([a.mock.calls.length, b.mock.calls.length]).toEqual([1, 0]);
});

test('switched off, every call asks for itself', async () => {
  const replies = repliesInProcess(null);
  const ask = asking();
  await Promise.all([replies.read('a', anybody, ask), replies.read('a', anybody, ask)]);
  expect(ask).toHaveBeenCalledTimes(2);
});
