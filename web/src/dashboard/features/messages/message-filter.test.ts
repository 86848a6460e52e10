import { expect, it } from 'vitest';
import { messageFilterOf } from './message-filter.ts';

it('reads the filters from the URL, and ignores the rest', () => {
  expect(messageFilterOf({ q: ' ada ', state: 'sent' })).toEqual({
    text: 'ada',
    states: ['accepted', 'delivered'],
  });
  expect(messageFilterOf({ q: '', state: 'trouble' })).toEqual({ isOpen: true });
  expect(messageFilterOf({ q: ' ', state: 'nonsense' })).toEqual({});
});
