import type { OrderDetails } from '@contract/admin-orders.ts';
import { permissions } from '@contract/staff.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { OrderReminders } from './payment-lines.tsx';

const details = (remindersStoppedAt: string | null, word = 'owed', expectedCents = 0) =>
  ({
    order: { id: 'o1', word, payment: { dueAmount: 20, expectedCents } },
    remindersStoppedAt,
  }) as unknown as OrderDetails;

test.each([
  [null, 'Stop Reminders', true],
  ['2026-11-02T08:00:00Z', 'Resume Reminders', false],
])('reminders stopped at %s: the button is %s', async (at, name, isStopped) => {
  const asked: unknown[] = [];
  const reply = deferredPromise<boolean>();
  answerDatabase((address, body) => {
    if (address.endsWith('/stop_reminders')) asked.push(body);
    return reply.promise;
  });
  const user = renderInShop(<OrderReminders details={details(at)} />);
  await user.dblClick(screen.getByRole('button', { name }));
  reply.release(isStopped);
  await expect.poll(() => asked).toEqual([{ p_order_id: 'o1', p_is_stopped: isStopped }]);
});

test('whoever may not record payments has no button, and an order that is not owed, or is withheld, has nothing', () => {
  const may = permissions.filter((one) => one !== 'payments.record');
  renderInShop(
    <>
      <OrderReminders details={details('2026-11-02T08:00:00Z')} />
      <OrderReminders details={details(null, 'paid')} />
      <OrderReminders details={details(null, 'owed', 2000)} />
    </>,
    '/',
    may,
  );
  screen.getByText('No reminders since 2 Nov 2026.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText(/^The buyer is reminded/)).toBeNull();
});
