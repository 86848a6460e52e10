import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { CompareToggle } from '#storefront/features/catalogue/compare/compare-toggle.tsx';
import { replaceCompared } from '#storefront/features/catalogue/compare/compared-products.ts';
import { ComparePage } from './compare-page.tsx';

afterEach(() => replaceCompared([]));

test('at most four products are compared, and the choice is stored', async () => {
  const user = renderInShop(
    ['A', 'B', 'C', 'D', 'E'].map((name) => (
      <CompareToggle key={name} product={{ slug: name.toLowerCase(), name }} />
    )),
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  for (const box of boxes) await user.click(box);
  await findToast('4 products at most', 'Take one out of the comparison first.');
  const chosen = () => boxes.map(({ checked }) => checked);
  expect(chosen()).toEqual([true, true, true, true, false]);
  // Read again from the browser's storage.
  act(() => void window.dispatchEvent(new StorageEvent('storage')));
  expect(chosen()).toEqual([true, true, true, true, false]);
});

test('a URL with products that are not sold says so and shows the others', async () => {
  const page = {
    product: listedProduct(),
    replacedBy: null,
    pictures: [],
    sheet: [],
    fits: [],
    family: [],
    related: [],
  };
  answerDatabase((address) =>
    address.includes('/terrameter/') ? page : Response.json({ code: 'not_found' }, { status: 404 }),
  );
  renderInShop(<ComparePage />, '/compare?products=terrameter,no-such-product');
  await screen.findByText('We do not sell all of these products. The others are shown here.');
  const columns = within(screen.getByRole('table')).getAllByRole('columnheader');
  expect(columns.filter(({ textContent }) => textContent.includes('Terrameter'))).toHaveLength(1);
});

test('without products in the URL, those that are ticked are compared', async () => {
  const page = {
    product: listedProduct(),
    replacedBy: null,
    pictures: [],
    sheet: [],
    fits: [],
    family: [],
    related: [],
  };
  answerDatabase((address) => (address.includes('/terrameter/') ? page : {}));
  replaceCompared([{ slug: 'terrameter', name: 'Terrameter' }]);
  renderInShop(<ComparePage />, '/compare');
  await screen.findByRole('table');
});
