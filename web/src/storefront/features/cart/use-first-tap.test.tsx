import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useFirstTap } from './use-add-to-cart.tsx';

function Button({ act }: { act: () => void }) {
  return <button onClick={useFirstTap(act)}>Add</button>;
}

/**
 * A click as a browser reports it, `at` ms after the page's first second: `count` is 2 for the second click of a
 * double click, where the browser counts.
 */
function press(at: number, pointerType: 'mouse' | 'touch', count = 1): void {
  const event = new MouseEvent('click', { bubbles: true, detail: count });
  Object.defineProperty(event, 'timeStamp', { value: 1000 + at });
  Object.defineProperty(event, 'pointerType', { value: pointerType });
  fireEvent(screen.getByRole('button'), event);
}

test.each([
  ['the second of a double click', [() => press(0, 'mouse'), () => press(900, 'mouse', 2)], 1],
  ['two quick taps that a phone does not count', [() => press(0, 'touch'), () => press(399, 'touch')], 1],
  ['three quick taps', [() => press(0, 'touch'), () => press(300, 'touch'), () => press(600, 'touch')], 1],
  ['two taps one after the other', [() => press(0, 'touch'), () => press(400, 'touch')], 2],
  ['two clicks of a mouse or of Enter', [() => press(0, 'mouse'), () => press(100, 'mouse')], 2],
])('a double click or tap counts once: %s', (_, presses, times) => {
  const act = vi.fn();
  render(<Button act={act} />);
  for (const one of presses) one();
  expect(act).toHaveBeenCalledTimes(times);
});
