import { expect, it, vi } from 'vitest';
import { errorSinkStandIn, sinkThat } from '../../../../local/testing/error-sink-stand-in.ts';
import { logWithErrorSink } from './error-sink.ts';
import { withRequestLine } from './request-line.ts';

/** A busy machine takes its time. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 5 });

/** A log that reports to a sink on this machine, and what the sink got. */
async function sink(answer: Parameters<typeof errorSinkStandIn>[0] = sinkThat.accepts) {
  const { received, event, dsn } = await errorSinkStandIn(answer);
  const lines = vi.fn();
  const clock = { now: 0 };
  const log = logWithErrorSink(new Map([['SENTRY_DSN', dsn]]), 'api', lines, () => clock.now);
  const warnings = () =>
    lines.mock.calls.flat().filter((line: Record<string, unknown>) => line.level === 'warn');
  return { received, event, log, lines, clock, warnings };
}

const fault = {
  level: 'error',
  requestId: 'r1',
  name: 'TypeError',
  message: 'x is undefined',
  stack: 'at a',
};

it('only errors in the log are reported', async () => {
  const { received, event, log, lines } = await sink();
  log({ level: 'info', event: 'request', path: '/api/orders' });
  log({ level: 'warn', event: 'message_not_sent', recipient: 'ada@example.com' });
  log({ ...fault, body: { password: 'lake-victoria' }, recipient: 'ada@example.com' });
  expect(lines).toHaveBeenCalledTimes(3);
  await eventually(() => received.length).toBe(1);
  expect(received[0]?.url).toBe('/api/7/envelope/?sentry_key=the-key&sentry_version=7');
  expect(event(0)).toMatchObject({
    tags: { part: 'api', requestId: 'r1' },
    exception: { values: [{ type: 'TypeError', value: 'x is undefined' }] },
  });
  expect(received[0]?.body).not.toMatch(/lake-victoria|ada@/);
});

it('without the setting nothing is reported', () => {
  const log = vi.fn();
  expect(logWithErrorSink(new Map(), 'api', log)).toBe(log);
});

it('a request is answered while the sink hangs, and few reports are in flight', async () => {
  const { received, log } = await sink(sinkThat.hangs);
  const answer = withRequestLine(log, () => Promise.reject(new Error('a bug')));
  for (let times = 0; times < 10; times += 1)
    expect((await answer(new Request('http://127.0.0.1/api'))).status).toBe(500);
  await eventually(() => received.length).toBe(4);
});

it('a sink that limits reports is retried after its wait time, which is logged once', async () => {
  const { received, log, clock, warnings } = await sink(sinkThat.rateLimits);
  log(fault);
  await eventually(() => warnings().length).toBe(1);
  clock.now = 119_000;
  log(fault);
  clock.now = 121_000;
  log(fault);
  await eventually(() => warnings().length).toBe(2);
  expect(received).toHaveLength(2);
});

it('a sink that is down is not called for a minute', async () => {
  const { received, log, clock, warnings } = await sink(sinkThat.disconnects);
  log(fault);
  await eventually(() => warnings().length).toBe(1);
  for (let times = 0; times < 10; times += 1) log(fault);
  clock.now = 61_000;
  log(fault);
  await eventually(() => warnings().length).toBe(2);
  expect(received).toHaveLength(2);
});

it('a continuous fault is reported twenty times a minute', async () => {
  const { received, log, clock } = await sink();
  const reported = () => {
    log(fault);
    return received.length;
  };
  await eventually(reported).toBe(20);
  for (let times = 0; times < 10; times += 1) log(fault);
  clock.now = 60_000;
  const ofNextMinute = () => {
    log({ ...fault, name: 'RangeError' });
    return received.filter(({ body }) => body.includes('RangeError')).length;
  };
  await eventually(ofNextMinute).toBeGreaterThan(0);
  expect(received.filter(({ body }) => body.includes('TypeError'))).toHaveLength(20);
});
