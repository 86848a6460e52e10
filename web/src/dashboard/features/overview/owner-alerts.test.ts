import { expect, test } from 'vitest';
import { noAlerts } from '#testing/no-alerts.ts';
import { alertsOf } from './owner-alerts.ts';

test('a shop without problems has no alerts', () => {
  expect(alertsOf(noAlerts)).toEqual([]);
  expect(alertsOf({ ...noAlerts, termsApprovedOn: null })).toEqual([
    expect.objectContaining({
      title: 'Terms of Sale and Privacy are not approved yet',
      to: '/admin/settings',
    }),
  ]);
  expect(alertsOf({ ...noAlerts, canBePaidByTransfer: false })).toEqual([
    expect.objectContaining({ title: expect.stringMatching(/told of none$/), to: '/admin/settings/shop' }),
  ]);
});

test('money comes before goods from the maker, then messages, waiting buyers and what is done once', () => {
  const alerts = alertsOf({
    notSettled: { count: 4, cents: 1_850_000_00 },
    openLines: {
      count: 2,
      oldest: {
        amountCents: 8_500_000,
        day: '2026-11-19',
        orderId: '00000000-0000-4000-8000-00000000cafe',
      },
    },
    withoutOrder: { count: 2, cents: 1_200_000 },
    bankSilentSince: '2026-11-21T06:30:00Z',
    openTasks: 2,
    oldestTask: {
      kind: 'overpaid',
      orderId: '00000000-0000-4000-8000-00000000abcd',
      amountCentsAtOpening: 100_000,
      isCancelled: true,
      hasPart: true,
      createdAt: '2026-11-20T21:30:00Z',
    },
    partlyPaid: {
      count: 1,
      oldest: { id: '00000000-0000-4000-8000-00000000face', createdAt: '2026-11-18T06:00:00Z' },
    },
    toSend: 3,
    lateToSend: 2,
    fromMaker: { orders: 2, pieces: 3 },
    pendingTooLong: 1,
    oldestPending: { id: '00000000-0000-4000-8000-00000000abcd', createdAt: '2026-11-19T06:00:00Z' },
    heldForGuests: { pieces: 41, orderIds: ['o1', 'o2', 'o3'] },
    outOfStock: 1200,
    runningOut: 1,
    messagesInTrouble: 2,
    messagesPutOff: 40,
    stoppedMessages: ['owner_low_stock'],
    bankChecksStoppedAt: null,
    termsApprovedOn: null,
    canBePaidByTransfer: false,
  });
  expect(alerts.map(({ title }) => title)).toEqual([
    '2 tasks about money are open',
    '2 lines of the bank’s statements wait for an answer',
    'KES\u00a012,000 came without an order',
    'The bank gave no answer for more than ten minutes',
    '4 payments are in no bank’s statement after two bank days',
    '1 order is partly paid',
    '2 orders wait for pieces from the maker',
    '2 messages have not arrived, or may not have',
    '40 messages wait or were not sent, since more are asked for than may go out in a day',
    '1 kind of message to you is not sent, since one bounced or was called spam',
    '1 order pending for more than a day',
    'Terms of Sale and Privacy are not approved yet',
    'No bank account, paybill or till is set: buyers are told of none',
  ]);
  // In Nairobi it is the next day already.
  expect(alerts[0]?.detail).toBe(
    'The oldest: Refund KES 1,000, order #0000ABCD: it is cancelled, since 21 Nov 2026, 00:30',
  );
  expect(alerts[1]?.detail).toBe('The oldest: KES\u00a085,000 of 19 Nov 2026, order #0000CAFE');
  expect(alerts[2]?.to).toBe('/admin/transactions?status=rest');
  expect(alerts[3]?.detail).toBe('Since 21 Nov 2026, 09:30; nobody is asked to pay again meanwhile');
  expect(alerts[4]?.figure).toBe('KES\u00a01,850,000');
  expect(alerts[5]?.to).toBe('/admin/orders?status=partly-paid');
  expect(alerts[9]?.detail).toBe('To you: low stock');
  expect(alerts[10]?.detail).toBe('#0000ABCD, since 19 Nov 2026');
});

test('the job that queries the bank is an alert once it has stopped', () => {
  const titles = (bankChecksStoppedAt: string | null) =>
    alertsOf({ ...noAlerts, bankChecksStoppedAt }).map(({ title }) => title);
  expect(titles(null)).toEqual([]);
  expect(titles('2026-11-21T08:54:59Z')).toEqual(['Checking with the bank has stopped']);
});
