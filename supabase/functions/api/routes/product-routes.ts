import type { Context } from 'hono';
import {
  countProducts,
  getDataSheet,
  getProduct,
  getProductPage,
  listProducts,
  listProductsOfCategory,
  maxProductsInReply,
  type Product,
  searchProducts,
  shopCategories,
  suggestProducts,
} from '../../_shared/contract/products.ts';
import { productIndex } from '../../_shared/contract/product-index.ts';
import {
  productFacets,
  type ProductFilter,
  type ProductSort,
  productSorts,
  readProductFilter,
  writeProductFilter,
} from '../../_shared/contract/product-filter.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { Deps, ListPosition, ProductListQuery, SearchedFilter } from '../deps.ts';
import { addressOf, type ApiEnv, placeOf } from './caller.ts';
import { fitsOfProduct, wishOf } from './fit-replies.ts';
import { pdfReply } from './pdf-reply.ts';
import { withHoldsOfSameBuyer } from './stock-of-buyer.ts';
import { isKept, isOwn, type Serve } from './serve.ts';
import { cursorOf, cursorText, invalid, isCursorText } from './call-parameters.ts';

type Asked = Context<ApiEnv>;

const notSold = 'We do not sell this product.';

export function productRoutes({ anyone }: Serve, deps: Deps): void {
  const { catalogue, limits, orders } = deps;

  const list =
    (order?: ProductSort) =>
    async ({ c }: { c: Asked }) => {
      const { filter, ...page } = productListOf(c, order);
      const query = { ...page, filter: await understood(filter) };
      await countIfRare(c, query.limit);
      // The shop's own pages do not wait for the total.
      const withTotal = c.req.query('count') !== 'no';
      const { products, next, total } = await catalogue.list(query, { withTotal });
      // Whoever asks for no page gets the whole list.
      const isWhole = c.req.query('limit') === undefined && c.req.query('cursor') === undefined;
      for (let after = isWhole ? next : null; after;) {
        const more = await catalogue.list({ ...query, after }, { withTotal: false });
        products.push(...more.products);
        after = more.next;
      }
      const link = isWhole ? '' : linkToNext(new URL(c.req.url).pathname, query, next);
      if (total !== null) c.header('x-total-count', String(total));
      if (link) c.header('link', link);
      return asSeenBy(c, products);
    };

  anyone(listProducts, list());
  anyone(listProductsOfCategory, list('price'));
  anyone(countProducts, async ({ c }) => {
    await countIfRare(c);
    return { total: await catalogue.count(await understood(filterOf(c))) };
  });
  anyone(productFacets, async ({ c }) => {
    await countIfRare(c);
    return catalogue.facets(await understood(filterOf(c)));
  });
  anyone(searchProducts, async ({ c }) => {
    await countSearch(c);
    const text = c.req.query('q') ?? '';
    const wish = await wishOf(text, catalogue);
    const { products, nearest } = await catalogue.search(text, wish);
    const seen = await asSeenBy(c, [...products, ...nearest]);
    const matches = seen.slice(0, products.length);
    // What sells best is no answer to what fits.
    if (wish.products?.length === 0) return { products: matches, nearest: [], fitsNothing: true as const };
    return { products: matches, nearest: seen.slice(products.length) };
  });
  anyone(suggestProducts, async ({ c }) => {
    const typed = c.req.query('q')?.trim() ?? '';
    if (typed.length < 2) return { terms: [], categories: [], products: [], replaced: [] };
    await countSearch(c);
    return catalogue.suggest(typed, await wishOf(typed, catalogue));
  });
  anyone(productIndex, () => catalogue.index());
  anyone(getProduct, async ({ c }) => {
    const { product } = await pageOf(c);
    if (!product.isActive) throw new Refusal('not_found', { message: notSold });
    return product;
  });
  anyone(getProductPage, async ({ c }) => {
    const page = await pageOf(c);
    const [[product = page.product], fits] = await Promise.all([
      asSeenBy(c, [page.product]),
      fitsOfProduct(page.product, catalogue),
    ]);
    return { ...page, product, fits };
  });
  anyone(getDataSheet, async ({ c }) => {
    const [page, shop, logo] = await Promise.all([pageOf(c), deps.shop.details(), deps.shop.logo()]);
    const { slug } = page.product;
    const { dataSheetPdf } = await import('../../_shared/papers/data-sheet-pdf.ts');
    return pdfReply(c, slug, await dataSheetPdf(page, shop, `${c.get('call').origin}/product/${slug}`, logo));
  });

  async function understood(filter: ProductFilter): Promise<SearchedFilter> {
    return filter.search === undefined ? filter : { ...filter, wish: await wishOf(filter.search, catalogue) };
  }

  /** Only browsers with an order ask for their own pieces, so others need no second query. */
  async function asSeenBy(c: Asked, products: Product[]): Promise<Product[]> {
    return isOwn(c) ? withHoldsOfSameBuyer(c, orders, products) : products;
  }

  /**
   * Words make a list, its count and its facets a search each. Other parameters have so many values that hardly any reply
   * is cached; a whole category is.
   * @param size how many products are read at most
   */
  async function countIfRare(c: Asked, size = 0): Promise<void> {
    const { search, category } = filterOf(c);
    const address = addressOf(c);
    const isKnown = category === undefined || shopCategories.some((known) => known === category);
    if (search) await countSearch(c);
    if (isKnown && !new URL(c.req.url).search && isKept(c)) return;
    if (size > 100) await limits.take('whole_list', { address });
    else if (!search) await limits.take('filter', { address });
  }

  async function countSearch(c: Asked): Promise<void> {
    await limits.take('search', placeOf(c));
  }

  async function pageOf(c: Asked) {
    const page = await catalogue.page(c.req.param('product') ?? '');
    if (!page) throw new Refusal('not_found', { message: notSold });
    return page;
  }
}

