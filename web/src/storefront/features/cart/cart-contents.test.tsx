import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Drawer } from '../../../components/drawer.tsx';
import { renderInShop } from '../../../testing/render-in-shop.tsx';
import { terrameter } from '../../../testing/terrameter.ts';
import { CartContents } from './cart-contents.tsx';
import { addToCart, clearCart } from './cart-store.ts';

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
