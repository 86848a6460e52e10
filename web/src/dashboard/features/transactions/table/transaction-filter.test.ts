import { expect, test } from 'vitest';
import { transactionFilterOf } from './transactions-table.tsx';

const empty = { q: '', status: '', from: '', to: '', min: '', max: '' };

test('a URL without filters matches everything', () => {
  expect(transactionFilterOf(empty)).toEqual({});
});

test('text, state, days and amounts in the URL filter the transactions', () => {
  expect(
    transactionFilterOf({
      q: ' DON-12 ',
      status: 'review',
      from: '2026-11-01',
      to: '2026-11-30',
      min: '0',
      max: '5000',
    }),
  ).toEqual({ text: 'DON-12', status: 'review', from: '2026-11-01', to: '2026-11-30', min: 0, max: 5000 });
});

test('what has no order yet is a choice beside the states', () => {
  expect(transactionFilterOf({ ...empty, status: 'rest' })).toEqual({ hasRest: true });
});

test('invalid values in the URL are ignored', () => {
  expect(
    transactionFilterOf({
      ...empty,
      status: 'lost',
      from: 'yesterday',
      to: '2026-11-99',
      min: '-1',
      max: '1e9',
    }),
  ).toEqual({});
});
