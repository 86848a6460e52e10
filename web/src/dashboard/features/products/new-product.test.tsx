import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '../../../testing/render-in-shop.tsx';
import { NewProduct } from './new-product.tsx';

test('only a category without a page in the shop shows a warning', async () => {
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
