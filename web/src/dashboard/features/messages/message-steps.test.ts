import { messageStates } from '@contract/admin-messages.ts';
import { expect, it } from 'vitest';
import { actionsOf, typedProblem } from './message-steps.ts';

const kind = 'order_paid';

it.each(messageStates)('a message that is %s offers only the actions that make sense', (state) => {
  const actions = actionsOf({ kind, state, dismissedAt: null, blocked: null });
  const isOver = state !== 'waiting' && state !== 'sending';
  expect(actions.includes('again')).toBe(isOver);
  expect(actions.includes('correct')).toBe(isOver);
  expect(actions.includes('stop')).toBe(state === 'waiting');
  expect(actions.includes('dismiss')).toBe(['failed', 'unknown', 'bounced', 'complained'].includes(state));
});

it('a mail about an account is not stopped', () => {
  const about = { kind: 'settings_changed', dismissedAt: null, blocked: null } as const;
  expect(actionsOf({ ...about, state: 'waiting' })).toEqual([]);
});

it('a message that was dealt with has no further actions', () => {
  expect(actionsOf({ kind, state: 'failed', dismissedAt: '2026-11-22T09:00:00Z', blocked: null })).toEqual([
    'again',
    'correct',
  ]);
});

it('nothing is sent again to a blocked address until it is unblocked or corrected', () => {
  const bounced = { kind, state: 'bounced', dismissedAt: null, blocked: 'bounced' } as const;
  expect(actionsOf(bounced)).toEqual(['unblock', 'correct', 'dismiss']);
  expect(actionsOf({ ...bounced, state: 'waiting' })).toEqual(['stop', 'unblock']);
});

it.each([
  ['correct', 'email', 'ada@example', 'Invalid email address'],
  ['correct', 'email', ' Ada@example.com ', ''],
  ['correct', 'sms', '0712 345', 'Enter a phone number such as 0712 345 678'],
  // Nobody knows the country of such a number, so it cannot be written to.
  ['correct', 'whatsapp', '5551234567', 'Enter a phone number such as 0712 345 678'],
  ['correct', 'sms', '0712 345 678', ''],
  ['dismiss', 'email', ' ', 'Please say what was done'],
  ['dismiss', 'email', 'By phone', ''],
  ['stop', 'email', '', ''],
] as const)('%s by %s with “%s” typed is refused with “%s”', (action, channel, typed, problem) => {
  expect(typedProblem(action, channel, typed)).toBe(problem);
});
