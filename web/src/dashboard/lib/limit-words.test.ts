import { expect, test } from 'vitest';
import { limitName, limitSpan } from './limit-words.ts';

test('a limit is named by what is limited and by what is counted', () => {
  expect(limitName({ action: 'sign_in', subject: 'address' })).toBe('Signing in, from one network address');
});

test.each([
  [60, 'a minute'],
  [900, '15 minutes'],
  [3600, 'an hour'],
])('%i seconds are %s', (seconds, words) => {
  expect(limitSpan({ action: 'search', seconds, suggested: 1000 })).toBe(
    `At most this many times in ${words}. Suggested: 1,000.`,
  );
});

test('a limit on holds names no time span, and says that it refuses no order', () => {
  expect(limitSpan({ action: 'hold_share', seconds: 1800, suggested: 10 })).toBe(
    'At most this percentage at once. Further orders are accepted without a hold. Suggested: 10.',
  );
});
