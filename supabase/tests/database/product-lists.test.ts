import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ProductFacets,
  type ProductFilter,
  productSorts,
} from '../../functions/_shared/contract/product-filter.ts';
import type { Product } from '../../functions/_shared/contract/products.ts';
import { as, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import {
  expectedList,
  type ModelProduct,
  modelProducts,
  newPeculiarProducts,
} from './product-filter-model.ts';

const sql = openTestDatabase();

type Listed = { products: Product[]; next: [number, string, string] | null; total: number | null };

async function list(
  filter: ProductFilter,
  sort: string,
  limit = 1000,
  after: unknown = null,
): Promise<Listed> {
  const [row] = await as(
    sql,
    shop,
    (t) => t<{ listed: Listed }[]>`
    select public.list_products(${t.json(filter)}, ${sort}, ${limit}, ${after === null ? null : t.json(after as never)}) as listed`,
  );
  return row?.listed as Listed;
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `b${i}`);
const idsOf = ({ products }: Listed) => products.map(({ id }) => id);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );

let products: ModelProduct[];
beforeAll(() => newPeculiarProducts(sql));
// Before each test: a hold of another file on this stack may end meanwhile, and its pieces are in stock again.
beforeEach(async () => {
  products = await modelProducts(sql);
});

describe('lists, counts and facets', () => {
  it('a page has the total of its filter on request', async () => {
    const filter = { category: 'batteries', inStock: true };
    const [row] = await as(
      sql,
      shop,
      (t) => t<{ listed: Listed; total: number }[]>`
        select public.list_products(${t.json(filter)}, 'price', 2, null, true) as listed, public.count_products(${t.json(filter)}) as total`,
    );
    expect(row?.listed.products).toHaveLength(2);
    expect(row?.total).toBeGreaterThan(2);
    expect(row?.listed.total).toBe(row?.total);
  });

  it('suggest which filter to remove when there are no results', async () => {
    const rest: ProductFilter = {
      category: 'batteries',
      brands: ['Pylontech'],
      specs: { nominal_voltage: [48, 52] },
    };
    const filter = { ...rest, maxPrice: 1 };
    const facetsOf = async (asked: ProductFilter) => {
      const [row] = await as(sql, shop, (t) => t`select public.product_facets(${t.json(asked)}) as facets`);
      return row?.facets as ProductFacets;
    };
    const withoutPrice = expectedList(products, rest, 'price').length;
    expect(withoutPrice).toBeGreaterThan(0);
    expect(await facetsOf(filter)).toMatchObject({ total: 0, without: { price: withoutPrice } });
    expect((await facetsOf({ category: 'batteries' })).without).toEqual({});
  });

  it.each(productSorts.filter((sort) => sort !== 'relevance'))(
    'come in pages without a gap or a repetition: %s',
    async (sort) => {
      const whole = idsOf(await list({}, sort));
      const pages: string[] = [];
      let after: Listed['next'] = null;
      do {
        const page: Listed = await list({}, sort, 7, after);
        pages.push(...idsOf(page));
        after = page.next;
      } while (after);
      // Other tests may have left more products than one page has.
      expect(pages.slice(0, whole.length)).toEqual(whole);
      expect(new Set(pages).size).toBe(products.length);
    },
  );

  it('show the price per unit that they are sorted by, only for products that have it', async () => {
    const figures = async (sort: string) =>
      (await list({ category: 'batteries' }, sort)).products.map((product) => [
        product.comparedValue,
        products.find(({ id }) => id === product.id)?.figures.find(({ key }) => key === sort)?.low,
      ]);
    const perKwh = await figures('price_per_kwh');
    expect(perKwh.filter(([label]) => label !== undefined).length).toBeGreaterThan(10);
    expect(perKwh.some(([label]) => label === undefined)).toBe(true);
    for (const [label, low] of perKwh)
      expect(label).toBe(
        low === undefined ? undefined : `KES ${Math.round(Number(low)).toLocaleString('en-KE')} per kWh`,
      );
    expect((await figures('price')).every(([label]) => label === undefined)).toBe(true);
    const [cheapest] = (await list({ category: 'solar' }, 'price_per_watt')).products;
    expect(cheapest?.comparedValue).toMatch(/^KES \d{2}\.\d per W$/);
  });

  it('list a product whose last piece somebody is paying for at its place, without a piece, and filter it out', async () => {
    const { products: batteries } = await list({ category: 'batteries' }, 'price');
    const prices = batteries.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(batteries.at(-1)?.name).not.toBe('Held');
    const unavailable = batteries.filter(({ stock }) => stock === 0);
    expect(unavailable.length).toBeGreaterThan(1);
    for (const { name, reservedUntil } of unavailable)
      expect([name, reservedUntil]).toEqual([
        name,
        name === 'Held' ? expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) : undefined,
      ]);
    expect(
      (await list({ category: 'batteries', inStock: true }, 'price')).products.some(
        ({ name }) => name === 'Held',
      ),
    ).toBe(false);
  });

  it('take up a search, best first, a page at a time, and sort it otherwise on request', async () => {
    const found = await list({ search: 'pylontech us5000' }, 'relevance');
    expect(found.products[0]?.slug).toBe('pylontech-us5000-4-8kwh');
    const first = await list({ search: 'battery' }, 'relevance', 3);
    const second = await list({ search: 'battery' }, 'relevance', 3, first.next);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(
      idsOf(await list({ search: 'battery' }, 'relevance', 6)),
    );
    const byPrice = (await list({ search: 'battery', inStock: true }, 'price')).products.map(
      ({ price }) => price,
    );
    expect(byPrice.length).toBeGreaterThan(3);
    expect(byPrice).toEqual([...byPrice].sort((a, b) => a - b));
    expect(await list({ search: '' }, 'relevance')).toEqual({
      products: [],
      next: null,
      total: null,
    });
  });
});

