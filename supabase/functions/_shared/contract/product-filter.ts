import { endpoint } from './endpoint.ts';

/** From and to, both included; null is open. In the unit of the attribute. */
export type FigureRange = [low: number | null, high: number | null];

/** What a list of products is narrowed to; what is absent does not filter. */
export type ProductFilter = {
  search?: string;
  category?: string;
  /** One of them. */
  brands?: string[];
  /** KES. */
  minPrice?: number;
  maxPrice?: number;
  inStock?: true;
  /** By `key` of `public.attributes`. */
  specs?: Record<string, FigureRange>;
};

/** How many products have a figure in a range. */
type FigureOption = { low: number; high: number; count: number };

export type SpecFacet = {
  key: string;
  label: string;
  unit: string | null;
  kind: 'number' | 'yes or no';
  /** Products that have the figure. */
  known: number;
  low: number;
  high: number;
  options: FigureOption[];
};

/** What a list can be narrowed by. Each part is counted as if it were not filtered by, all others as they are. */
export type ProductFacets = {
  total: number;
  inStock: number;
  /** KES; null when there is no product. */
  price: { low: number | null; high: number | null };
  brands: { brand: string; count: number }[];
  categories: { category: string; count: number }[];
  /** Of the filter's category, the most important first. */
  specs: SpecFacet[];
  /** When nothing is left: what dropping one part of the filter would leave, by `FilterPart`. */
  without: Partial<Record<FilterPart, number>>;
};

/** A part of a filter that can be dropped by itself. */
export type FilterPart = 'category' | 'brand' | 'price' | 'inStock' | `spec.${string}`;

/** For the same filter as `listProducts`. 400 as there. */
export const productFacets = endpoint<ProductFacets>('GET', '/api/facets');

/**
 * The ways to sort a list. `catalogue` is the shop's own order, `relevance` that of a search; the rest as their names
 * say, rating from high to low, all others from low to high.
 */
export const productSorts = [
  'catalogue',
  'relevance',
  'price',
  'rating',
  'name',
  'price_per_kwh',
  'price_per_ah',
  'price_per_watt',
] as const;

export type ProductSort = (typeof productSorts)[number];

const mostBrands = 20;
const mostSpecs = 12;
const specParameter = /^spec\.(.*)$/s;
const figure = String.raw`-?\d{1,9}(?:\.\d{1,6})?`;
const figureRange = new RegExp(String.raw`^(${figure})?\.\.(${figure})?$`);
const oneFigure = new RegExp(`^${figure}$`);

/**
 * The filter in a query string: `search`, `category`, `brand` (several times), `minPrice`, `maxPrice`, `inStock=yes`,
 * `spec.<key>=<min>..<max>`, either end open. `problems` has a sentence for each parameter that cannot be read; the filter is without it.
 */
export function readProductFilter(parameters: URLSearchParams): {
  filter: ProductFilter;
  problems: Record<string, string>;
} {
  const filter: ProductFilter = {};
  const problems: Record<string, string> = {};

  const search = parameters.get('search');
  // Postgres cannot take a NUL; nobody types more.
  if (search !== null) filter.search = search.replaceAll('\0', ' ').slice(0, 200);

  const category = parameters.get('category');
  // Whatever is no category has no products.
  if (category) filter.category = category.replaceAll('\0', ' ').slice(0, 120);

  const brands = [...new Set(parameters.getAll('brand'))].filter((brand) => brand !== '');
  if (brands.length > mostBrands || brands.some((brand) => brand.length > 120 || brand.includes('\0')))
    problems.brand = `Choose up to ${mostBrands} brands by their names`;
  else if (brands.length > 0) filter.brands = brands;

  for (const name of ['minPrice', 'maxPrice'] as const) {
    const price = parameters.get(name);
    if (price === null || price === '') continue;
    if (/^\d{1,9}$/.test(price)) filter[name] = Number(price);
    else problems[name] = 'A price is a whole number of shillings';
  }
  if (filter.minPrice !== undefined && filter.maxPrice !== undefined && filter.minPrice > filter.maxPrice) {
    problems.maxPrice = 'The highest price is below the lowest';
    delete filter.minPrice;
    delete filter.maxPrice;
  }

  const inStock = parameters.get('inStock');
  if (inStock !== null && /^(yes|true|1)$/i.test(inStock)) filter.inStock = true;
  else if (inStock !== null && !/^(no|false|0|)$/i.test(inStock)) problems.inStock = 'Yes or no';

  const specs: Record<string, FigureRange> = {};
  for (const [name, value] of parameters) {
    const key = specParameter.exec(name)?.[1];
    if (key === undefined || value === '') continue;
    const problem = readSpec(key, value, specs);
    if (problem) problems[name.slice(0, 80)] = problem;
  }
  if (Object.keys(specs).length > mostSpecs) problems.spec = `At most ${mostSpecs} figures at once`;
  else if (Object.keys(specs).length > 0) filter.specs = specs;
  return { filter, problems };
}

/** Adds a range to `specs`, or says why it is not valid. */
function readSpec(key: string, value: string, specs: Record<string, FigureRange>): string | null {
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(key)) return 'There is no such figure';
  const ends = oneFigure.test(value) ? ['', value, value] : figureRange.exec(value);
  if (!ends || (!ends[1] && !ends[2])) return 'A range is written min..max';
  const [low, high] = [ends[1], ends[2]].map((end) => (end ? Number(end) : null)) as [number, number];
  if (low !== null && high !== null && low > high) return 'The greatest figure is below the least';
  specs[key] = [low, high];
  return null;
}

/** The filter as parameters of an address, as `readProductFilter` reads them; the same filter always in the same order. */
export function writeProductFilter(filter: ProductFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  const { search, category, brands = [], minPrice, maxPrice, inStock, specs = {} } = filter;
  if (search !== undefined) parameters.set('search', search);
  if (category !== undefined) parameters.set('category', category);
  for (const brand of [...brands].sort()) parameters.append('brand', brand);
  if (minPrice !== undefined) parameters.set('minPrice', String(minPrice));
  if (maxPrice !== undefined) parameters.set('maxPrice', String(maxPrice));
  if (inStock) parameters.set('inStock', 'yes');
  for (const [key, [low, high]] of Object.entries(specs).sort(([a], [b]) => (a < b ? -1 : 1)))
    parameters.set(`spec.${key}`, `${low ?? ''}..${high ?? ''}`);
  return parameters;
}
