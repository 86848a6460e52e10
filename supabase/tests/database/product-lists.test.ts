import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ProductFacets,
  type ProductFilter,
  type ProductSort,
  productSorts,
} from '../../functions/_shared/contract/product-filter.ts';
import type { Product } from '../../functions/_shared/contract/products.ts';
import { shopCategories } from '../../functions/_shared/contract/products.ts';
import { seededRandom } from '../proofs/seeded-random.ts';
import { as, guest, newProduct, openDatabase, place } from '../shop-cast.ts';
import {
  expectedFacets,
  expectedList,
  type ModelProduct,
  slugOf,
  wrongFigureCounts,
  wrongTextCounts,
} from './product-filter-model.ts';

const sql = openDatabase();
afterAll(() => sql.end());

type Listed = { products: Product[]; next: [number, string, string] | null };

async function list(
  filter: ProductFilter,
  sort: string,
  limit = 1000,
  after: unknown = null,
): Promise<Listed> {
  const [row] = await as(
    sql,
    guest,
    (t) => t<{ listed: Listed }[]>`
    select public.list_products(${t.json(filter)}, ${sort}, ${limit}, ${after === null ? null : t.json(after as never)}) as listed`,
  );
  return row?.listed as Listed;
}
const idsOf = ({ products }: Listed) => products.map(({ id }) => id);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );

let products: ModelProduct[];
beforeAll(async () => {
  // All pieces of one product are being paid for, one of another; one is sold out, one has no brand or figures.
  const held = await newProduct(sql, { name: 'Held', stock: 2, price: 900 });
  await place(sql, [{ productId: held.id, quantity: 2, price: 900 }]);
  const partly = await newProduct(sql, { name: 'Partly held', stock: 3, price: 900 });
  await place(sql, [{ productId: partly.id, quantity: 1, price: 900 }]);
  await newProduct(sql, { name: 'Sold out', stock: 0, price: 900 });
  await newProduct(sql, { name: 'Archived', isActive: false });
  await sql`update public.products set category = 'batteries' where id = ${held.id}`;
});
// Before each test: a hold of another file on this stack may end meanwhile, and its pieces are in stock again.
beforeEach(async () => {
  products = await sql<ModelProduct[]>`
    select p.id, p.name, p.category, p.brand, p.price, p.rating::float as rating, s.stock as available,
      row_number() over (order by p.created_at, p.id)::integer as place,
      coalesce((select jsonb_agg(jsonb_build_object('key', f.key, 'place', f.place, 'low', f.low, 'high', f.high))
        from private.product_figures f where f.product_id = p.id), '[]') as figures,
      coalesce((select jsonb_agg(jsonb_build_object('key', a.key, 'value', l ->> 'value'))
        from jsonb_array_elements(p.specs) l join public.attributes a on a.label = l ->> 'label'
        where a.kind = 'text' and p.category = any (a.categories)), '[]') as texts
    from public.products p join public.shop_products s on s.id = p.id where p.is_active`;
});

