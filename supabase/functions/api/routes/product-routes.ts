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
import { productIndex } from '../../_shared/contract/product-index.ts';
import {
  productFacets,
  type ProductSort,
  writeProductFilter,
} from '../../_shared/contract/product-filter.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps } from '../deps.ts';
import { type ApiEnv, byAddress, sidOf } from './caller.ts';
import { withOwnHolds } from './own-stock.ts';
import { filterOf, linkToNext, productListOf, writeProductList } from './product-list.ts';
import { pageTags, productTags, shelfTags } from './product-tags.ts';
import type { Serve } from './serve.ts';

type Asked = Context<ApiEnv>;

const notSold = 'We do not sell this product.';

export function productRoutes({ publicly }: Serve, deps: Deps): void {
  const { catalogue, limits, orders } = deps;

  const list = (order?: ProductSort) => ({
    parameters: (c: Asked) => {
      const parameters = writeProductList(productListOf(c, order));
      if (!isWithTotal(c)) parameters.set('count', 'no');
      return parameters;
    },
    admit: countIfNarrowed,
    answer: async (c: Asked) => {
      const query = productListOf(c, order);
      const { products, next, total } = await catalogue.list(query, { withTotal: isWithTotal(c) });
      const link = linkToNext(new URL(c.req.url).pathname, query, next);
      const headers = { ...(total !== null && { 'x-total-count': String(total) }), ...(link && { link }) };
      return { reply: products, tags: shelfTags, headers };
    },
    // Only browsers with an order request it, so others need no second query.
    asSeenBy: (c: Asked, products: Product[]) => withOwnHolds(c, orders, Promise.resolve(products)),
  });

  publicly(listProducts, list());
  publicly(listProductsOfCategory, list('price'));
  publicly(countProducts, {
    parameters: filterParameters,
    admit: countIfNarrowed,
    answer: async (c) => ({ reply: { total: await catalogue.count(filterOf(c)) }, tags: shelfTags }),
  });
  publicly(productFacets, {
    parameters: filterParameters,
    admit: countIfNarrowed,
    answer: async (c) => ({ reply: await catalogue.facets(filterOf(c)), tags: shelfTags }),
  });
  publicly(searchProducts, {
    parameters: ['q'],
    admit: countSearch,
    answer: async (c) => ({ reply: await catalogue.search(c.req.query('q') ?? ''), tags: shelfTags }),
    asSeenBy: async (c, { products, nearest }) => {
      const seen = await withOwnHolds(c, orders, Promise.resolve([...products, ...nearest]));
      return { products: seen.slice(0, products.length), nearest: seen.slice(products.length) };
    },
  });
  publicly(suggestProducts, {
    parameters: ['q'],
    admit: async (c) => {
      if (isWordEnough(typedIn(c))) await countSearch(c);
    },
    answer: async (c) => {
      const typed = typedIn(c);
      const nothing = { terms: [], categories: [], products: [] };
      return { reply: isWordEnough(typed) ? await catalogue.suggest(typed) : nothing, tags: shelfTags };
    },
  });
  publicly(productIndex, {
    parameters: [],
    answer: async () => ({ reply: await catalogue.index(), tags: shelfTags }),
  });
  publicly(getProduct, {
    parameters: [],
    answer: async (c) => {
      const { product } = await pageOf(c);
      if (!product.isActive) throw new Refusal('not_found', { message: notSold });
      return { reply: product, tags: productTags(product) };
    },
  });
  publicly(getProductPage, {
    parameters: [],
    answer: async (c) => {
      const page = await pageOf(c);
      return { reply: page, tags: pageTags(page) };
    },
    asSeenBy: async (c, page) => {
      const [product] = await withOwnHolds(c, orders, Promise.resolve([page.product]));
      return { ...page, product: product ?? page.product };
    },
  });

  /**
   * Words make a list, its count and its facets a search each. Other filters have so many values that hardly any reply
   * is cached; a whole shelf is.
   */
  async function countIfNarrowed(c: Asked): Promise<void> {
    const { search, category: _, ...narrowing } = filterOf(c);
    if (search) await countSearch(c);
    else if (Object.keys(narrowing).length > 0) await limits.take('filter', await byAddress(c, deps));
  }

  async function countSearch(c: Asked): Promise<void> {
    const sid = sidOf(c);
    await limits.take('search', { ...(await byAddress(c, deps)), ...(sid && { session: sid }) });
  }

  async function pageOf(c: Asked) {
    const page = await catalogue.page(c.req.param('product') ?? '');
    if (!page) throw new Refusal('not_found', { message: notSold });
    return page;
  }
}

/** The shop's own pages do not wait for the total. */
const isWithTotal = (c: Asked) => c.req.query('count') !== 'no';
const filterParameters = (c: Asked) => writeProductFilter(filterOf(c));
const typedIn = (c: Asked) => c.req.query('q')?.trim() ?? '';
const isWordEnough = (typed: string) => typed.length >= 2;
