import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { adminKey } from '#dashboard/lib/admin-queries.ts';
import { ProductHistory } from './product-history.tsx';

const productId = '3f2a9c1e-0000-4000-8000-000000000001';

/** One change, of something that no other changed. */
const change = (id: number) => ({
  id,
  row_id: productId,
  at: `2026-11-${String(id).padStart(2, '0')}T08:00:00Z`,
  operation: 'update',
  actor_id: 'u1',
  actor_name: 'Akinyi',
  actor_role: 'authenticated',
  before: { [`name ${id}`]: 'Old' },
  after: { [`name ${id}`]: 'New' },
});

/** Other data of the dashboard, fetched slowly. */
function SlowData({ read }: { read(): Promise<unknown> }) {
  useQuery({ queryKey: [adminKey, 'slow'], queryFn: read });
  return null;
}

test('the oldest change shown is restored, though its line gives way to the new change', async () => {
  // Newest first; ten are shown.
  let changes = Array.from({ length: 11 }, (_, index) => change(11 - index));
  const restored = { id: productId, name: 'Terrameter' };
  answerDatabase((address) => {
    if (!address.endsWith('/undo_product_change')) return changes;
    changes = [change(12), ...changes];
    return restored;
  });
  const onRestored = vi.fn();
  let release = () => {};
  const readSlowly = () => new Promise((resolve) => (release = () => resolve(null)));
  const user = renderInShop(
    <>
      <ProductHistory productId={productId} onRestored={onRestored} />
      <SlowData read={readSlowly} />
    </>,
  );
  const buttons = await screen.findAllByRole('button', { name: /^Restore what was there before/ });
  expect(buttons).toHaveLength(10);
  await user.click(buttons[9]!);
  await expect.poll(() => buttons[9]!.isConnected).toBe(false);
  release();
  await findToast('Restored', /^Terrameter: .+, as before\.$/);
  expect(onRestored).toHaveBeenCalledWith(restored);
});

test('restoring a price that differs by more than half asks first', async () => {
  const sent: string[] = [];
  answerDatabase((address) => {
    if (!address.endsWith('/undo_product_change'))
      return [{ ...change(1), before: { price: 85_000 }, after: { price: 8500 } }];
    sent.push(address);
    return { id: productId, name: 'Terrameter' };
  });
  const user = renderInShop(<ProductHistory productId={productId} onRestored={() => {}} />);
  const restore = await screen.findByRole('button', { name: /^Restore what was there before/ });
  await user.click(restore);
  screen.getByText(/^The price: KES\s8,500 becomes KES\s85,000$/);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(sent).toEqual([]);
  await user.click(restore);
  await user.click(screen.getByRole('button', { name: 'Change the price' }));
  await findToast('Restored', /^Terrameter: .+, as before\.$/);
  expect(sent).toHaveLength(1);
});

test('whoever may not change products is offered no undoing', async () => {
  answerDatabase(() => [change(1)]);
  renderInShop(<ProductHistory productId={productId} onRestored={() => {}} />, '/', [
    'history',
    'stock.write',
  ]);
  await screen.findByText('Akinyi');
  expect(screen.queryByRole('button', { name: /^Restore/ })).toBeNull();
});
