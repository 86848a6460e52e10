import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useOnce } from '../forms/use-once.ts';
import { useRetryWhenOnline } from './use-retry-when-online.ts';

function Order({ send }: { send: () => Promise<void> }) {
  const wait = useRetryWhenOnline(useOnce(), send);
  return (
    <>
      <p>{wait.state}</p>
      <button onClick={wait.end}>Start</button>
      <button onClick={wait.begin}>Fail</button>
      <button onClick={wait.ask}>Type</button>
    </>
  );
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const press = (name: string) => act(() => screen.getByRole('button', { name }).click());
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
function setLine(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
function setVisibility(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

/** An order that could not be sent, and cannot in the first `failures` retries. */
function openOrder({ failures = 0 } = {}) {
  const send = vi.fn(() => {
    screen.getByRole('button', { name: 'Start' }).click();
    if (send.mock.calls.length <= failures) screen.getByRole('button', { name: 'Fail' }).click();
    return Promise.resolve();
  });
  render(<Order send={send} />);
  setLine(false);
  press('Fail');
  return send;
}

test('a failed action is retried once when the connection returns within two minutes', async () => {
  const send = openOrder();
  await pass(119_000);
  expect(send).not.toHaveBeenCalled();
  setLine(true);
  setLine(true);
  setVisibility('visible');
  await pass(0);
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByText('none')).toBeDefined();
  await pass(300_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('while the connection is not there yet although the browser is online, it is retried every five seconds', async () => {
  const send = openOrder({ failures: 2 });
  await pass(2000);
  setLine(true);
  await pass(0);
  expect(send).toHaveBeenCalledTimes(1);
  expect(screen.getByText('waiting')).toBeDefined();
  await pass(5000);
  expect(send).toHaveBeenCalledTimes(2);
  expect(screen.getByText('waiting')).toBeDefined();
  await pass(5000);
  expect(send).toHaveBeenCalledTimes(3);
  expect(screen.getByText('none')).toBeDefined();
});

test('retries that fail end two minutes after the first failure', async () => {
  const send = openOrder({ failures: 1000 });
  setLine(true);
  await pass(120_000);
  expect(screen.getByText('asking')).toBeDefined();
  const sent = send.mock.calls.length;
  await pass(120_000);
  expect(send).toHaveBeenCalledTimes(sent);
});

test('after two minutes the user decides', async () => {
  const send = openOrder();
  await pass(120_000);
  expect(screen.getByText('asking')).toBeDefined();
  setLine(true);
  expect(send).not.toHaveBeenCalled();
});

test('nothing is retried on a hidden page until it is visible', () => {
  const send = openOrder();
  setVisibility('hidden');
  setLine(true);
  expect(send).not.toHaveBeenCalled();
  setVisibility('visible');
  expect(send).toHaveBeenCalledTimes(1);
});

test('a device that slept through the two minutes asks first', () => {
  const send = openOrder();
  vi.setSystemTime(Date.now() + 120_000);
  setLine(true);
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('asking')).toBeDefined();
});

test('a user who keeps typing decides when it is sent', () => {
  const send = openOrder();
  press('Type');
  setLine(true);
  expect(send).not.toHaveBeenCalled();
  expect(screen.getByText('asking')).toBeDefined();
});
