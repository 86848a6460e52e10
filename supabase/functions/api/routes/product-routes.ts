import { Hono } from 'hono';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from './caller.ts';

export function productRoutes(deps: Deps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get('/', async (c) => c.json(await deps.catalogue.list()))
    .get('/category/:category', async (c) =>
      c.json(await deps.catalogue.listOfCategory(c.req.param('category'))),
    )
    .get('/:product', async (c) => {
      const product = await deps.catalogue.find(c.req.param('product'));
      if (!product) throw new Refusal('not_found', { message: 'We do not sell this product.' });
      return c.json(product);
    });
}
