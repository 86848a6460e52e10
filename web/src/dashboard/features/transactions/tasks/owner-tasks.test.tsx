import type { OwnerTask } from '@contract/admin.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '../../../../testing/answer-database.ts';
import { held } from '../../../../testing/held.ts';
import { findToast, renderInShop } from '../../../../testing/render-in-shop.tsx';
import { OwnerTasks } from './owner-tasks.tsx';

const task = (id: string, title: string) =>
  ({ id, title, createdAt: '2026-11-22T08:00:00Z', closedAt: null, outcomes: ['accepted'] }) as OwnerTask;

const ofFive = task('t1', 'KES 5 too little');
const ofNinety = task('t2', 'KES 90 too much');

test('a task that is closed after its dialog was left does not close the dialog of the next one', async () => {
  const closing = held();
  answerDatabase(async (address) => {
    if (!address.startsWith('/api/')) return [ofFive, ofNinety];
    await closing.promise;
    return { ...ofFive, closedAt: '2026-11-22T09:00:00Z', closingReason: 'It is only five shillings.' };
  });
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>('What was done');
  const open = await screen.findAllByRole('button', { name: 'Close task' });
  await user.click(open[0]!);
  await user.type(reason(), 'It is only five shillings.');
  await user.click(screen.getAllByRole('button', { name: 'Close task' }).at(-1)!);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(open[1]!);
  await user.type(reason(), 'Asked the buyer.');
  closing.release();
  await findToast('Task Closed', 'KES 5 too little');
  expect(reason().value).toBe('Asked the buyer.');
});

test('money that cannot be accepted for lack of stock names the products', async () => {
  answerDatabase((address) => {
    if (!address.startsWith('/api/')) return [ofFive];
    const lines = [{ name: 'Hand auger', quantity: 3, available: 1 }];
    return Response.json({ code: 'out_of_stock', message: 'Your cart is kept.', lines }, { status: 409 });
  });
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Close task' }));
  await user.type(screen.getByLabelText('What was done'), 'Asked the buyer.');
  await user.click(screen.getAllByRole('button', { name: 'Close task' }).at(-1)!);
  await screen.findByText(/not enough stock for this order: Hand auger \(3 ordered, 1 available\)\./);
  expect(screen.queryByText(/cart/)).toBeNull();
});
