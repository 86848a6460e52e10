import type { ProductImport } from '@contract/product-imports.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { UndoDialog } from './undo-dialog.tsx';

const entry = {
  id: 'i1',
  fileName: 'prices.csv',
  total: 3,
  made: 0,
  changed: 3,
  unchanged: 0,
} as ProductImport;

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
  await user.click(screen.getByRole('button', { name: 'Undo the import' }));
  await screen.findByText('Nothing was undone: these products were changed since.');
  screen.getByText(/^Rod 2 was changed by somebody/);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Undo the rest, leave these' }));
  await findToast('Import undone', '“prices.csv” is undone.');
  expect(sent).toEqual([
    { p_id: 'i1', p_leave_changed: false },
    { p_id: 'i1', p_leave_changed: true },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});
