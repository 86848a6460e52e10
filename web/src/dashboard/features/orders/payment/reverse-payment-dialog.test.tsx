import type { RecordedPayment } from '@contract/admin-orders.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import type { Reversal } from './recorded-text.ts';
import { ReversePaymentDialog } from './reverse-payment-dialog.tsx';

const paymentBy = (method: RecordedPayment['method']): Omit<RecordedPayment, 'backCents' | 'bankCents'> => ({
  id: 'p1',
  method,
  reference: 'X1',
  amount: 9500,
  hereCents: 950_000,
  day: '2026-11-21',
  status: 'completed',
});
const open = (method: RecordedPayment['method'], cause: Reversal = null) => {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    // As of a payment for several orders.
    return null;
  });
  const onClose = vi.fn();
  const user = renderInShop(
    <ReversePaymentDialog payment={paymentBy(method)} cause={cause} onClose={onClose} />,
  );
  return { user, sent, onClose };
};
const what = () => screen.getByLabelText<HTMLSelectElement>('What happened');
const send = (name = 'Reverse Payment') => screen.getByRole('button', { name });

test('whoever takes a payment back says whether it ever was money', async () => {
  const { user, sent, onClose } = open('mpesa');
  expect(what().value).toBe('');
  await user.type(screen.getByLabelText('Why it does not count'), 'Typed twice');
  await user.click(send());
  expect(messageUnder(what())).toBe('Please choose what happened');
  expect(sent).toEqual([]);
  await user.selectOptions(what(), 'Typed by mistake: it never was money');
  await user.click(send());
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent[0]).toEqual({ p_transaction_id: 'p1', p_cause: 'mistake', p_reason: 'Typed twice' });
});

test.each([
  ['bounced', 'The Cheque Bounced', { p_cause: 'bounced', p_day: nairobiDay() }],
  ['mistake', 'Reverse Payment', { p_cause: 'mistake' }],
] as const)('of a cheque the button has said what happened: %s', async (cause, button, expected) => {
  const { user, sent } = open('cheque', cause);
  expect(screen.queryByLabelText('What happened')).toBeNull();
  await user.type(screen.getByLabelText('Why it does not count'), 'The bank says so');
  await user.click(send(button));
  await expect
    .poll(() => sent[0])
    .toEqual({ p_transaction_id: 'p1', p_reason: 'The bank says so', ...expected });
});

test('the day on which a cheque bounced may be an earlier one, and is not left out', async () => {
  const { user, sent } = open('cheque', 'bounced');
  const day = screen.getByLabelText('Day it went back');
  await user.clear(day);
  await user.type(screen.getByLabelText('Why it does not count'), 'The bank says so');
  await user.click(send('The Cheque Bounced'));
  expect(messageUnder(day)).toBe('Please give the day');
  expect(sent).toEqual([]);
  await user.type(day, '2026-11-23');
  await user.click(send('The Cheque Bounced'));
  await expect.poll(() => sent[0]).toMatchObject({ p_cause: 'bounced', p_day: '2026-11-23' });
});
