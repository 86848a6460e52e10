import type { AdminProduct } from '@contract/admin.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

test('a change whose reply was lost is sent again as it was, so that nothing is added twice', async () => {
  const panel = { id: 'p1', name: 'Panel', price: 1000, stock: 10, held: 0, isActive: true } as AdminProduct;
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_products')) return [panel];
    sent.push(body);
    panel.stock = 15;
    return sent.length === 1 ? new Response('', { status: 502 }) : [panel];
  });
  const onChanged = vi.fn();
  const user = renderInShop(
    <BulkDialog
      isOpen
      selected={new Set(['p1'])}
      onChanged={onChanged}
      onSelect={() => {}}
      onClose={() => {}}
    />,
  );
  await user.selectOptions(await screen.findByLabelText('What to change'), 'add-stock');
  await user.type(screen.getByLabelText('Pieces to add'), '5');
  const apply = () => user.click(screen.getByRole('button', { name: 'Change 1 product' }));
  await apply();
  await screen.findByText('It is not known whether this was saved');
  expect(screen.getByLabelText('Pieces to add')).toHaveProperty('disabled', true);
  await apply();
  await expect.poll(() => onChanged.mock.calls.length).toBe(1);
  const [[done]] = onChanged.mock.calls as [[{ id: string }]];
  expect(done).toMatchObject({ fileName: 'Add to stock: 5', changed: 1 });
  const change = {
    p_id: done.id,
    p_what: 'Add to stock: 5',
    p_changes: [{ id: 'p1', seen: { stock: 10 }, set: { stock: 15 } }],
  };
  expect(sent).toEqual([change, change]);
});

test('prices that change by more than half are asked about together', async () => {
  const products = [1000, 2000, 3000].map(
    (price, i) =>
      ({ id: `p${i}`, name: `Panel ${i}`, price, stock: 1, held: 0, isActive: true }) as AdminProduct,
  );
  const sent: unknown[] = [];
  const onChanged = vi.fn();
  answerDatabase((address, body) => {
    if (!address.endsWith('/change_products')) return products;
    sent.push(body);
    return products;
  });
  const user = renderInShop(
    <BulkDialog
      isOpen
      selected={new Set(['p0', 'p1', 'p2'])}
      onChanged={onChanged}
      onSelect={() => {}}
      onClose={() => {}}
    />,
  );
  await user.type(await screen.findByLabelText('Percent'), '-60 %');
  await user.selectOptions(screen.getByLabelText('Round prices to'), 'The nearest KES 100');
  const apply = () => user.click(screen.getByRole('button', { name: 'Change 3 products' }));
  await apply();
  await screen.findByText('Change 3 prices by more than half?');
  screen.getByText(/^Panel 2: KES.3,000 becomes KES.1,200$/);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect(sent).toEqual([]);
  await apply();
  await user.click(await screen.findByRole('button', { name: 'Change the prices' }));
  await expect.poll(() => onChanged.mock.calls).toMatchObject([[{ changed: 3 }]]);
  expect(sent).toMatchObject([{ p_what: 'Change price by percent: -60 %, rounded to 100' }]);
});

test('a bulk change selects none any more, and is undone from its notice', async () => {
  const panel = { id: 'p1', name: 'Panel', price: 1000, stock: 1, held: 0, isActive: true } as AdminProduct;
  const sent: [string | undefined, unknown][] = [];
  answerDatabase((address, body) => {
    const name = address.split('/').at(-1);
    if (name === 'products_by_ids') return [panel];
    sent.push([name, (body as { p_id: string }).p_id]);
    if (name === 'change_products') return [panel];
    return name === 'prices_before_import' ? [] : { id: 'x' };
  });
  const onSelect = vi.fn();
  const user = renderInShop(<BulkBar selected={new Set(['p1'])} onSelect={onSelect} />);
  await user.click(screen.getByRole('button', { name: 'Change selected' }));
  await user.selectOptions(await screen.findByLabelText('What to change'), 'archive');
  await user.click(await screen.findByRole('button', { name: 'Change 1 product' }));
  await screen.findByText('1 product changed');
  expect(onSelect.mock.calls).toEqual([[new Set()]]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(/^The product that “Archive” changed gets back the values/);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Undo' }));
  await findToast('Undone', '“Archive” is undone.');
  const [[, key] = []] = sent;
  expect(sent).toEqual(
    ['change_products', 'prices_before_import', 'undo_product_import'].map((name) => [name, key]),
  );
});

test('the bar says how many of the selected products are not in sight', () => {
  renderInShop(<BulkBar selected={new Set(['p1', 'p2'])} hidden={1} onSelect={() => {}} />);
  expect(screen.getByLabelText('Selected products').textContent).toContain(
    '2 selected, 1 of them not on this page',
  );
});
