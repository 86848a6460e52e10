import { expect, test } from 'vitest';
import { stateText, whyText } from './message-text.ts';

const waiting = {
  state: 'waiting',
  reason: null,
  attempts: 0,
  nextAttemptAt: '2126-11-21T11:05:00Z',
} as const;

test.each([
  ['its time has not come', {}, 'Goes out 21 Nov 2126, 14:05'],
  ['it is due', { nextAttemptAt: '2025-11-21T11:05:00Z' }, 'Goes out within a minute'],
  ['the provider failed', { reason: '503', attempts: 2 }, '503. Tried again 21 Nov 2126, 14:05'],
  [
    'many were asked for',
    { reason: 'waits_its_turn' },
    'Waits its turn: more messages were asked for than may go out at once. Goes out 21 Nov 2126, 14:05',
  ],
] as const)('a message that waits says what it waits for: %s', (_, over, text) => {
  expect(whyText({ ...waiting, ...over })).toBe(text);
});

test('beside its state it is one sentence', () => {
  expect(stateText(waiting)).toBe('Waiting: goes out 21 Nov 2126, 14:05');
  expect(stateText({ ...waiting, reason: '503', attempts: 2 })).toBe(
    'Waiting: 503. Tried again 21 Nov 2126, 14:05',
  );
});

test('one that went out, or is being sent, waits for nothing', () => {
  const sent = { state: 'accepted', reason: null, attempts: 1, nextAttemptAt: null } as const;
  expect(stateText(sent)).toBe('Sent');
  expect(stateText({ ...waiting, state: 'sending' })).toBe('Being sent');
  expect(stateText({ ...sent, state: 'skipped', reason: 'no_consent' })).toBe(
    'Not sent: No consent to WhatsApp',
  );
});
