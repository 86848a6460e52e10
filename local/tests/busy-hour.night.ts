import { expect, it } from 'vitest';
import { comeBack, payAtTheBank, Visitor } from '../../supabase/tests/api-visitor.ts';
import { newProduct } from '../../supabase/tests/shop-cast.ts';
import { openFaultyShop } from './faulty-shop.ts';

/*
 * More buyers at once than two cores can serve: an order may be refused with a word, but nobody who has paid returns to
 * "we are checking".
 */
const shop = openFaultyShop();
const buyers = 50;
const orders = 300;

it(`of ${buyers} buyers at once no return ends undecided that the bank has decided`, async () => {
  const product = await newProduct(shop.sql, { price: 2000, stock: 10_000 });
  const outcomes: Record<string, number> = {};
  const count = (what: string) => (outcomes[what] = (outcomes[what] ?? 0) + 1);
  const waiting = Array.from({ length: orders }).keys();
  await Promise.all(
    Array.from({ length: buyers }, async () => {
      for (const _ of waiting) {
        const visitor = new Visitor(shop.site);
        for (const path of ['/api/products?category=solar', `/api/products/${product.id}/page`])
          count(`read ${(await visitor.get(path)).status}`);
        const placed = await visitor.placeOrder([{ productId: product.id, quantity: 1, price: 2000 }]);
        count(`order ${placed.status}`);
        if (placed.status !== 201) continue;
        const back = await payAtTheBank(placed.body.payment, '4242424242424242');
        count((await comeBack(back)).pathname);
      }
    }),
  );
  expect(outcomes['/payment/try-later'] ?? 0).toBe(0);
}, 300_000);
