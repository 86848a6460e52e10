import { expect, test } from 'vitest';
import { growthOf } from './page-growth.ts';

test('a query may read half as much again in a shop ten times as large', () => {
  const growths = growthOf(
    new Map([
      ['flat', 100],
      ['steep', 100],
      ['small', 4],
      ['Count of a shelf', 20],
      ['Search', 20],
      ['Page 1,000', 20],
    ]),
    new Map([
      ['flat', 150],
      ['steep', 151],
      // One level more of a few indexes.
      ['small', 28],
      ['Count of a shelf', 200],
      ['Search', 201],
      ['Page 1,000', 2000],
    ]),
    new Map([
      ['Count of a shelf', { reason: 'it counts', maxFactor: 10 }],
      ['Search', { reason: 'it ranks', maxFactor: 10 }],
      ['Page 1,000', { reason: 'no such page' }],
    ]),
  );
  expect(growths.map(({ name, isTooMuch, reason }) => [name, isTooMuch, reason])).toEqual([
    ['flat', false, null],
    ['steep', true, null],
    ['small', false, null],
    ['Count of a shelf', false, 'it counts'],
    ['Search', true, 'it ranks'],
    ['Page 1,000', false, 'no such page'],
  ]);
});

test('a query that was not run in the smaller shop counts as grown', () => {
  expect(growthOf(new Map(), new Map([['new', 100]]), new Map())[0]).toMatchObject({
    from: 0,
    isTooMuch: true,
  });
});
