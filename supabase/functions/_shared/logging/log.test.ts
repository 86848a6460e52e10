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
  vi.useRealTimers();
});

it('a line is JSON with its time and the release; errors go to the error stream', () => {
  vi.setSystemTime('2026-11-23T06:00:00Z');
  logLine({ level: 'info', event: 'reconciled' });
  logLine({ level: 'error', event: 'broken' });
  expect(written).toEqual([
    '{"time":"2026-11-23T06:00:00.000Z","version":"local","level":"info","event":"reconciled"}',
    'error {"time":"2026-11-23T06:00:00.000Z","version":"local","level":"error","event":"broken"}',
  ]);
});
