import { expect, test } from 'vitest';
import { alertsOf } from './owner-alerts.ts';

const nothing = {
  notSettled: { count: 0, cents: 0 },
  openTasks: 0,
  oldestTask: null,
  toSend: 0,
  oldestToSend: null,
  pendingTooLong: 0,
  oldestPending: null,
  outOfStock: 0,
  runningOut: 0,
};

test('a shop where all is well has no alerts', () => {
  expect(alertsOf(nothing)).toEqual([]);
});

test('money comes before goods to send, then buyers who wait, then empty shelves', () => {
  const alerts = alertsOf({
    notSettled: { count: 4, cents: 1_850_000_00 },
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
  expect(alerts.map(({ title }) => title)).toEqual([
    '2 tasks about money are open',
    '4 payments are approved and not settled after two bank days',
    '3 paid orders are waiting to be packed and sent',
    'One order has been pending for more than a day',
    '1,200 products on sale are out of stock',
    'One product on sale is running out',
  ]);
  // In Nairobi it was the next day already.
  expect(alerts[0]?.detail).toContain('since 21 Nov 2026, 00:30');
  expect(alerts[1]?.detail).toBe('KES\u00a01,850,000 in no statement of the bank');
  expect(alerts[2]?.detail).toBe('The oldest: #IC-0000BEEF, since 20 Nov 2026, 09:00');
  expect(alerts[3]?.detail).toBe('The oldest: #IC-0000ABCD, since 19 Nov 2026, 09:00');
});
