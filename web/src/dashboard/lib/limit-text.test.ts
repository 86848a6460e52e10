import { expect, test } from 'vitest';
import { limitName, limitSpan } from './limit-text.ts';

test('a limit is named by its action and its subject', () => {
  expect(limitName({ action: 'sign_in', subject: 'address' })).toBe('Signing in, from one network address');
});

test.each([
  [60, 'a minute'],
  [900, '15 minutes'],
  [3600, 'an hour'],
  [86400, '24 hours'],
])('%i seconds are %s', (seconds, text) => {
  expect(limitSpan({ seconds, suggested: 1000 })).toBe(
    `At most this many times in ${text}. Suggested: 1,000.`,
  );
});
