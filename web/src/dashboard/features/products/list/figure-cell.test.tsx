import type { AdminProduct } from '@contract/admin.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase, refusedBySql } from '#testing/answer-database.ts';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameterInDashboard as terrameter } from '#testing/terrameter.ts';
import { FigureCell } from './figure-cell.tsx';

/** Opens the editor of the price and saves 11000. @param answer the response to the first attempt */
async function savePrice(answer: () => Response) {
  const sent: unknown[] = [];
  answerDatabase((_, body) => {
    sent.push(body);
    return sent.length === 1 ? answer() : [{ ...terrameter, price: 11_000 }];
  });
  const user = renderInShop(<FigureCell product={terrameter} figure="price" />);
  await user.click(screen.getByRole('button', { name: /^Price of Terrameter: KES.15,000/ }));
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Price of Terrameter' });
  // All of it is selected.
  await user.keyboard('11000{Enter}');
  return { user, input, sent };
}

const change = (seen: number) => ({
  p_changes: [{ id: terrameter.id, seen: { price: seen }, set: { price: 11_000 } }],
});
const isClosed = () => expect.poll(() => screen.queryByRole('textbox')).toBeNull();

test('another admin’s price is not overwritten from the row: it is shown, and the next Enter decides', async () => {
  const theirs: AdminProduct = { ...terrameter, price: 14_000, stock: 2 };
  const { user, input, sent } = await savePrice(() =>
    refusedBySql('products_refused', [{ id: terrameter.id, problem: 'changed_meanwhile', product: theirs }]),
  );
  await screen.findByText(/^It became KES.14,000 meanwhile/);
  expect(input.value).toBe('11000');
  await user.keyboard('{Enter}');
  await isClosed();
  expect(sent).toEqual([change(15_000), change(14_000)]);
});

test('after a lost connection the typed value stays in the row, with a message', async () => {
  const { user, input, sent } = await savePrice(() => {
    throw new TypeError('Failed to fetch');
  });
  await screen.findByText('No connection. Check your connection and try again.');
  expect(input.value).toBe('11000');
  await user.keyboard('{Enter}');
  await isClosed();
  expect(sent).toEqual([change(15_000), change(15_000)]);
});
