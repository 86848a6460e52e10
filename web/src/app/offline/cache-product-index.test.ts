import { expect, test } from 'vitest';
import { isIndexWanted } from './cache-product-index.ts';

const hours = 60 * 60 * 1000;

test('the index is fetched when the device has no copy, and refreshed after four hours', () => {
  expect([isIndexWanted(null), isIndexWanted(0), isIndexWanted(4 * hours - 1)]).toEqual([true, false, false]);
  expect([isIndexWanted(4 * hours), isIndexWanted(100 * hours)]).toEqual([true, true]);
  // Stored while the clock was ahead.
  expect(isIndexWanted(-1)).toBe(true);
});

test('it is not downloaded with data saving on or over the slowest connections', () => {
  for (const connection of [{ saveData: true }, { effectiveType: '2g' }, { effectiveType: 'slow-2g' }])
    expect([connection, isIndexWanted(null, connection)]).toEqual([connection, false]);
  expect(isIndexWanted(null, { saveData: false, effectiveType: '3g' })).toBe(true);
});
