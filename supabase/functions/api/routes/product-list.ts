import type { Context } from 'hono';
import {
  type ProductFilter,
  type ProductSort,
  productSorts,
  readProductFilter,
  writeProductFilter,
} from '../../_shared/contract/product-filter.ts';
import { maxProductsInReply } from '../../_shared/contract/products.ts';
import { Refusal } from '../../_shared/http/refusal.ts';
import type { ListPosition, ProductListQuery } from '../deps.ts';
import type { ApiEnv } from './caller.ts';
import { cursorOf, cursorText, invalid, isCursorText } from './call-parameters.ts';

/** What can be asked of a list. Any other parameter would be one more reply that the CDN has not got. */
const listParameter =
  /^(search|category|brand|minPrice|maxPrice|inStock|spec\..*|sort|limit|cursor|count|own)$/s;

/** The filter of a call, with the category of its path if it has one. @throws Refusal `invalid_request` */
export function filterOf(c: Context<ApiEnv>): ProductFilter {
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
export function productListOf(c: Context<ApiEnv>, order: ProductSort = 'catalogue'): ProductListQuery {
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
export function linkToNext(path: string, query: ProductListQuery, next: ListPosition | null): string {
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
