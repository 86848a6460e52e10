import { expect, test } from 'vitest';
import { attemptFilterOf } from './attempt-filter.ts';

const empty = { q: '', status: '', from: '', to: '', min: '', max: '' };

test('an address without filters filters nothing', () => {
  expect(attemptFilterOf(empty)).toEqual({});
});

test('text, state, days and amounts of the address filter the attempts', () => {
  expect(
    attemptFilterOf({
      q: ' DON-12 ',
      status: 'review',
      from: '2026-11-01',
      to: '2026-11-30',
      min: '0',
      max: '5000',
    }),
  ).toEqual({ text: 'DON-12', status: 'review', from: '2026-11-01', to: '2026-11-30', min: 0, max: 5000 });
});

test('what an address cannot mean does not filter', () => {
  expect(
    attemptFilterOf({ ...empty, status: 'lost', from: 'yesterday', to: '2026-11-99', min: '-1', max: '1e9' }),
  ).toEqual({});
});
