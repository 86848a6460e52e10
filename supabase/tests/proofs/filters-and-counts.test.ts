import { beforeAll, expect, it } from 'vitest';
import {
  type ProductFacets,
  type ProductFilter,
  type ProductSort,
  productSorts,
} from '../../functions/_shared/contract/product-filter.ts';
import { shopCategories } from '../../functions/_shared/contract/products.ts';
import {
  expectedFacets,
  expectedList,
  type ModelProduct,
  modelProducts,
  newPeculiarProducts,
  slugOf,
  wrongFigureCounts,
  wrongTextCounts,
} from '../database/product-filter-model.ts';
import { openTestDatabase } from '../test-database.ts';
import { atLength } from './proof-length.ts';
import { proofSeed, seededRandom } from './seeded-random.ts';

/*
 * Lists, counts and facets under random filters match a check of every single product. Filters are made of the
 * seeded catalogue alone, and some are always asked: how much is compared does not depend on what ran before.
 */
const sql = openTestDatabase();
const rounds = atLength({ short: 100, full: 1000 });
// The short test always uses the same filters; the long run uses new ones each time, and prints its seed.
const random = seededRandom(proofSeed(11));
beforeAll(() => newPeculiarProducts(sql));

type FilterQuery = { filter: ProductFilter; sort: ProductSort; withFacets: boolean };
type Answer = { ids: string[] | null; total: number; facets: ProductFacets | null };

it('lists, counts and facets match a check of every product, for random filters', async () => {
  const sample = (await modelProducts(sql)).filter(({ isSeeded }) => isSeeded);
  const queries = [
    ...certainQuestions(sample),
    ...Array.from({ length: rounds }, (_, i) => ({
      filter: randomFilter(sample),
      sort: pick(sortsOfAnyList),
      withFacets: i % 4 === 0,
    })),
  ];
  const sizes = new Set<number>();
  let [textsOffered, foundByText] = [0, 0];
  for (let from = 0; from < queries.length; from += 50) {
    const some = queries.slice(from, from + 50);
    const { products, answers } = await runQueries(some);
    for (const [index, { filter, sort, withFacets }] of some.entries()) {
      const { ids, total, facets } = answers[index] as Answer;
      const expected = expectedList(products, filter, sort);
      const description = JSON.stringify({ filter, sort });
      // A list has 1,000 products at most, and other tests make some, too.
      expect(ids ?? [], description).toEqual(expected.slice(0, 1000));
      expect(total, description).toBe(expected.length);
      sizes.add(expected.length);
      if (filter.texts && expected.length > 0) foundByText += 1;
      if (!withFacets) continue;
      if (!facets) throw new Error(`No facets: ${description}`);
      const { brands, price, inStock } = facets;
      expect(
        {
          total: facets.total,
          inStock,
          price,
          brands: Object.fromEntries(brands.map((b) => [b.brand, b.count])),
        },
        description,
      ).toEqual(expectedFacets(products, filter));
      expect(wrongFigureCounts(products, filter, facets), description).toEqual([]);
      expect(wrongTextCounts(products, filter, facets), description).toEqual([]);
      textsOffered += facets.texts.length;
    }
  }
  expect(sizes.size, 'filters that leave few and many').toBeGreaterThan(25);
  expect(textsOffered, 'texts to choose by').toBeGreaterThan(40);
  expect(foundByText, 'products found by a text').toBeGreaterThan(40);
});

/** One moment for all: no hold ends between the model's reading and the shop's answers. */
function runQueries(
  queries: readonly FilterQuery[],
): Promise<{ products: ModelProduct[]; answers: Answer[] }> {
  return sql.begin('isolation level repeatable read', async (t) => {
    const products = await modelProducts(t);
    await t`set local role service_role`;
    const answers = await t<Answer[]>`
      select (select array_agg(l ->> 'id' order by at) from json_array_elements(
          public.list_products(q -> 'filter', q ->> 'sort', 1000) -> 'products') with ordinality x (l, at)) as ids,
        public.count_products(q -> 'filter') as total,
        case when q -> 'withFacets' = 'true' then public.product_facets(q -> 'filter') end as facets
      from jsonb_array_elements(${t.json(queries as never)}) with ordinality e (q, at) order by e.at`;
    return { products, answers: [...answers] };
  }) as Promise<{ products: ModelProduct[]; answers: Answer[] }>;
}

/** Every shelf as it opens, every brand, a ladder of prices, and a short text of each attribute. */
function certainQuestions(sample: readonly ModelProduct[]): FilterQuery[] {
  const brands = [...new Set(sample.flatMap(({ brand }) => brand ?? []))];
  const texts = new Map(
    sample.flatMap(({ category, texts: own }) =>
      own.filter(isChosenBy).map(({ key, value }) => [`${category} ${key}`, { category, key, value }]),
    ),
  );
  const ladder = sample
    .map(({ price }) => price)
    .sort((a, b) => a - b)
    .filter((_, i) => i % 4 === 3);
  return [
    ...[undefined, ...shopCategories].map((category) => ({
      filter: category ? { category } : {},
      sort: 'catalogue' as const,
      withFacets: true,
    })),
    ...brands.map((brand) => ({ filter: { brands: [brand] }, sort: 'name' as const, withFacets: false })),
    ...ladder.map((maxPrice) => ({ filter: { maxPrice }, sort: 'rating' as const, withFacets: false })),
    ...[...texts.values()].map(({ category, key, value }) => ({
      filter: { category, texts: { [key]: [slugOf(value)] } },
      sort: 'price' as const,
      withFacets: true,
    })),
  ];
}

const isChosenBy = ({ value }: { value: string }) => value.length <= 40 && /[a-z]/i.test(value);
const sortsOfAnyList = productSorts.filter((sort) => sort !== 'relevance');

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Any part of a filter, present or not, with ends that exist, lie between or are impossible. */
function randomFilter(sample: readonly ModelProduct[]): ProductFilter {
  const often = (share: number) => random() < share;
  const { price, brand, category, figures, texts } = pick(sample);
  const filter: ProductFilter = {};
  if (often(0.6)) filter.category = often(0.8) ? category : pick([...shopCategories, 'boats']);
  if (often(0.3)) filter.brands = [...new Set([brand ?? 'Nobody', pick(sample).brand ?? 'Nobody'])];
  if (often(0.3)) filter.minPrice = Math.round(price * pick([0.5, 1, 1.2]));
  if (often(0.3)) filter.maxPrice = Math.round(pick(sample).price * pick([0.8, 1, 2]));
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
  const short = texts.filter(isChosenBy);
  if (short.length > 0 && often(0.3)) {
    const { key, value } = pick(short);
    const others = sample.flatMap((one) =>
      one.texts.filter((text) => text.key === key && text.value.length <= 40),
    );
    filter.texts = { [key]: [...new Set([slugOf(value), slugOf(pick(others).value), 'never-said'])] };
  }
  return filter;
}
