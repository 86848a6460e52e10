import { expect, test } from 'vitest';
import { isReadWhole, plansIn, scanLine, scansOf, summed } from './query-plans.ts';

const plan = {
  'Node Type': 'Nested Loop',
  Plans: [
    { 'Node Type': 'Seq Scan', 'Relation Name': 'users', 'Actual Rows': 3, 'Actual Loops': 1 },
    {
      'Node Type': 'Index Scan',
      'Relation Name': 'orders',
      'Index Name': 'orders_newest',
      'Actual Rows': 2,
      'Actual Loops': 3,
      'Shared Hit Blocks': 1200,
      'Shared Read Blocks': 34,
    },
    { 'Node Type': 'Index Scan', 'Relation Name': 'orders', 'Index Name': 'x', 'Actual Loops': 0 },
  ],
};

test('plans are found among all that the database tells', () => {
  const told = ['something else', `duration: 1.234 ms  plan:\n${JSON.stringify({ Plan: plan })}`];
  expect(plansIn(told)).toEqual([plan]);
});

test('each reading of a table is told with its index, and a reading from end to end is known as one', () => {
  const scans = scansOf(plan);
  expect(scans.map(scanLine)).toEqual([
    'Seq Scan users: 3 rows, 0 pages',
    'Index Scan orders by orders_newest: 6 rows, 1,234 pages in 3 rounds',
  ]);
  expect(scans.map(isReadWhole)).toEqual([true, false]);
});

test('the same reading many times is told once', () => {
  expect(summed([...scansOf(plan), ...scansOf(plan)]).map(scanLine)).toEqual([
    'Seq Scan users: 6 rows, 0 pages in 2 rounds',
    'Index Scan orders by orders_newest: 12 rows, 2,468 pages in 6 rounds',
  ]);
});
