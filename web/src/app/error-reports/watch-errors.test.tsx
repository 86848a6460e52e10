import { expect, it, vi } from 'vitest';
import { watchErrors } from './watch-errors.ts';

/** Busy machines are slow. */
const eventually = <T,>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 5 });

it('the reporter is loaded after the first error and gets every uncaught error', async () => {
  const reportError = vi.fn();
  const load = vi.fn(() => Promise.resolve({ reportError }));
  const listeners = vi.spyOn(window, 'addEventListener');
  watchErrors(load);
  expect(load).not.toHaveBeenCalled();
  const error = new TypeError('x is undefined');
  window.dispatchEvent(new ErrorEvent('error', { error }));
  await eventually(() => reportError.mock.calls).toEqual([[error]]);
  const reason = new Error('a promise');
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  await eventually(() => reportError.mock.calls).toEqual([[error], [reason]]);
  for (const [type, listener] of listeners.mock.calls) window.removeEventListener(type, listener);
});

it('without the reporter the page keeps working', async () => {
  const load = vi.fn(() => Promise.reject(new Error('offline')));
  const listeners = vi.spyOn(window, 'addEventListener');
  watchErrors(load);
  window.dispatchEvent(new ErrorEvent('error', { error: new Error('x') }));
  await eventually(() => load.mock.calls).toHaveLength(1);
  for (const [type, listener] of listeners.mock.calls) window.removeEventListener(type, listener);
});
