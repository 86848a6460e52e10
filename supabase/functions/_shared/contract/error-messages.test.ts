import { expect, test } from 'vitest';
import { errorMessage } from './error-messages.ts';

test('what any request may answer says nothing about money: it may have come after a payment', () => {
  expect(errorMessage.internal).not.toMatch(/charged|paid|money/i);
  expect(errorMessage.service_unavailable).not.toMatch(/charged|paid|money/i);
});
