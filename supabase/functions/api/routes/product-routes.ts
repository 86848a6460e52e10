import type { Context } from 'hono';
import {
  getProduct,
  getProductPage,
  listProducts,
  listProductsOfCategory,
  type Product,
} from '../../_shared/contract/products.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import type { ApiEnv } from './caller.ts';
import { withOwnHolds } from './own-stock.ts';
import type { Serve } from './serve.ts';

const notSold = 'We do not sell this product.';

export function productRoutes({ anyone }: Serve, { catalogue, orders }: Deps): void {
  // Only a browser that has ordered asks for it: nobody else pays for a second query.
  const asSeenBy = (c: Context<ApiEnv>, reading: Promise<Product[]>) =>
    c.req.query('own') === undefined ? reading : withOwnHolds(c, orders, reading);

  anyone(listProducts, ({ c }) => asSeenBy(c, catalogue.list()));
  anyone(listProductsOfCategory, ({ c }) =>
    asSeenBy(c, catalogue.listOfCategory(c.req.param('category') ?? '')),
  );
  anyone(getProduct, async ({ c }) => {
    const { product } = await pageOf(c);
    if (!product.isActive) throw new Refusal('not_found', { message: notSold });
    return product;
  });
  anyone(getProductPage, async ({ c }) => {
    const page = await pageOf(c);
    const [product] = await asSeenBy(c, Promise.resolve([page.product]));
    return { ...page, product: product ?? page.product };
  });

  async function pageOf(c: Context<ApiEnv>) {
    const page = await catalogue.page(c.req.param('product') ?? '');
    if (!page) throw new Refusal('not_found', { message: notSold });
    return page;
  }
}
