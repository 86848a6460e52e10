import type { Context } from 'hono';
import {
  countProducts,
  getProduct,
  getProductPage,
  listProducts,
  listProductsOfCategory,
  type Product,
  searchProducts,
  suggestProducts,
} from '../../_shared/contract/products.ts';
import { productFacets } from '../../_shared/contract/product-filter.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps, ProductListQuestion } from '../deps.ts';
import { type ApiEnv, byAddress, sidOf } from './caller.ts';
import { withOwnHolds } from './own-stock.ts';
import { filterOf, linkToNext, productListOf } from './product-list.ts';
import type { Serve } from './serve.ts';

const notSold = 'We do not sell this product.';

export function productRoutes({ anyone }: Serve, deps: Deps): void {
  const { catalogue, limits, orders } = deps;
  // Only a browser that has ordered asks for it: nobody else pays for a second query.
  const asSeenBy = (c: Context<ApiEnv>, reading: Promise<Product[]>) =>
    c.req.query('own') === undefined ? reading : withOwnHolds(c, orders, reading);

  // The count runs beside the list, not in it; the shop's own pages do not wait for it.
  const list = async (c: Context<ApiEnv>, question: ProductListQuestion) => {
    if (question.filter.search) await countSearch(c);
    const [{ products, next }, total] = await Promise.all([
      catalogue.list(question),
      c.req.query('count') === 'no' ? null : catalogue.count(question.filter),
    ]);
    if (total !== null) c.header('x-total-count', String(total));
    const link = linkToNext(new URL(c.req.url).pathname, question, next);
    if (link) c.header('link', link);
    return asSeenBy(c, Promise.resolve(products));
  };

  anyone(listProducts, ({ c }) => list(c, productListOf(c)));
  anyone(listProductsOfCategory, ({ c }) => list(c, productListOf(c, 'price')));
  anyone(countProducts, async ({ c }) => ({ total: await catalogue.count(filterOf(c)) }));
  anyone(productFacets, ({ c }) => catalogue.facets(filterOf(c)));
  anyone(searchProducts, async ({ c }) => {
    await countSearch(c);
    const { products, nearest } = await catalogue.search(c.req.query('q') ?? '');
    const seen = await asSeenBy(c, Promise.resolve([...products, ...nearest]));
    return { products: seen.slice(0, products.length), nearest: seen.slice(products.length) };
  });
  anyone(suggestProducts, async ({ c }) => {
    const typed = c.req.query('q')?.trim() ?? '';
    if (typed.length < 2) return { terms: [], categories: [], products: [] };
    await countSearch(c);
    return catalogue.suggest(typed);
  });
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

  async function countSearch(c: Context<ApiEnv>): Promise<void> {
    const sid = await sidOf(c);
    await limits.take('search', { ...(await byAddress(c, deps)), ...(sid && { session: sid }) });
  }

  async function pageOf(c: Context<ApiEnv>) {
    const page = await catalogue.page(c.req.param('product') ?? '');
    if (!page) throw new Refusal('not_found', { message: notSold });
    return page;
  }
}
