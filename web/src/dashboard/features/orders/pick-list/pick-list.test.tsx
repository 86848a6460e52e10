import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { PickList } from './pick-list.tsx';

const orders = [
  { id: '00000000-0000-4000-8000-00000000beef', pieces: 2 },
  { id: '00000000-0000-4000-8000-00000000cafe', pieces: 3 },
];

test('a pick list of several orders has each product once, with the pieces for each order', async () => {
  const asked: unknown[] = [];
  answerDatabase((_, body) => {
    asked.push(body);
    return [
      { productId: 'p', productName: 'Auger', model: 'A9', pieces: 5, orders },
      { productId: 'q', productName: 'Cable', model: null, pieces: 2, orders: orders.slice(0, 1) },
    ];
  });
  renderInShop(<PickList orderIds={orders.map(({ id }) => id)} />);
  await screen.findByText('2 for #0000BEEF, 3 for #0000CAFE');
  screen.getByText(/^2 orders, /);
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual(['5', '2']);
  expect(asked).toEqual([{ p_order_ids: orders.map(({ id }) => id) }]);
});

test('where nothing is to be packed, the pick list says so', async () => {
  answerDatabase(() => []);
  renderInShop(<PickList orderIds={['x']} />);
  await screen.findByText('Nothing is to be packed');
});
