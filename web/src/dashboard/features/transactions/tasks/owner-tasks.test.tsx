import type { OwnerTask } from '@contract/admin.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { deferredPromise } from '#testing/deferred-promise.ts';
import { fillIn, findToast, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { OwnerTasks } from './owner-tasks.tsx';

const task = (id: string, amountCentsAtOpening: number) =>
  ({
    id,
    kind: 'wrong_amount',
    orderId: '00000000-0000-4000-8000-00000000abcd',
    amountCentsAtOpening,
    createdAt: '2026-11-22T08:00:00Z',
    method: 'card',
    outcomes: ['accepted'],
  }) as OwnerTask;

const ofFive = task('t1', 500);
const ofNinety = task('t2', 9000);
const titleOfFive = 'Look at order #0000ABCD: the bank approved KES 5, not the total';

const pageOf = (tasks: object[]) => ({ rows: tasks, after: null });

test('a task that is closed after its dialog was left does not close the dialog of the next one', async () => {
  const closing = deferredPromise();
  answerDatabase(async (address) => {
    if (address.endsWith('/list_owner_tasks')) return pageOf([ofFive, ofNinety]);
    await closing.promise;
    return { ...ofFive, closingReason: 'It is only five shillings.' };
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
  await findToast('Task Closed', titleOfFive);
  expect(reason().value).toBe('Asked the buyer.');
});

test('money that cannot be accepted for lack of stock names the products', async () => {
  answerDatabase((address) => {
    if (address.endsWith('/list_owner_tasks')) return pageOf([ofFive]);
    const lines = [{ name: 'Hand auger', quantity: 3, available: 1 }];
    return refusedBySql('out_of_stock', lines);
  });
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Close task' }));
  await user.type(screen.getByLabelText('What was done'), 'Asked the buyer.');
  await user.click(screen.getAllByRole('button', { name: 'Close task' }).at(-1)!);
  await screen.findByText(/not enough stock for this order: Hand auger \(3 ordered, 1 available\)\./);
  expect(screen.queryByText(/cart/)).toBeNull();
});

test('a task is closed with a reason: an empty one is refused at its field, and a lost connection or a closed dialog loses nothing', async () => {
  const sent: { p_refund?: { isSure: boolean } }[] = [];
  const refundable = { ...ofFive, outcomes: ['accepted', 'refunded'] };
  answerDatabase((address, body) => {
    if (address.endsWith('/list_owner_tasks')) return pageOf([refundable]);
    sent.push(body as (typeof sent)[number]);
    if (sent.length === 1) throw new TypeError('Failed to fetch');
    if (sent.length === 2) return refusedBySql('refund_reference_used');
    return { ...ofFive, closingReason: 'Refunded at the bank.' };
  });
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  const reason = () => screen.getByLabelText<HTMLTextAreaElement>('What was done');
  const open = await screen.findByRole('button', { name: 'Close task' });
  const close = () => user.click(screen.getAllByRole('button', { name: 'Close task' }).at(-1)!);
  await user.click(open);
  await close();
  await expect.poll(() => messageUnder(reason())).toBe('Please say what was done');
  const money = screen.getByLabelText('What became of the money');
  expect(messageUnder(money)).toBe('Please choose what became of the money');
  await user.selectOptions(money, 'Refunded');
  const reference = screen.getByLabelText('The bank’s reference of the refund');
  expect(messageUnder(reference)).toBe('Please give the reference of the refund');
  await fillIn(user, { 'What was done': 'Refunded at the bank.' });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));

  await user.click(open);
  expect(reason().value).toBe('Refunded at the bank.');
  await user.selectOptions(screen.getByLabelText('What became of the money'), 'Refunded');
  await fillIn(user, { 'The bank’s reference of the refund': 'FT26326' });
  await close();
  await screen.findByText(/^No answer came/);
  expect(reason().value).toBe('Refunded at the bank.');
  await close();
  // Another order's refund has this reference: pressed once more, it is meant.
  await screen.findByText(/press the button once more/);
  await close();
  await findToast('Task Closed', titleOfFive);
  expect(sent[1]).toMatchObject({
    p_outcome: 'refunded',
    p_reason: 'Refunded at the bank.',
    p_refund: { method: 'card', bankReference: 'FT26326' },
  });
  expect(sent.map(({ p_refund }) => p_refund?.isSure)).toEqual([false, false, true]);
});

test('a price that is owed again has two answers: it is paid, or written off', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/list_owner_tasks'))
      return pageOf([{ ...ofFive, kind: 'payment_reversed', outcomes: ['nothing_received'] }]);
    sent.push(body);
    return { ...ofFive, closingReason: 'It is bankrupt.' };
  });
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Record a Payment' });
  expect(link.pathname).toBe(`/admin/orders/${ofFive.orderId}`);
  expect(screen.queryByRole('button', { name: 'Close task' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Write Off' }));
  screen.getByRole('dialog', { name: 'Write off what is owed?' });
  screen.getByText('Nothing is to be paid for the order any more.');
  await user.type(screen.getByLabelText('Why it is not collected'), 'It is bankrupt.');
  await user.click(screen.getAllByRole('button', { name: 'Write Off' }).at(-1)!);
  await screen.findByText('Task Closed');
  expect(sent).toMatchObject([{ p_outcome: 'nothing_received', p_reason: 'It is bankrupt.' }]);
});

test('closing a task about the sum that a payment counts with says that it goes on counting so', async () => {
  answerDatabase(() => pageOf([{ ...ofFive, countsCents: 200_000, outcomes: ['looked_at'] }]));
  const user = renderInShop(<OwnerTasks onOpenTransaction={() => {}} />);
  await user.click(await screen.findByRole('button', { name: 'Close task' }));
  expect(messageUnder(screen.getByLabelText('What became of the money'))).toMatch(
    /^It goes on counting as KES.2,000\./,
  );
});
