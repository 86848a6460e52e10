import { expect, test } from 'vitest';
import { isFullScan, plansIn, scanLine, scansOf, summed } from './query-plans.ts';

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

test('plans are found among all notices of the database', () => {
  const notices = ['something else', `duration: 1.234 ms  plan:\n${JSON.stringify({ Plan: plan })}`];
  expect(plansIn(notices)).toEqual([plan]);
});

test('each scan of a table is listed with its index, and a sequential scan is recognised', () => {
  const scans = scansOf(plan);
  expect(scans.map(scanLine)).toEqual([
    'Seq Scan users: 3 rows, 0 pages',
    'Index Scan orders by orders_newest: 6 rows, 1,234 pages in 3 loops',
  ]);
  expect(scans.map((scan) => isFullScan(scan, 200_000))).toEqual([true, false]);
});

test.each([
  ['Index Scan', 6000, true],
  ['Bitmap Heap Scan', 6000, true],
  // An index-only scan reads a fraction of the table.
  ['Index Only Scan', 6000, false],
  ['Index Scan', 4000, false],
])('%s that removes %i of 10,000 rows is a full scan: %s', (kind, rowsRemoved, isFull) => {
  const node = { 'Node Type': kind, 'Relation Name': 'orders', 'Index Name': 'x', 'Actual Rows': 1 };
  const scans = scansOf({ ...node, 'Actual Loops': 1, 'Rows Removed by Filter': rowsRemoved });
  expect(scans.map((scan) => isFullScan(scan, 10_000))).toEqual([isFull]);
  // Also in many loops of few rows each.
  const loops = scansOf({ ...node, 'Actual Loops': 100, 'Rows Removed by Filter': rowsRemoved / 100 });
  expect(loops.map((scan) => isFullScan(scan, 10_000))).toEqual([isFull]);
});

test('repeated scans are added up', () => {
  expect(summed([...scansOf(plan), ...scansOf(plan)]).map(scanLine)).toEqual([
    'Seq Scan users: 6 rows, 0 pages in 2 loops',
    'Index Scan orders by orders_newest: 12 rows, 2,468 pages in 6 loops',
  ]);
});
