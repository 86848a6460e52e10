import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Drawer } from '#components/overlays/drawer.tsx';
import { renderInShop } from '#testing/render-in-shop.tsx';
import { terrameter } from '#testing/terrameter.ts';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { addToCart, cartStore, clearCart } from './cart-store.ts';

beforeEach(() => {
  clearCart();
  addToCart(terrameter);
  return clearCart;
});

test('after Remove and after Undo, whose buttons disappear, the focus is on the title of the drawer', async () => {
  const user = renderInShop(
    <Drawer isOpen onClose={() => {}} title="Shopping Cart">
      <CartContents renderPicture={() => null} />
    </Drawer>,
  );
  const title = screen.getByRole('heading', { name: 'Shopping Cart' });
  await user.click(screen.getByRole('button', { name: 'Remove Terrameter' }));
  expect(document.activeElement).toBe(title);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  screen.getByRole('button', { name: 'Remove Terrameter' });
  expect(document.activeElement).toBe(title);
});

test('a quantity can be typed or changed by buttons, each line has its total, and a removed line is restored at its position', async () => {
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', price: 1_000, stock: 50 });
  const user = renderInShop(
    <>
      <CartContents renderPicture={({ name }) => <img alt={name} />} />
      <CartTotal />
    </>,
  );
  const stored = () => cartStore.items.map(({ product, quantity }) => [product.id, quantity]);
  const words = () => document.body.textContent.replaceAll('\u00a0', ' ');
  const click = (name: string) => user.click(screen.getByRole('button', { name }));
  const [first, second] = screen.getAllByRole('listitem');
  within(first!).getByRole('img', { name: 'Terrameter' });
  within(first!).getByRole('link', { name: 'Terrameter' });
  expect(words()).toMatch(/Total\s*KES 16,000/);

  const pieces = screen.getByLabelText('Pieces of Battery');
  const type = async (text: string) => {
    await user.clear(pieces);
    await user.type(pieces, text);
  };
  await type('7{Enter}');
  expect(second!.textContent).toMatch(/7 × KES\s1,000.*KES\s7,000/);
  expect(words()).toMatch(/Total\s*KES 22,000/);
  // More than in stock is reduced to the stock. An empty input keeps the quantity.
  await type('999{Enter}');
  expect(pieces).toHaveProperty('value', '50');
  await user.clear(pieces);
  await user.tab();
  expect(pieces).toHaveProperty('value', '50');

  await click('One more: Terrameter');
  expect(words()).toMatch(/Total\s*KES 80,000/);
  await click('One fewer: Terrameter');
  await click('One fewer: Terrameter');
  expect(stored()).toEqual([['p2', 50]]);
  await click('Undo');
  expect(stored()).toEqual([
    ['p1', 1],
    ['p2', 50],
  ]);
  await click('Remove Battery');
  await click('Remove Terrameter');
  screen.getByText('Your cart is empty');
  await click('Undo');
  expect(stored()).toEqual([['p1', 1]]);
});
