import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { lateCode } from './late-code.ts';

const code = { text: 'Here' };

/** A component that shows the code once it is there. */
function show(late: ReturnType<typeof lateCode<typeof code>>, isNeeded: boolean, onFailure?: () => void) {
  function Shown() {
    return <p>{late.use(isNeeded, onFailure)?.text ?? 'Not yet'}</p>;
  }
  cleanup();
  render(<Shown />);
}

test('it is loaded some seconds after the page', async () => {
  vi.useFakeTimers();
  const load = vi.fn(() => Promise.resolve(code));
  show(lateCode(load), false);
  await act(() => vi.advanceTimersByTimeAsync(2900));
  expect(load).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  screen.getByText('Here');
});

test('it is loaded when it is needed, once, and what somebody waits for is told', async () => {
  const load = vi.fn(() => Promise.resolve(code));
  const watch = vi.fn();
  const late = lateCode(load, watch);
  show(late, true);
  await screen.findByText('Here');
  show(late, true);
  screen.getByText('Here');
  expect(load).toHaveBeenCalledTimes(1);
  expect(watch).toHaveBeenCalledTimes(1);
});

test('a failure is told, and the next time it is tried again', async () => {
  const load = vi.fn(() => Promise.resolve(code)).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const late = lateCode(load);
  const onFailure = vi.fn();
  show(late, true, onFailure);
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1));
  screen.getByText('Not yet');
  show(late, true, onFailure);
  await screen.findByText('Here');
  expect(onFailure).toHaveBeenCalledTimes(1);
});