describe('an invalid query', () => {
  it.each<[string, ProductFilter, string, unknown, string]>([
    ['a figure nobody has heard of', { specs: { love: [1, 2] } }, 'price', null, 'PT400 unknown_filter'],
    ['a text as a figure', { specs: { chemistry: [1, 2] } }, 'price', null, 'PT400 unknown_filter'],
    ['a figure as a text', { texts: { energy: ['much'] } }, 'price', null, 'PT400 unknown_filter'],
    ['a list of 100,000 brands', { brands: numbers(100_000) }, 'price', null, 'PT400 invalid_request'],
    ['21 brands', { brands: numbers(21) }, 'price', null, 'PT400 invalid_request'],
    [
      'a text in 100,000 ways',
      { texts: { chemistry: numbers(100_000) } },
      'price',
      null,
      'PT400 invalid_request',
    ],
    ['a text nobody has heard of', { texts: { love: ['much'] } }, 'price', null, 'PT400 unknown_filter'],
    ['quotes in a text', { texts: { chemistry: ["'; --"] } }, 'price', null, 'answered'],
    ['an order nobody has heard of', {}, 'beauty', null, 'PT400 invalid_request'],
    ['relevance without a search', {}, 'relevance', null, 'PT400 invalid_request'],
    ['a cursor that was never given', {}, 'price', [1, 'x', randomUUID()], 'PT400 invalid_cursor'],
    ['a cursor of no step', {}, 'price', ['x', '1', randomUUID()], 'PT400 invalid_cursor'],
    ['a cursor of no product', {}, 'catalogue', [1, '2026-11-11', 'x'], 'PT400 invalid_cursor'],
    ['half a cursor', {}, 'price', [1], 'PT400 invalid_cursor'],
    ['an invented cursor', {}, 'price', {}, 'PT400 invalid_cursor'],
    ['a step that does not exist', {}, 'price', [9, '1', randomUUID()], 'answered'],
    ['quotes', { brands: ["x') or true --"], category: "'" }, 'price', null, 'answered'],
  ])('is refused or finds nothing: %s', async (_, filter, sort, after, answer) => {
    expect(await refusal(list(filter, sort, 10, after))).toBe(answer);
  });
});
