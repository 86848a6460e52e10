import { afterEach, expect, it, vi } from 'vitest';
import { turnstile } from './challenge.ts';

const env = new Map([
  ['TURNSTILE_SITE_KEY', 'site'],
  ['TURNSTILE_SECRET_KEY', 'secret'],
]);
const log = vi.fn();
const cloudflareAnswers = (body: string) => {
  const verify = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response(body)));
  vi.stubGlobal('fetch', verify);
  return verify;
};
afterEach(() => vi.unstubAllGlobals());

it.each([['TURNSTILE_SITE_KEY'], ['TURNSTILE_SECRET_KEY']])('without %s there is no challenge', (missing) => {
  expect(turnstile(new Map([...env].filter(([name]) => name !== missing)), log)).toBeNull();
});

it('Cloudflare verifies an answer, with the secret and the caller’s address', async () => {
  const verify = cloudflareAnswers('{"success":true}');
  expect(await turnstile(env, log)?.isSolved('answer', '41.90.64.1')).toBe(true);
  const [url, init] = verify.mock.calls[0] ?? [];
  expect(url).toBe('https://challenges.cloudflare.com/turnstile/v0/siteverify');
  expect(String(init?.body)).toBe('secret=secret&response=answer&remoteip=41.90.64.1');
});

it.each(['{"success":false}', '{"success":"true"}', '{}', 'Bad Gateway'])(
  '%s solves nothing',
  async (body) => {
    cloudflareAnswers(body);
    expect(await turnstile(env, log)?.isSolved('answer', '')).toBe(false);
  },
);

it('an outage counts as unsolved, and a very long token is not sent', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('gone')));
  expect(await turnstile(env, log)?.isSolved('answer', '')).toBe(false);
  expect(log).toHaveBeenCalledWith(expect.objectContaining({ event: 'challenge_not_verified' }));
  const verify = cloudflareAnswers('{"success":true}');
  expect(await turnstile(env, log)?.isSolved('x'.repeat(2049), '')).toBe(false);
  expect(verify).not.toHaveBeenCalled();
});