/** What can be asked of a list. Any other parameter would be one more reply that the CDN has not got. */
const listParameter =
  /^(search|category|brand|minPrice|maxPrice|inStock|spec\..*|sort|limit|cursor|count|own)$/s;

/** The filter of a call, with the category of its path if it has one. @throws Refusal `invalid_request` */
function filterOf(c: Context<ApiEnv>): ProductFilter {
  const parameters = new URL(c.req.url).searchParams;
  for (const name of parameters.keys())
    if (!listParameter.test(name)) throw invalid(name.slice(0, 80), 'There is no such parameter');
  const category = c.req.param('category');
  if (category !== undefined) parameters.set('category', category);
  const { filter, problems } = readProductFilter(parameters);
  if (Object.keys(problems).length > 0) throw new Refusal('invalid_request', { fields: problems });
  return filter;
}

/** The page of a list that a call requests, by default in `order`. @throws Refusal `invalid_request`, `invalid_cursor` */
function productListOf(c: Context<ApiEnv>, order: ProductSort = 'catalogue'): ProductListQuery {
  const filter = filterOf(c);
  const inOrder = filter.search === undefined ? order : 'relevance';
  const sort = (c.req.query('sort') || inOrder) as ProductSort;
  if (!productSorts.includes(sort) || (sort === 'relevance' && filter.search === undefined))
    throw invalid('sort', `Choose one of ${productSorts.join(', ')}; relevance is for a search`);
  const limit = c.req.query('limit') ?? String(maxProductsInReply);
  if (!/^[1-9]\d{0,3}$/.test(limit) || Number(limit) > maxProductsInReply)
    throw invalid('limit', `Limit must be from 1 to ${maxProductsInReply}`);
  const cursor = cursorOf(c);
  return { filter, sort, limit: Number(limit), after: cursor && placeIn(cursor, sort) };
}

/** The page as parameters of an address. */
function writeProductList({ filter, sort, limit, after }: ProductListQuery): URLSearchParams {
  const parameters = writeProductFilter(filter);
  parameters.set('sort', sort);
  parameters.set('limit', String(limit));
  if (after) parameters.set('cursor', cursorText([sort, ...after]));
  return parameters;
}

/** The value of a `Link` header (RFC 8288) that leads to the next page, relative to the site; empty on the last page. */
function linkToNext(path: string, query: ProductListQuery, next: ListPosition | null): string {
  if (!next) return '';
  const parameters = writeProductList({ ...query, after: next });
  if (path.includes('/category/')) parameters.delete('category');
  return `<${path}?${parameters.toString()}>; rel="next"`;
}

/** A cursor belongs to the order in which it was given. */
function placeIn([of, step, key, id, ...more]: unknown[], sort: ProductSort): ListPosition {
  const isPlace = of === sort && more.length === 0 && Number.isSafeInteger(step);
  if (isPlace && isCursorText(key) && isCursorText(id)) return [step as number, key, id];
  throw new Refusal('invalid_cursor');
}
