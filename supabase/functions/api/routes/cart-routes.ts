import type { Context } from 'hono';
import { type Cart, getCart, mergeCart, saveCart } from '../../_shared/contract/cart.ts';
import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import { addressOf, type ApiEnv } from './caller.ts';
import { withHoldsOfSameBuyer } from './stock-of-buyer.ts';
import type { Serve } from './serve.ts';

export function cartRoutes({ signedIn }: Serve, { carts, catalogue, limits, orders }: Deps): void {
  const withProducts = async (c: Context<ApiEnv>, lines: readonly StoredCartLine[]): Promise<Cart> => {
    await limits.take('filter', { address: addressOf(c) });
    const reading = catalogue.listOfIds(lines.map((line) => line.productId));
    const products = await withHoldsOfSameBuyer(c, orders, reading);
    const byId = new Map(products.map((product) => [product.id, product]));
    return {
      items: lines.flatMap(({ productId, quantity }) => {
        const product = byId.get(productId);
        return product ? [{ product, quantity }] : [];
      }),
    };
  };

  signedIn(getCart, async ({ c, caller }) => withProducts(c, await carts.linesOf(caller)));
  signedIn(saveCart, async ({ caller, body }) => {
    await carts.save(caller, body);
    return { success: true };
  });
  signedIn(mergeCart, async ({ c, caller, body }) => withProducts(c, await carts.merge(caller, body)));
}
