import type { ItemsFit as Fit } from '@contract/fit.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerDatabase } from '#testing/answer-database.ts';
import { findToast, renderInShop } from '#testing/render-in-shop.tsx';
import { listedProduct } from '#testing/terrameter.ts';
import { addToCart, cartStore, useCart } from './cart-store.ts';
import { ItemsFit } from './items-fit.tsx';

const battery = listedProduct({ id: 'b', slug: 'battery', name: 'Battery', price: 1000, stock: 5 });
const inverter = listedProduct({ id: 'i', slug: 'inverter', name: 'Inverter', price: 2000, stock: 5 });
const other = listedProduct({ id: 'o', slug: 'other', name: 'Other inverter', price: 2500, stock: 5 });
const site = { panelWatts: null, batteryWattHours: 9920, inverterWatts: 10_000 };
const misfit: Fit = {
  misfits: [
    {
      productId: 'i',
      reason: 'It takes 600 V, and the batteries here have 48 V',
      replaces: 'i',
      replacements: [other],
    },
  ],
  toSet: ['Inverter: set its charger, 80 A, to at most 50 A for the batteries here'],
  site,
};

function Cart() {
  const { items } = useCart();
  return (
    <main>
      <h1 tabIndex={-1}>Your cart</h1>
      <ItemsFit items={items as typeof cartStore.items} />
    </main>
  );
}

test('what does not fit is said with the reason, and replaced with one press', async () => {
  addToCart(battery);
  addToCart(inverter, 2);
  answerDatabase((address) =>
    address.includes('i*2')
      ? misfit
      : ({ misfits: [], toSet: [], site: { ...site, inverterWatts: 24_000 } } satisfies Fit),
  );
  const user = renderInShop(<Cart />);
  await screen.findByText('Inverter does not fit the rest');
  screen.getByText('It takes 600 V, and the batteries here have 48 V. From stock instead:');
  screen.getByText('Inverter: set its charger, 80 A, to at most 50 A for the batteries here.');
  screen.getByText('For this site: 9.92 kWh of batteries, 10 kW of inverters.');
  await user.click(screen.getByRole('button', { name: /^Replace by Other inverter, KES\u00a02,500/ }));
  expect(cartStore.items.map(({ product, quantity }) => [product.id, quantity])).toEqual([
    ['b', 1],
    ['o', 2],
  ]);
  await findToast('Cart Changed', 'Other inverter is there instead of Inverter.');
  expect(document.activeElement?.textContent).toBe('Your cart');
  await screen.findByText(/24 kW of inverters/);
  expect(screen.queryByText(/does not fit/)).toBeNull();
});

test('panels that suit no string of an inverter are kept with another inverter', async () => {
  addToCart(listedProduct({ id: 'p', slug: 'panels', name: 'Panels', price: 1000, stock: 5 }), 3);
  addToCart(inverter);
  const reason = 'In no strings do its panels suit it';
  answerDatabase((address) => ({
    misfits: [],
    toSet: [],
    site,
    ...(address.includes('i*1') && {
      misfits: [{ productId: 'p', reason, replaces: 'i', replacements: [other] }],
    }),
  }));
  const user = renderInShop(<Cart />);
  await screen.findByText('Panels does not fit the rest');
  screen.getByText(`${reason}. From stock instead of Inverter:`);
  await user.click(screen.getByRole('button', { name: /^Replace Inverter by Other inverter/ }));
  expect(cartStore.items.map(({ product, quantity }) => [product.id, quantity])).toEqual([
    ['p', 3],
    ['o', 1],
  ]);
  await findToast('Cart Changed', 'Other inverter is there instead of Inverter.');
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
