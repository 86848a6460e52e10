import { type Cart, getCart } from '../../_shared/contract/cart.ts';
import { mergeCart, saveCart } from '../../_shared/contract/save-cart.ts';
import type { StoredCartLine } from '../../_shared/supabase/sql-replies.ts';
import type { Deps } from '../deps.ts';
import type { Serve } from './serve.ts';

export function cartRoutes({ signedIn }: Serve, { carts, catalogue }: Deps): void {
  const withProducts = async (lines: readonly StoredCartLine[]): Promise<Cart> => {
    const products = await catalogue.listOfIds(lines.map((line) => line.productId));
    const byId = new Map(products.map((product) => [product.id, product]));
    return {
      items: lines.flatMap(({ productId, quantity }) => {
        const product = byId.get(productId);
        return product ? [{ product, quantity }] : [];
      }),
    };
  };

  signedIn(getCart, async ({ caller }) => withProducts(await carts.linesOf(caller)));
  signedIn(saveCart, async ({ caller, body }) => {
    await carts.save(caller, body);
    return { success: true };
  });
  signedIn(mergeCart, async ({ caller, body }) => withProducts(await carts.merge(caller, body)));
}
