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
  expect(limitSpan({ action: 'search', seconds, suggested: 1000 })).toBe(
    `At most this many times in ${text}. Suggested: 1,000.`,
  );
});

test('a limit on holds has no time span, and shows that it refuses no order', () => {
  expect(limitSpan({ action: 'hold_share', seconds: 1800, suggested: 10 })).toBe(
    'At most this percentage at once. Further orders are accepted without a hold. Suggested: 10.',
  );
});
