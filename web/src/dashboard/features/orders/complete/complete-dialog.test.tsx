import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { CompleteDialog, completeLabel } from './complete-dialog.tsx';

const id = '00000000-0000-4000-8000-00000000beef';

const show = (need: 'nothing' | 'reason' = 'reason') =>
  renderInShop(<CompleteDialog order={{ id, need }} onClose={() => {}} />);

const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason');

test('a missing reason gets the focus, and nothing is sent', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/advance_order')) sent.push(body);
    return {};
  });
  const user = show();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: completeLabel }));
  await expect.poll(() => document.activeElement).toBe(reason());
  expect(sent).toEqual([]);
  await user.type(reason(), ' The bank said so ');
  await user.click(screen.getByRole('button', { name: completeLabel }));
  await expect
    .poll(() => sent)
    .toEqual([{ p_order_id: id, p_status: 'completed', p_reason: 'The bank said so' }]);
});

test('without a need for a reason none is asked for', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/advance_order')) sent.push(body);
    return {};
  });
  const user = show('nothing');
  expect(screen.queryByLabelText('Reason')).toBeNull();
  await user.click(screen.getByRole('button', { name: completeLabel }));
  await expect.poll(() => sent).toEqual([{ p_order_id: id, p_status: 'completed' }]);
});

test('a reason is kept when the page is left with the dialog open, as at the end of a session', async () => {
  const user = show();
  await user.type(reason(), 'The bank said so');
  cleanup();
  show();
  expect(reason().value).toBe('The bank said so');
});
