import type { FitFinding, ItemsFit as Fit } from '@contract/fit.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { addToCart, cartStore, clearCart } from './cart-store.ts';
import { CartFit } from './cart-fit.tsx';

const battery = listedProduct({ id: 'b', slug: 'battery', name: 'Battery', price: 1000, stock: 5 });
const inverter = listedProduct({ id: 'i', slug: 'inverter', name: 'Inverter', price: 2000, stock: 5 });
const other = listedProduct({ id: 'o', slug: 'other', name: 'Other inverter', price: 2500, stock: 5 });
const none = { replaces: null, replacements: [], lookFor: null };
const misfit: FitFinding = {
  ...none,
  strength: 'misfit',
  products: ['i', 'b'],
  text: 'Inverter is for 600 V, and Battery has 48 V here.',
};
const site = 'For this site: 9.92 kWh of batteries, 10 kW of inverters.';

const Cart = () => (
  <main>
    <h1 tabIndex={-1}>Your cart</h1>
    <CartFit />
  </main>
);
const lines = () => cartStore.items.map(({ product, quantity }) => [product.id, quantity]);

test('what does not fit is replaced with one press, which says what it does to the price and can be undone', async () => {
  addToCart(battery);
  addToCart(inverter, 2);
  const wrong: Fit = {
    findings: [{ ...misfit, replaces: 'i', replacements: [other, { ...other, id: 'c', price: 1500 }] }],
    site: null,
  };
  answerDatabase((address) => (address.includes('i*2') ? wrong : ({ findings: [], site } satisfies Fit)));
  const user = renderInShop(<Cart />);
  await screen.findByText('Does not fit');
  screen.getByText('Inverter is for 600 V, and Battery has 48 V here.');
  screen.getByText('From stock instead of Inverter:');
  screen.getByRole('button', { name: /^Replace by Other inverter, KES\u00a01,000 less/ });
  await user.click(screen.getByRole('button', { name: /^Replace by Other inverter, KES\u00a01,000 more/ }));
  expect(lines()).toEqual([
    ['b', 1],
    ['o', 2],
  ]);
  await findToast('Cart Changed', 'Other inverter is there instead of Inverter.');
  expect(document.activeElement?.textContent).toBe('Your cart');
  await screen.findByText(site);
  expect(screen.queryByText('Does not fit')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(lines()).toEqual([
    ['b', 1],
    ['i', 2],
  ]);
  await screen.findByText('Does not fit');
});

test('with nothing to offer it says what to look for, with the list that has it', async () => {
  addToCart(battery);
  addToCart(inverter);
  const lookFor = { text: 'an inverter for 48 V', path: '/category/invertors?spec.battery_voltage=48..48' };
  answerDatabase(() => ({ findings: [{ ...misfit, lookFor }], site: null }) satisfies Fit);
  renderInShop(<Cart />);
  const link = await screen.findByRole('link', { name: 'an inverter for 48 V' });
  expect(link.getAttribute('href')).toBe('/category/invertors?spec.battery_voltage=48..48');
});

test('each strength has its word, and the advice says once what it rests on', async () => {
  addToCart(battery);
  addToCart(inverter);
  const said = (['if', 'unused', 'unknown'] as const).map((strength) => ({
    ...none,
    strength,
    products: ['i', 'b'],
    text: `This is ${strength}.`,
  }));
  answerDatabase(() => ({ findings: said, site: null }) satisfies Fit);
  renderInShop(<Cart />);
  await screen.findByText(/This is if/);
  for (const word of ['Fits if you do this:', 'Some is never used:', 'Not known:']) screen.getByText(word);
  expect(
    screen.getAllByText(/Checked against the makers’ data sheets. Your installer decides./),
  ).toHaveLength(1);
});

test('"Not for one site" ends the advice for this cart, and not for the next', async () => {
  addToCart(battery);
  addToCart(inverter);
  answerDatabase(() => ({ findings: [misfit], site: null }) satisfies Fit);
  const user = renderInShop(<Cart />);
  await user.click(await screen.findByRole('button', { name: 'Not for one site' }));
  expect(screen.queryByText('Does not fit')).toBeNull();
  expect(localStorage.getItem('cart-storage')).toContain('"isForSeveralSites":true');
  await user.click(screen.getByRole('button', { name: 'Check it' }));
  await user.click(await screen.findByRole('button', { name: 'Not for one site' }));
  clearCart();
  addToCart(battery);
  addToCart(inverter);
  await screen.findByText('Does not fit');
});

test('one product alone, or a shop that does not answer, says nothing', async () => {
  addToCart(battery);
  let asked = 0;
  answerDatabase(() => {
    asked += 1;
    return Response.json({ code: 'internal', message: 'Broken.' }, { status: 500 });
  });
  renderInShop(<Cart />);
  expect(asked).toBe(0);
  addToCart(inverter);
  await expect.poll(() => asked).toBeGreaterThan(0);
  expect(screen.queryByText(/fit/)).toBeNull();
});
