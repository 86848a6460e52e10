import type { AdminProduct } from '@contract/admin.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
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
  const user = renderInShop(
    <BulkDialog isOpen selected={new Set(['p1'])} onSelect={() => {}} onClose={() => {}} />,
  );
  await user.selectOptions(await screen.findByLabelText('What to change'), 'add-stock');
  await user.type(screen.getByLabelText('Pieces to add'), '5');
  const apply = () => user.click(screen.getByRole('button', { name: 'Change 1 product' }));
  await apply();
  await screen.findByText('It is not known whether this was saved');
  expect(screen.getByLabelText('Pieces to add')).toHaveProperty('disabled', true);
  await apply();
  await screen.findByText('1 product changed');
  const change = { p_changes: [{ id: 'p1', seen: { stock: 10 }, set: { stock: 15 } }] };
  expect(sent).toEqual([change, change]);
});
