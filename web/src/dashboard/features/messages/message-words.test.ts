import { messageStates } from '@contract/admin-messages.ts';
import { expect, it } from 'vitest';
import { actionsOf } from './message-words.ts';

it.each(messageStates)('a message that is %s can be steered only where it makes sense', (state) => {
  const actions = actionsOf({ state, answeredAt: null });
  const isOver = state !== 'waiting' && state !== 'sending';
  expect(actions.includes('again')).toBe(isOver);
  expect(actions.includes('correct')).toBe(isOver);
  expect(actions.includes('stop')).toBe(state === 'waiting');
  expect(actions.includes('answer')).toBe(['failed', 'unknown', 'bounced'].includes(state));
});

it('what was answered is not answered again', () => {
  expect(actionsOf({ state: 'failed', answeredAt: '2026-11-22T09:00:00Z' })).toEqual(['again', 'correct']);
});
