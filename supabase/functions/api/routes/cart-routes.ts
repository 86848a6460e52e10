import { Hono } from 'hono';
import type { Cart } from '../../_shared/contract/cart.ts';
import { mergeCartSchema, saveCartSchema } from '../../_shared/contract/save-cart.ts';
import { readJsonBody } from '../../_shared/http/json-body.ts';
import type { Deps, StoredCartLine } from '../deps.ts';
import { type ApiEnv, signedInCaller } from './caller.ts';

export function cartRoutes(deps: Deps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/', async (c) => {
      const tokens = await signedInCaller(c, deps);
      return c.json(await withProducts(deps, await deps.carts.linesOf(tokens)));
    })
    .put('/', async (c) => {
      const tokens = await signedInCaller(c, deps);
      await deps.carts.save(tokens, await readJsonBody(c.req.raw, saveCartSchema));
      return c.json({ success: true });
    })
    .post('/merge', async (c) => {
      const tokens = await signedInCaller(c, deps);
      const request = await readJsonBody(c.req.raw, mergeCartSchema);
      return c.json(await withProducts(deps, await deps.carts.merge(tokens, request)));
    });
}

async function withProducts(deps: Deps, lines: readonly StoredCartLine[]): Promise<Cart> {
  const products = await deps.catalogue.listOfIds(lines.map((line) => line.productId));
  const byId = new Map(products.map((product) => [product.id, product]));
  return {
    items: lines.flatMap(({ productId, quantity }) => {
      const product = byId.get(productId);
      return product ? [{ product, quantity }] : [];
    }),
  };
}
