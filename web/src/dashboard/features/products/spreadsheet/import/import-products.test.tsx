import type { ProductImport } from '@contract/product-imports.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { PastImports } from '../past-imports.tsx';
import { ImportDone } from './import-products.tsx';

const done: ProductImport = {
  id: 'i1',
  at: '2026-11-22T08:00:00Z',
  fileName: 'prices.csv',
  made: 0,
  changed: 80,
  unchanged: 0,
  left: [],
  undoneAt: null,
  undone: null,
};

test('what was imported is no longer offered to be undone once it was', async () => {
  let now = done;
  answerDatabase((address) => {
    if (address.endsWith('/prices_before_import')) return [];
    if (address.endsWith('/undo_product_import')) {
      now = {
        ...done,
        undoneAt: '2026-11-22T09:00:00Z',
        undone: { putBack: 80, erased: 0, archived: 0, left: 0 },
      };
    }
    return address.endsWith('/list_product_imports') ? [now] : now;
  });
  const user = renderInShop(
    <>
      <ImportDone one={done} isEarlier={false} />
      <PastImports />
    </>,
  );
  await screen.findByText('80 changed. You can undo it below.');
  await user.click(await screen.findByRole('button', { name: 'Undo “prices.csv”' }));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('80 changed. Undone 22 Nov 2026, 12:00: 80 restored');
  expect(screen.queryByText(/You can undo/)).toBeNull();
  screen.getByText('“prices.csv” was imported, and undone');
});

test('an import that changed nothing offers no undoing', () => {
  answerDatabase(() => []);
  renderInShop(<ImportDone one={{ ...done, changed: 0, unchanged: 3 }} isEarlier={false} />);
  screen.getByText('0 changed, 3 unchanged.');
});
