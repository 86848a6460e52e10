import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { errorSentence } from './error-sentence.ts';

test('a refusal by the shop shows the shop’s message', () => {
  const reply = { message: 'Please sign in to continue.', code: 'not_signed_in' };
  expect(errorSentence(new ApiError(401, JSON.stringify(reply), ''))).toBe('Please sign in to continue.');
});

test('so does a refusal with a code that this page does not know yet', () => {
  const reply = { message: 'The shop is closed today.', code: 'closed_today' };
  expect(errorSentence(new ApiError(409, JSON.stringify(reply), ''))).toBe('The shop is closed today.');
});

test('any other failure shows its own message', () => {
  expect(errorSentence(new ApiError(503, 'out of order', ''))).toBe('503: out of order');
  expect(errorSentence(new Error('no connection'))).toBe('no connection');
  expect(errorSentence('odd')).toBe('odd');
});
