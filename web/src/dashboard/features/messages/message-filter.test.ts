import { expect, it } from 'vitest';
import { messageFilterOf } from './messages-list.tsx';

it('reads the filters from the URL, and ignores the rest', () => {
  expect(messageFilterOf({ q: ' ada ', state: 'sent' })).toEqual({
    text: 'ada',
    states: ['accepted', 'delivered'],
  });
  expect(messageFilterOf({ q: '', state: 'trouble' })).toEqual({ isOpen: true });
  for (const state of ['nonsense', 'constructor', '__proto__'])
    expect(messageFilterOf({ q: ' ', state })).toEqual({});
});
