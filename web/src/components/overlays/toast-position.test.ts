import { expect, test } from 'vitest';
import { liftToFreeSpot } from './toast-position.ts';

const toast = { top: 600, right: 340, bottom: 700, left: 20 };
const button = (top: number) => ({ top, right: 340, bottom: top + 48, left: 20 });

test('a toast that covers no button is not moved', () => {
  expect(liftToFreeSpot(toast, [button(500), button(710)], 60)).toBe(0);
  // Beside it.
  expect(liftToFreeSpot(toast, [{ ...button(650), left: 350, right: 400 }], 60)).toBe(0);
});

test('it moves up just above the buttons that it would cover', () => {
  expect(liftToFreeSpot(toast, [button(650)], 60)).toBe(56);
  // It does not fit between the two buttons, so it goes above both.
  expect(liftToFreeSpot(toast, [button(650), button(520)], 60)).toBe(184);
});

test('returns null when there is no free spot in the window', () => {
  expect(liftToFreeSpot(toast, [0, 100, 200, 300, 400, 500, 600].map(button), 60)).toBeNull();
});
