import type { AdminOrder } from '@contract/admin.ts';
import { errorMessage } from '@contract/error-messages.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { RefundDialog } from './refund-dialog.tsx';

test('a day that the shop refuses is marked until another one is typed', async () => {
  answerDatabase(() => refusedBySql('refund_day_wrong'));
  const payment = {
    transactionId: '11111111-1111-4111-8111-111111111111',
    reference: 'DON-1',
    amountCents: 5000,
    receivedAt: '2026-11-22T08:30:00Z',
  };
  const user = renderInShop(
    <RefundDialog isOpen order={{ status: 'paid' } as AdminOrder} payments={[payment]} onClose={() => {}} />,
  );
  await fillIn(user, { 'The bank’s reference of the refund': 'FT1', 'Why it was refunded': 'Ordered twice' });
  const day = screen.getByLabelText('Day of the refund');
  fireEvent.change(day, { target: { value: '2026-11-20' } });
  await user.click(screen.getByRole('button', { name: 'Record Refund' }));
  await expect.poll(() => messageUnder(day)).toBe(errorMessage.refund_day_wrong);
  fireEvent.change(day, { target: { value: '2026-11-22' } });
  expect(messageUnder(day)).toBeUndefined();
});
