import { expect, test } from 'vitest';
import { ApiError } from './api-client.ts';
import { errorSentence } from './error-sentence.ts';

test('a refusal by the shop says the shop’s own sentence', () => {
  const reply = { message: 'Please sign in to continue.', code: 'not_signed_in' };
  expect(errorSentence(new ApiError(401, JSON.stringify(reply), ''))).toBe('Please sign in to continue.');
});

test('any other failure says its own message', () => {
  expect(errorSentence(new ApiError(503, 'out of order', ''))).toBe('503: out of order');
  expect(errorSentence(new Error('no connection'))).toBe('no connection');
  expect(errorSentence('odd')).toBe('odd');
});