describe('lists, counts and facets', () => {
  // FILTERS=1000 npm test -- database product-lists asks as many as were asked when this was built; the check 200.
  it('are what asking every product gives, for random filters', { timeout: 300_000 }, async () => {
    const random = seededRandom(11);
    const questions = Array.from({ length: Number(process.env.FILTERS ?? 200) }, () => ({
      filter: randomFilter(random),
      sort: randomSort(random),
    }));
    const sizes = new Set<number>();
    let [offered, foundByText] = [0, 0];
    for (let from = 0; from < questions.length; from += 100) {
      const some = questions.slice(from, from + 100);
      const answers = await as(
        sql,
        guest,
        (t) => t<{ ids: string[]; total: number; facets: ProductFacets | null }[]>`
        select (select array_agg(l ->> 'id' order by at) from jsonb_array_elements(
            public.list_products(q -> 'filter', q ->> 'sort', 1000) -> 'products') with ordinality x (l, at)) as ids,
          public.count_products(q -> 'filter') as total, case when at % 4 = 0 then public.product_facets(q -> 'filter') end as facets
        from jsonb_array_elements(${t.json(some)}) with ordinality e (q, at) order by e.at`,
      );
      for (const [index, { filter, sort }] of some.entries()) {
        const { ids, total, facets } = answers[index] ?? {
          ids: null,
          total: -1,
          facets: {} as ProductFacets,
        };
        const expected = expectedList(products, filter, sort);
        const asked = JSON.stringify({ filter, sort });
        expect(ids ?? [], asked).toEqual(expected);
        expect(total, asked).toBe(expected.length);
        sizes.add(expected.length);
        if (filter.texts && expected.length > 0) foundByText += 1;
        if (!facets) continue;
        const { brands, price, inStock } = facets;
        expect(
          {
            total: facets.total,
            inStock,
            price,
            brands: Object.fromEntries(brands.map((b) => [b.brand, b.count])),
          },
          asked,
        ).toEqual(expectedFacets(products, filter));
        expect(wrongFigureCounts(products, filter, facets), asked).toEqual([]);
        expect(wrongTextCounts(products, filter, facets), asked).toEqual([]);
        offered += facets.texts.length;
      }
    }
    expect(sizes.size, 'filters that leave few and many').toBeGreaterThan(25);
    expect(offered, 'texts to choose by').toBeGreaterThan(5);
    expect(foundByText, 'products found by a text').toBeGreaterThan(2);
  });

  it('say which filter to drop when nothing is left', async () => {
    const rest: ProductFilter = {
      category: 'batteries',
      brands: ['Pylontech'],
      specs: { nominal_voltage: [48, 52] },
    };
    const filter = { ...rest, maxPrice: 1 };
    const facetsOf = async (asked: ProductFilter) => {
      const [row] = await as(sql, guest, (t) => t`select public.product_facets(${t.json(asked)}) as facets`);
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
      expect(pages).toEqual(whole);
      expect(new Set(pages).size).toBe(products.length);
    },
  );

  it('say the price per unit that they are sorted by, of products that have it, and of no other', async () => {
    const figures = async (sort: string) =>
      (await list({ category: 'batteries' }, sort)).products.map((product) => [
        product.comparedFigure,
        products.find(({ id }) => id === product.id)?.figures.find(({ key }) => key === sort)?.low,
      ]);
    const perKwh = await figures('price_per_kwh');
    expect(perKwh.filter(([words]) => words !== undefined).length).toBeGreaterThan(10);
    expect(perKwh.some(([words]) => words === undefined)).toBe(true);
    for (const [words, low] of perKwh)
      expect(words).toBe(
        low === undefined ? undefined : `KES ${Math.round(Number(low)).toLocaleString('en-KE')} per kWh`,
      );
    expect((await figures('price')).every(([words]) => words === undefined)).toBe(true);
    const [cheapest] = (await list({ category: 'solar' }, 'price_per_watt')).products;
    expect(cheapest?.comparedFigure).toMatch(/^KES \d{2}\.\d per W$/);
  });

  it('put what somebody is paying for among the sold-out, and count it so', async () => {
    const { products: batteries } = await list({ category: 'batteries' }, 'price');
    const soldOut = batteries.map(({ stock }) => stock === 0);
    expect(soldOut).toEqual([...soldOut].sort());
    expect(batteries.filter(({ name }) => name === 'Held')).toMatchObject([{ stock: 0 }]);
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
    expect(await list({ search: '' }, 'relevance')).toEqual({ products: [], next: null });
  });
});

describe('what nobody can have asked for', () => {
  it.each<[string, ProductFilter, string, unknown, string]>([
    ['a figure nobody has heard of', { specs: { love: [1, 2] } }, 'price', null, 'PT400 unknown_filter'],
    ['a text as a figure', { specs: { chemistry: [1, 2] } }, 'price', null, 'PT400 unknown_filter'],
    ['a figure as a text', { texts: { energy: ['much'] } }, 'price', null, 'PT400 unknown_filter'],
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

/** Any part of a filter, present or not, with ends that exist, lie between or are impossible. */
function randomFilter(random: () => number): ProductFilter {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  const often = (share: number) => random() < share;
  const { price, brand, category, figures, texts } = pick(products);
  const filter: ProductFilter = {};
  if (often(0.6)) filter.category = often(0.8) ? category : pick([...shopCategories, 'boats']);
  if (often(0.3)) filter.brands = [...new Set([brand ?? 'Nobody', pick(products).brand ?? 'Nobody'])];
  if (often(0.3)) filter.minPrice = Math.round(price * pick([0.5, 1, 1.2]));
  if (often(0.3)) filter.maxPrice = Math.round(pick(products).price * pick([0.8, 1, 2]));
  if (often(0.4)) filter.inStock = true;
  const specs: ProductFilter['specs'] = {};
  for (let round = 0; round < 2 && often(0.4); round += 1) {
    const numbers = figures.filter(({ key }) => !['size', 'module_size'].includes(key));
    if (numbers.length === 0) break;
    const { key, low, high } = pick(numbers);
    specs[key] = pick([
      [low, high],
      [null, low],
      [high, null],
      [low * 1.01, high * 1.5],
      [low * 0.5, low * 0.99],
      [high, high],
    ]);
  }
  if (Object.keys(specs).length > 0) filter.specs = specs;
  const short = texts.filter(({ value }) => value.length <= 40 && /[a-z]/i.test(value));
  if (short.length > 0 && often(0.3)) {
    const { key, value } = pick(short);
    const others = products.flatMap((one) =>
      one.texts.filter((text) => text.key === key && text.value.length <= 40),
    );
    filter.texts = { [key]: [...new Set([slugOf(value), slugOf(pick(others).value), 'never-said'])] };
  }
  return filter;
}

const randomSort = (random: () => number): ProductSort =>
  productSorts.filter((sort) => sort !== 'relevance')[Math.floor(random() * 7)] ?? 'price';
