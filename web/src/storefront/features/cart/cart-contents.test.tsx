import { act, screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { Drawer } from '#components/overlays/drawer.tsx';
import { renderInShop, typeInto } from '#testing/render-in-shop.tsx';
import { listedProduct, terrameter } from '#testing/terrameter.ts';
import { AddQuantity } from './add-quantity.tsx';
import { CartContents, CartTotal } from './cart-contents.tsx';
import { CartDrawer } from './cart-drawer.tsx';
import {
  addToCart,
  cartStore,
  clearCart,
  closeCart,
  refreshCartProducts,
  removeFromCart,
  toggleCart,
  updateQuantity,
} from './cart-store.ts';

beforeEach(() => {
  addToCart(terrameter);
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

test('of pieces from the maker the deposit is said beside the total', () => {
  clearCart();
  addToCart({ ...terrameter, stock: 0, price: 200_000, toOrder: { low: 6, high: 8, deposit: 30 } });
  renderInShop(<CartTotal />);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words).toMatch(/Total\s*KES 200,000\s*To Pay Now\s*KES 60,000/);
});

test('the total has no line that cannot be bought, and says once that prices include VAT', () => {
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', price: 1_000 });
  act(() => refreshCartProducts([{ ...terrameter, stock: 0 }]));
  renderInShop(<CartTotal />);
  const words = document.body.textContent.replaceAll('\u00a0', ' ');
  expect(words).toMatch(/Total\s*KES 1,000\s*Without what is not available now/);
  expect(screen.getAllByText(/Prices include VAT/)).toHaveLength(1);
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
  // A part of a piece is refused, whether it is typed or pasted.
  await type('1.5{Enter}');
  expect(pieces).toHaveProperty('value', '50');
  expect(screen.getByRole('alert').textContent).toContain('whole pieces');
  await user.clear(pieces);
  await user.paste('2,5');
  await user.tab();
  expect(stored()[1]).toEqual(['p2', 50]);

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

test.each(['[TouchA]', '[MouseLeft]'])('2 typed over 1 is 2, also after Enter (%s)', async (by) => {
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', stock: 5 });
  const user = renderInShop(
    <>
      <CartContents renderPicture={() => null} />
      <AddQuantity product={listedProduct()} />
    </>,
  );
  const inCart = screen.getByLabelText<HTMLInputElement>('Pieces of Battery');
  await typeInto(user, inCart, '2{Enter}', by);
  await user.keyboard('3{Enter}');
  expect(cartStore.items[1]?.quantity).toBe(3);
  // More than there are is another number after Enter, and selected too.
  await user.keyboard('9{Enter}');
  expect(inCart.value).toBe('5');
  await user.keyboard('4{Enter}');
  expect(cartStore.items[1]?.quantity).toBe(4);
  const toAdd = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  await typeInto(user, toAdd, '2', by);
  expect(toAdd.value).toBe('2');
  // A second press puts the caret: what stands there can be corrected.
  await typeInto(user, toAdd, '0', by);
  expect(toAdd.value).toBe('20');
});

test('of a product that is added, a part of a piece is refused', async () => {
  clearCart();
  const user = renderInShop(<AddQuantity product={listedProduct()} />);
  const pieces = screen.getByRole('textbox', { name: 'Quantity' });
  await user.clear(pieces);
  await user.paste('1.5');
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  screen.getByText(/whole pieces/);
  expect(cartStore.items).toMatchObject([{ quantity: 1 }]);
});

test('the toast about an added product counts what is in the cart now, leads there, and is not in the open drawer', async () => {
  answerDatabase(() => ({ product: listedProduct() }));
  const user = renderInShop(
    <>
      <AddQuantity product={listedProduct()} />
      <CartDrawer renderPicture={() => null} />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Add to Cart' }));
  await screen.findByText('2 in your cart');
  act(() => void updateQuantity('p1', 3));
  await screen.findByText('3 in your cart');
  await user.click(screen.getByRole('button', { name: 'View cart' }));
  await screen.findByRole('dialog', { name: 'Shopping Cart' });
  await expect.poll(() => screen.queryByText('Added to cart')).toBeNull();
  act(closeCart);
});

test('a line that is not sold any more links what is sold in its place', async () => {
  const follower = { slug: 'terrameter-2', name: 'Terrameter 2' };
  answerDatabase(() => ({ product: { ...listedProduct(), isActive: false }, replacedBy: follower }));
  renderInShop(<CartDrawer renderPicture={() => null} />);
  act(toggleCart);
  await screen.findByText('Not available now. Remove it to continue.');
  const link = await screen.findByRole('link', { name: 'Replaced by Terrameter 2' });
  expect(link.getAttribute('href')).toBe('/product/terrameter-2');
  act(closeCart);
});

test('an opened cart says which price has changed since, and what is no longer sold', async () => {
  addToCart({ ...terrameter, id: 'p2', name: 'Battery', price: 1_000, stock: 50 });
  answerDatabase((address) =>
    address === '/api/products/p1/page'
      ? { product: { ...listedProduct(), price: 16_500, isActive: true } }
      : Response.json({ code: 'not_found', message: 'Not sold' }, { status: 404 }),
  );
  renderInShop(<CartDrawer renderPicture={() => null} />);
  act(toggleCart);
  await screen.findByText(/^The price has changed: it was KES\s15,000$/);
  await screen.findByText('Not available now. Remove it to continue.');
  expect(cartStore.items).toMatchObject([
    { product: { price: 16_500 }, quantity: 1 },
    { product: { stock: 0 }, quantity: 1 },
  ]);
  // Put in again, it costs what it costs.
  act(() => removeFromCart('p1'));
  act(() => void addToCart({ ...terrameter, price: 16_500 }));
  await expect.poll(() => screen.queryByText(/^The price has changed/)).toBeNull();
  act(closeCart);
});
