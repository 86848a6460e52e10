import { errorMessage } from '@contract/error-messages.ts';
import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { fillIn, findToast, messageUnder, renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard } from '#testing/terrameter.ts';
import { productDraft } from './form/product-draft.ts';
import { DuplicateProduct, NewProduct } from './new-product.tsx';

const picture = { url: '/terrameter.webp', alt: '' };
const pictured = { ...terrameterInDashboard, imageUrl: picture.url, pictures: [picture] };

test('only a category without a page in the shop shows a warning', async () => {
  answerDatabase(() => null);
  const user = renderInShop(<NewProduct />);
  const category = screen.getByLabelText('Category');
  expect(screen.queryByText(/no shelf/)).toBeNull();
  for (const [value, name] of [
    ['fridges', 'Fridges'],
    ['tvs', 'TVs'],
    ['cooking', 'Cooking'],
    ['washing', 'Washing'],
  ] as const) {
    await user.selectOptions(category, value);
    expect(screen.getByText(`The shop has no page for ${name}`).closest('[role=status]')).not.toBeNull();
  }
  await user.selectOptions(category, 'solar');
  expect(screen.queryByText(/no shelf/)).toBeNull();
});

/** Opens the form of a copy; `answer` responds to creating it. Returns the keys with which it is sent. */
async function duplicate(answer: (attempt: number) => Response) {
  const keys: (string | null)[] = [];
  answerDatabase((address) => (address.endsWith('/products_by_ids') ? [pictured] : null));
  const { fetch: answerOthers } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (path !== '/api/products') return answerOthers(path, init);
    keys.push(new Headers(init.headers).get('idempotency-key'));
    return answer(keys.length);
  });
  const user = renderInShop(
    <Routes>
      <Route path="/" element={<DuplicateProduct id={pictured.id} />} />
      <Route path="/admin/products/:id?" element={<p>Another page</p>} />
    </Routes>,
  );
  await screen.findByRole('heading', { name: 'Duplicate Terrameter' });
  const create = () => user.click(screen.getByRole('button', { name: 'Create Product' }));
  return { user, create, keys };
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const lostConnection = () => {
  throw new TypeError('Failed to fetch');
};

test('an error of the server is shown under its field, and the form is kept when the connection is lost', async () => {
  const { user, create, keys } = await duplicate((attempt) => {
    if (attempt === 1) {
      const message = errorMessage.slug_taken;
      return Response.json({ code: 'slug_taken', message, fields: { slug: message } }, { status: 409 });
    }
    return attempt === 2 ? lostConnection() : Response.json(pictured, { status: 201 });
  });
  expect(field('Name').value).toBe('Terrameter (copy)');
  await fillIn(user, { 'Web address': 'terrameter' });
  await create();
  await findToast('Error', 'Failed to create product');
  expect(messageUnder(field('Web address'))).toBe(errorMessage.slug_taken);
  await user.clear(field('Web address'));

  await create();
  await screen.findByText(/^No connection\..*What you typed is kept\.$/);
  expect(field('Name').value).toBe('Terrameter (copy)');
  await create();
  await findToast('Product created', 'Terrameter is on sale.');
  // The shop knows by the key that it is the same product.
  expect(new Set(keys.slice(1)).size).toBe(1);
});

test('a service that is created is on sale without any stock', async () => {
  const { create } = await duplicate(() => Response.json({ ...pictured, stock: 0, isService: true }));
  await create();
  await findToast('Product created', 'Terrameter is on sale.');
});

test('a product created by a request that seemed lost is edited, not created again, when its form was changed', async () => {
  const { user, create } = await duplicate((attempt) =>
    attempt === 1
      ? lostConnection()
      : Response.json(
          { code: 'changed_meanwhile', message: 'Changed.', product: { ...pictured, id: 'made-before' } },
          { status: 409 },
        ),
  );
  await create();
  await screen.findByText(/What you typed is kept\.$/);
  await user.clear(field('Price (KES)'));
  await fillIn(user, { 'Price (KES)': '15500' });
  await create();
  await screen.findByText('Already created');
  await screen.findByText('Another page');
  expect(productDraft('made-before').recall()).toMatchObject({
    values: { price: '15500' },
    base: { id: 'made-before' },
  });
});
