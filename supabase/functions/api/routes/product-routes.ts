import type { Context } from 'hono';
import {
  getProduct,
  getProductPage,
  listProducts,
  listProductsOfCategory,
  type Product,
  searchProducts,
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

  anyone(listProducts, ({ c }) => {
    const search = c.req.query('search');
    return asSeenBy(
      c,
      search === undefined ? catalogue.list() : catalogue.search(search).then(({ products }) => products),
    );
  });
  anyone(searchProducts, async ({ c }) => {
    const { products, nearest } = await catalogue.search(c.req.query('q') ?? '');
    const seen = await asSeenBy(c, Promise.resolve([...products, ...nearest]));
    return { products: seen.slice(0, products.length), nearest: seen.slice(products.length) };
  });
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
