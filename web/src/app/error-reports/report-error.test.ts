import { errorSinkOf } from '@contract/error-report.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { errorSinkStandIn, sinkThat } from '../../../../local/testing/error-sink-stand-in.ts';
import { ApiError, ConnectionError } from '#lib/api/api-client.ts';
import { errorReporter } from './report-error.ts';

/** Busy machines are slow. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 5 });

const id = 'b5b7a3c0-0000-4000-8000-00001a2b3c4d';
const at = (pathname: string, hash = '') => vi.stubGlobal('window', { location: { pathname, hash } });
beforeEach(() => void at('/checkout'));

const reporterTo = (dsn: string) => errorReporter(errorSinkOf('VITE_SENTRY_DSN', dsn).url);

it('an error is reported with its page, without anything that identifies an order or a person', async () => {
  const { received, event, dsn } = await errorSinkStandIn();
  const report = reporterTo(dsn);
  at(`/order-confirmation/${id}`, '#key=1.kkkkkkkkkkkkkkkkkkkkkkkk');
  report(new TypeError('no price of ada@example.com'));
  await eventually(() => received.length).toBe(1);
  expect(event(0)).toMatchObject({
    tags: { part: 'browser', page: '/order-confirmation/:id' },
    exception: { values: [{ type: 'TypeError', value: 'no price of [e-mail]' }] },
  });
  expect(received[0]?.body).not.toMatch(/kkkk|ada@|1a2b3c4d/);
  at('/o/1A2B3C4D', '#abc');
  report(new TypeError('another'));
  await eventually(() => received.length).toBe(2);
  expect(event(1)).toMatchObject({ tags: { page: '/o/:number' } });
});

it('a server error is reported with its status and request, never with its body', async () => {
  const { received, event, dsn } = await errorSinkStandIn();
  const body = JSON.stringify({ message: 'Something about Ada', code: 'internal', requestId: id });
  reporterTo(dsn)(new ApiError(500, body, ''));
  await eventually(() => received.length).toBe(1);
  expect(event(0)).toMatchObject({
    tags: { requestId: id },
    exception: { values: [{ type: 'ApiError', value: 'status 500' }] },
  });
  expect(received[0]?.body).not.toContain('Ada');
});

it('a lost connection, a refusal, a cancelled request and what is not an error are not reported', async () => {
  const { received, event, dsn } = await errorSinkStandIn();
  const report = reporterTo(dsn);
  report(new ConnectionError(new TypeError('Failed to fetch')));
  report(new ApiError(409, '{"message":"Out of stock"}', ''));
  report(new DOMException('given up', 'AbortError'));
  report('a text');
  report(undefined);
  report(new Error('a fault'));
  await eventually(() => received.length).toBe(1);
  expect(event(0)).toMatchObject({ exception: { values: [{ value: 'a fault' }] } });
});

it('each error is reported once, at most five for a page', async () => {
  const { received, event, dsn } = await errorSinkStandIn();
  const report = reporterTo(dsn);
  for (let times = 0; times < 3; times += 1)
    for (let fault = 0; fault < 8; fault += 1) report(new Error(`fault ${'abcdefgh'[fault]}`));
  await eventually(() => received.length).toBe(5);
  const other = reporterTo(dsn);
  other(new Error('the last'));
  await eventually(() => received.length).toBe(6);
  const values = received.map((_, index) => JSON.stringify(event(index)));
  expect(values.filter((value) => value.includes('the last'))).toHaveLength(1);
});

it.each([['rateLimits'], ['disconnects']] as const)(
  'a sink that %s gets no more reports, and the page is not affected',
  async (how) => {
    const { received, dsn } = await errorSinkStandIn(sinkThat[how]);
    const responses: Promise<unknown>[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) => {
      const response = fetch(...call);
      responses.push(response);
      return response;
    });
    const report = reporterTo(dsn);
    report(new Error('the first'));
    await Promise.allSettled(responses);
    report(new Error('the second'));
    expect([responses.length, received.length]).toEqual([1, 1]);
  },
);

it('a log service that does not respond delays nothing', async () => {
  const { received, dsn } = await errorSinkStandIn(sinkThat.hangs);
  const report = reporterTo(dsn);
  expect(report(new Error('the first'))).toBeUndefined();
  await eventually(() => received.length).toBe(1);
});
