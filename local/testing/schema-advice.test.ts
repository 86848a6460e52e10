import { expect, test } from 'vitest';
import { sortAdvice } from './schema-advice.ts';

const unusedIndex = { name: 'unused_index', level: 'INFO', detail: '', cacheKey: 'unused_index_orders' };
const openTable = { name: 'rls_disabled', level: 'ERROR', detail: '', cacheKey: 'rls_disabled_orders' };

test('a finding is open until it is reviewed', () => {
  const reviewed = [{ advisor: 'unused_index', reason: 'new' }];
  const sorted = sortAdvice([unusedIndex, openTable], reviewed);
  expect(sorted.open).toEqual([openTable]);
  expect(sorted.reviewed).toEqual([{ entry: reviewed[0], count: 1 }]);
});

test('a review of one finding does not cover another of the same advisor', () => {
  const reviewed = [{ advisor: 'unused_index', finding: 'unused_index_products', reason: 'needed' }];
  expect(sortAdvice([unusedIndex], reviewed).open).toEqual([unusedIndex]);
});
