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

test('pieces are added to what another admin or a sale has left meanwhile', async () => {
  const saved: unknown[] = [];
  answerDatabase((_, body) => {
    saved.push((body as { p_changes: unknown[] }).p_changes[0]);
    if (saved.length > 1) return [terrameter];
    const product = { ...terrameter, stock: 1 };
    return refusedBySql('products_refused', [{ id: terrameter.id, problem: 'changed_meanwhile', product }]);
  });
  const user = renderInShop(<FigureCell product={terrameter} figure="stock" />);
  await user.click(screen.getByRole('button', { name: /^Stock/ }));
  await user.keyboard('+12{Enter}');
  await screen.findByText('It became 1 meanwhile. Save again to change that by +12.');
  await user.keyboard('{Enter}');
  await isClosed();
  const { id } = terrameter;
  expect(saved).toEqual([
    { id, seen: { stock: 3 }, set: { stock: 15 } },
    { id, seen: { stock: 1 }, set: { stock: 13 } },
  ]);
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

/** Opens the editor of a figure and types; `saved` is what was sent. */
async function typeInto(figure: 'price' | 'stock', text: string) {
  const saved: unknown[] = [];
  answerDatabase((_, body) => {
    saved.push((body as { p_changes: [{ set: unknown }] }).p_changes[0].set);
    return [terrameter];
  });
  const user = renderInShop(<FigureCell product={terrameter} figure={figure} />);
  await user.click(screen.getByRole('button', { name: new RegExp(`^${figure}`, 'i') }));
  await user.keyboard(`${text}{Enter}`);
  return { user, saved, input: screen.queryByRole<HTMLInputElement>('textbox') };
}

test.each([
  ['+12', terrameter.stock + 12],
  ['-1', terrameter.stock - 1],
  ['−1', terrameter.stock - 1],
  ['1,000', 1000],
])('%s in a stock cell makes %i', async (text, stock) => {
  const { saved } = await typeInto('stock', text);
  await isClosed();
  expect(saved).toEqual([{ stock }]);
});

test.each([
  ['price', '+500', '“+500” does not change a price: type the new price'],
  ['price', '-500', '“-500” does not change a price: type the new price'],
  ['price', '95.000', 'Is “95.000” 95 or 95,000? Write thousands with a comma'],
  ['stock', '12.000', 'Is “12.000” 12 or 12,000? Write thousands with a comma'],
  ['stock', '-5000', 'Stock cannot be negative'],
] as const)('in a %s cell %s is refused, and stays', async (figure, text, sentence) => {
  const { saved, input } = await typeInto(figure, text);
  await screen.findByText(sentence);
  expect(input?.value).toBe(text);
  expect(saved).toEqual([]);
});

test('a price that changes by more than half asks first, and what was typed stays', async () => {
  const { user, saved, input } = await typeInto('price', '7499');
  await screen.findByText(/^Terrameter: KES.15,000 becomes KES.7,499$/);
  await user.click(screen.getByRole('button', { name: 'Look again' }));
  expect([input?.value, saved]).toEqual(['7499', []]);
  await user.click(screen.getByRole('button', { name: 'Save price' }));
  await user.click(await screen.findByRole('button', { name: 'Change the price' }));
  await isClosed();
  expect(saved).toEqual([{ price: 7499 }]);
});

test.each(['7500', '22,500'])(
  'a price that becomes %s, half as much or half more, is saved at once',
  async (text) => {
    const { saved } = await typeInto('price', text);
    await isClosed();
    expect(saved).toHaveLength(1);
  },
);
