import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard as terrameter } from '#testing/terrameter.ts';
import { productColumns } from './product-columns.tsx';

test('in the list of products whose data sheet lacks values, the labels stand in place of the description', () => {
  const name = productColumns(null).find(({ header }) => header === 'Name');
  const product = { ...terrameter, description: 'Measures resistivity' };
  renderInShop(
    <>
      <div>{name?.cell(product)}</div>
      <div>{name?.cell({ ...product, missing: ['Charger current', 'MPPT range'] })}</div>
    </>,
  );
  screen.getByText('Measures resistivity');
  screen.getByText('Missing: Charger current, MPPT range');
  expect(screen.getAllByText(product.name)).toHaveLength(2);
});
