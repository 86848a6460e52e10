import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logLine } from './log.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  vi.useFakeTimers();
  vi.spyOn(console, 'log').mockImplementation((text: string) => void written.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void written.push(`error ${text}`));
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const eventsIn = (text = '') =>
  text.split('\n').map((line) => (JSON.parse(line.replace(/^error /, '')) as { event: string }).event);

it('a line is JSON with its time; errors go to the error stream', () => {
  vi.setSystemTime('2026-11-23T06:00:00Z');
  logLine({ level: 'info', event: 'reconciled' });
  logLine({ level: 'error', event: 'broken' });
  expect(written).toEqual([
    '{"time":"2026-11-23T06:00:00.000Z","level":"info","event":"reconciled"}',
    'error {"time":"2026-11-23T06:00:00.000Z","level":"error","event":"broken"}',
  ]);
});

it('lines within a few milliseconds are written together, in order, each once', () => {
  for (const event of ['a', 'b\n{"event":"forged"}', 'c']) logLine({ event });
  expect(written).toEqual([]);
  vi.advanceTimersByTime(10);
  expect(written.map(eventsIn)).toEqual([['a', 'b\n{"event":"forged"}', 'c']]);
  logLine({ event: 'd' });
  vi.advanceTimersByTime(10);
  vi.advanceTimersByTime(1000);
  expect(written.map(eventsIn)).toEqual([['a', 'b\n{"event":"forged"}', 'c'], ['d']]);
});

it('one write is not longer than the platform stores of one message', () => {
  const events = Array.from({ length: 100 }, (_, i) => `${i}`.padStart(300, 'x'));
  for (const event of events) logLine({ event });
  vi.advanceTimersByTime(10);
  expect(Math.max(...written.map((text) => text.length))).toBeLessThanOrEqual(9_000);
  expect(written.length).toBeLessThan(6);
  expect(written.flatMap(eventsIn)).toEqual(events);
});
