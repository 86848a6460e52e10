import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { WriteOffDialog } from './reduction-dialogs.tsx';

function open(cents: number) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/reduce_order')) sent.push(body);
    return {};
  });
  const onClose = vi.fn();
  const user = renderInShop(<WriteOffDialog orderId="o1" cents={cents} onClose={onClose} />);
  return { user, sent, onClose };
}
const amount = () => screen.getByLabelText<HTMLInputElement>('Amount in KES');

test('all that is asked for is proposed, less can be written off, more cannot', async () => {
  const { user, sent, onClose } = open(30_050);
  expect(amount().value).toBe('300.50');
  const save = screen.getByRole('button', { name: 'Write Off' });
  await user.clear(amount());
  await fillIn(user, { 'Amount in KES': '300.51', Why: 'Rounding' });
  await user.click(save);
  expect(messageUnder(amount())).toMatch(/more than KES.300\.50/);
  await user.clear(amount());
  await fillIn(user, { 'Amount in KES': '100' });
  await user.click(save);
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([
    { p_order_id: 'o1', p_cause: 'written_off', p_cents: 10_000, p_reason: 'Rounding' },
  ]);
});

test('what was written off can be owed again', async () => {
  const { user, sent, onClose } = open(-30_000);
  await fillIn(user, { Why: 'The wrong order' });
  await user.click(screen.getByRole('button', { name: 'Take Write-Off Back' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(sent).toMatchObject([{ p_cause: 'written_off', p_cents: -30_000 }]);
});
