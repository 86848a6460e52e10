import type { Context } from 'hono';
import type { Product } from '../../_shared/contract/products.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, sidOf } from './caller.ts';

/** Products with the stock that this buyer may order: the holds of their own unpaid orders count as in stock. */
export async function withHoldsOfSameBuyer(
  c: Context<ApiEnv>,
  { holdsOfSameBuyer }: Deps['orders'],
  reading: Promise<Product[]> | Product[],
): Promise<Product[]> {
  const sid = sidOf(c);
  const [products, held] = await Promise.all([reading, sid ? holdsOfSameBuyer(sid) : []]);
  const pieces = new Map(held.map(({ productId, quantity }) => [productId, quantity]));
  return products.map((product) => {
    const own = pieces.get(product.id);
    return own ? { ...product, stock: product.stock + own } : product;
  });
}
