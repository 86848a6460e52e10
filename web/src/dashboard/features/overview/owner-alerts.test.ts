import { expect, test } from 'vitest';
import { noAlerts } from '#testing/no-alerts.ts';
import { alertsOf, bankQueriedText } from './owner-alerts.ts';

test('a shop without problems has no alerts', () => {
  expect(alertsOf(noAlerts)).toEqual([]);
});

test('money comes before goods to send, then messages, waiting buyers and products out of stock', () => {
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
    productsMostlyHeld: 1,
    outOfStock: 1200,
    runningOut: 1,
    messagesInTrouble: 2,
    bankQueriedAt: null,
  });
  expect(alerts.map(({ title }) => title)).toEqual([
    '2 tasks about money are open',
    '4 payments are approved and not settled after two bank days',
    '3 paid orders are waiting to be packed and sent',
    '2 messages have not arrived, or may not have',
    'One order has been pending for more than a day',
    'One product has at least half of the stock on hold for unpaid orders',
    '1,200 products on sale are out of stock',
    'One product on sale is running out',
  ]);
  // In Nairobi it is the next day already.
  expect(alerts[0]?.detail).toContain('since 21 Nov 2026, 00:30');
  expect(alerts[1]?.detail).toBe('KES\u00a01,850,000 in no statement of the bank');
  expect(alerts[2]?.detail).toBe('The oldest: #IC-0000BEEF, since 20 Nov 2026, 09:00');
  expect(alerts[2]?.to).toBe('/admin/orders?status=to-send');
  expect(alerts[4]?.detail).toBe('The oldest: #IC-0000ABCD, since 19 Nov 2026, 09:00');
});

test('shows how long ago the bank was queried', () => {
  const now = Date.parse('2026-11-21T09:00:40Z');
  expect(bankQueriedText('2026-11-21T09:00:00Z', now)).toBe('Bank last queried 40 s ago');
  expect(bankQueriedText('2026-11-21T08:50:00Z', now)).toBe('Bank last queried 21 Nov 2026, 11:50');
  expect(bankQueriedText(null, now)).toBe('The bank has not been queried yet');
});
