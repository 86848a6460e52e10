import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const entry = { id: 'i1', fileName: 'prices.csv', made: 0, changed: 3 };

test('undoing asks first when prices change back by more than half', async () => {
  const sent: string[] = [];
  answerDatabase((address) => {
    sent.push(address.split('/').at(-1) ?? '');
    const price = (name: string, now: number, before: number) => ({
      name,
      seen: { price: now },
      set: { price: before },
    });
    return address.endsWith('/prices_before_import')
      ? [price('Rod 1', 500, 5000), price('Rod 2', 400, 9000), price('Rod 3', 900, 1000)]
      : { ...entry, undoneAt: '2026-11-22T09:00:00Z' };
  });
  const onClose = vi.fn();
  const user = renderInShop(<UndoDialog entry={entry} onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Change 2 prices by more than half?');
  screen.getByText(/^Rod 1: KES.500 becomes KES.5,000$/);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(sent).not.toContain('undo_product_import');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await user.click(await screen.findByRole('button', { name: 'Change the prices' }));
  await findToast('Undone', '“prices.csv” is undone.');
  expect(onClose).toHaveBeenCalledOnce();
});

test('undoing lists products changed since, and can skip just those', async () => {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/undo_product_import')) return [];
    sent.push(body);
    const rows = [{ line: null, productId: 'p2', name: 'Rod 2', problem: 'changed_meanwhile' }];
    if (sent.length === 1) return refusedBySql('import_refused', rows);
    return { ...entry, undoneAt: '2026-11-22T09:00:00Z' };
  });
  const onClose = vi.fn();
  const user = renderInShop(<UndoDialog entry={entry} onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Nothing was undone: these products were changed since.');
  screen.getByText(/^Rod 2 was changed by somebody/);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Undo the rest, leave these' }));
  await findToast('Undone', '“prices.csv” is undone.');
  expect(sent).toEqual([
    { p_id: 'i1', p_leave_changed: false },
    { p_id: 'i1', p_leave_changed: true },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});
