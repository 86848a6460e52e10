import { screen, within } from '@testing-library/react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard as terrameter } from '#testing/terrameter.ts';
import { EditProductPage } from './edit-product-page.tsx';

const priceChange = {
  id: 7,
  row_id: terrameter.id,
  at: terrameter.updatedAt,
  operation: 'update',
  actor_id: 'u1',
  actor_name: 'Akinyi',
  actor_role: 'authenticated',
  before: { price: 12_500 },
  after: { price: 15_000 },
};

/** Opens the page; `answer` responds to what changes the product, by its address. */
async function openProduct(answer: (address: string) => unknown) {
  const sent: unknown[] = [];
  answerDatabase((address, body) => {
    if (address.endsWith('/products_by_ids')) return [terrameter];
    if (address.startsWith('/api/') || address.endsWith('/undo_product_change')) {
      sent.push(body);
      return answer(address);
    }
    if (address.endsWith('/list_stock_movements')) return [];
    return address.includes('history') ? [priceChange] : null;
  });
  const user = renderInShop(
    <Routes>
      <Route path="/" element={<Navigate to={`/admin/products/${terrameter.id}`} />} />
      <Route path="/admin/products/:id" element={<EditProductPage />} />
    </Routes>,
  );
  await screen.findByRole('heading', { level: 2, name: 'Terrameter' });
  return { user, sent };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole('button', { name: 'Save Product' });

test('when two admins edit a product both versions are shown side by side, with a choice for each field', async () => {
  const theirs = { ...terrameter, price: 14_000, stock: 2, updatedAt: '2026-11-22T09:00:00Z' };
  const { user, sent } = await openProduct(() =>
    sent.length === 1
      ? Response.json({ code: 'changed_meanwhile', message: 'Changed.', product: theirs }, { status: 409 })
      : { ...theirs, brand: 'Leica' },
  );
  for (const label of ['Price (KES)', 'Brand']) await user.clear(field(label));
  await fillIn(user, { 'Price (KES)': '11000', Brand: 'Leica' });
  await user.click(save());
  const dialog = within(await screen.findByRole('dialog', { name: 'Changed meanwhile' }));
  const price = within(dialog.getByRole('group', { name: /Price/ }));
  price.getByLabelText(/Yours\s*11000/);
  // Nobody chooses what only one of them has changed, unless they want to.
  expect(dialog.queryByRole('group', { name: /Model/ })).toBeNull();
  await user.click(price.getByLabelText(/Theirs\s*14000/));
  await user.click(dialog.getByRole('button', { name: 'Save my choice' }));
  await findToast('Product updated', 'Terrameter is saved.');
  expect(sent[1]).toMatchObject({
    price: 14_000,
    brand: 'Leica',
    stock: 2,
    seen: { price: 14_000, brand: 'ABEM', stock: 2 },
  });
});

test('a product that cannot be saved or deleted says so, and nothing is lost', async () => {
  const { user } = await openProduct(() => {
    throw new TypeError('Failed to fetch');
  });
  await user.clear(field('Brand'));
  await fillIn(user, { Brand: 'Leica' });
  await user.click(save());
  await findToast('Error', 'Failed to update product');
  screen.getByText(/What you typed is kept\.$/);
  expect(field('Brand').value).toBe('Leica');
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete product' }));
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await dialog.findByText('No answer came');
});

test('a product that has no picture can be saved without one', async () => {
  const { user, sent } = await openProduct(() => ({ ...terrameter, brand: 'Nedo' }));
  screen.getByText(/^This product has no picture/);
  await user.clear(field('Brand'));
  await fillIn(user, { Brand: 'Nedo' });
  await user.click(save());
  await findToast('Product updated', 'Terrameter is saved.');
  expect(sent).toMatchObject([{ brand: 'Nedo', imageUrl: null, pictures: [] }]);
});

test('a price that is restored from the history is in the form, whose page has the name of the product', async () => {
  const { user } = await openProduct(() => ({ ...terrameter, price: 12_500 }));
  expect(document.title).toMatch(/^Terrameter, Admin Dashboard/);
  await user.click(screen.getByText('History'));
  await screen.findByText(/changed price/);
  await user.click(screen.getByRole('button', { name: /^Restore/ }));
  await findToast('Restored', /^Terrameter: .+, as before\.$/);
  expect(field('Price (KES)').value).toBe('12500');
});
