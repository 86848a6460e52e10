import { expect, test } from 'vitest';
import { needsOf } from './owner-alerts.ts';

const nothing = {
  openTasks: 0,
  oldestTask: null,
  toSend: 0,
  oldestToSend: null,
  pendingTooLong: 0,
  oldestPending: null,
  outOfStock: 0,
  runningOut: 0,
};

test('a shop where all is well asks nothing of its owner', () => {
  expect(needsOf(nothing)).toEqual([]);
});

test('money comes before goods to send, they before buyers who wait, and these before shelves', () => {
  const needs = needsOf({
    openTasks: 2,
    oldestTask: {
      title: 'Refund KES 1,000, order #IC-0000ABCD: it was already paid',
      createdAt: '2026-11-20T21:30:00Z',
    },
    toSend: 3,
    oldestToSend: { id: '00000000-0000-4000-8000-00000000beef', createdAt: '2026-11-20T06:00:00Z' },
    pendingTooLong: 1,
    oldestPending: { id: '00000000-0000-4000-8000-00000000abcd', createdAt: '2026-11-19T06:00:00Z' },
    outOfStock: 1200,
    runningOut: 1,
  });
  expect(needs.map(({ title }) => title)).toEqual([
    '2 tasks about money are open',
    '3 paid orders wait to be packed and sent',
    'One order is pending for more than a day',
    '1,200 products on sale are out of stock',
    'One product on sale is running out',
  ]);
  // In Nairobi it was the next day already.
  expect(needs[0]?.detail).toContain('since 21 Nov 2026, 00:30');
  expect(needs[1]?.detail).toBe('The oldest: #IC-0000BEEF, since 20 Nov 2026, 09:00');
  expect(needs[2]?.detail).toBe('The oldest: #IC-0000ABCD, since 19 Nov 2026, 09:00');
});
