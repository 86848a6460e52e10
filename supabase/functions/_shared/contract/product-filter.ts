import { cleanText } from './clean-text.ts';
import { everyParameter, publicEndpoint } from './endpoint.ts';

/** From and to, both included; null is open. In the unit of the attribute. */
export type ValueRange = [low: number | null, high: number | null];

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
  specs?: Record<string, ValueRange>;
  /** One of these texts, by `key`: as they stand in addresses, `lead-acid` for Lead-acid, AGM. */
  texts?: Record<string, string[]>;
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

/** An attribute with a few different texts, the most frequent first. */
export type TextFacet = {
  key: string;
  label: string;
  options: { value: string; slug: string; count: number }[];
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
  /** The same for attributes that are texts, where there are two to twelve different ones. */
  texts: TextFacet[];
  /** When nothing is left: what dropping one part of the filter would leave, by `FilterPart`. */
  without: Partial<Record<FilterPart, number>>;
};

/** A part of a filter that can be dropped by itself. */
export type FilterPart = 'category' | 'brand' | 'price' | 'inStock' | `spec.${string}`;

/** For the same filter as `listProducts`. 400 as there. */
export const productFacets = publicEndpoint<ProductFacets>('/api/facets', everyParameter);

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

const maxBrands = 20;
const maxSpecs = 12;
const specParameter = /^spec\.(.*)$/s;
const figure = String.raw`-?\d{1,9}(?:\.\d{1,6})?`;
const figureRange = new RegExp(String.raw`^(${figure})?\.\.(${figure})?$`);
const oneFigure = new RegExp(`^${figure}$`);
const oneText = /^(?=[a-z0-9-]*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const maxTexts = 20;

/**
 * The filter in a query string: `search`, `category`, `brand` (several times), `minPrice`, `maxPrice`, `inStock=yes`,
 * `spec.<key>=<min>..<max>`, either end open, `spec.<key>=<text>,<text>` for one of some texts. `problems` has a sentence for each parameter that cannot be read; the filter is without it.
 */
export function readProductFilter(parameters: URLSearchParams): {
  filter: ProductFilter;
  problems: Record<string, string>;
} {
  const filter: ProductFilter = {};
  const problems: Record<string, string> = {};

  const search = parameters.get('search');
  // A typed search is never longer.
  if (search !== null) filter.search = cleanText(search, 200);

  const category = parameters.get('category');
  // An unknown category has no products.
  if (category) filter.category = cleanText(category, 120);

  const brands = [...new Set(parameters.getAll('brand').map((brand) => cleanText(brand)))].filter(Boolean);
  if (brands.length > maxBrands || brands.some((brand) => brand.length > 120))
    problems.brand = `Choose up to ${maxBrands} brands by their names`;
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

  const specs: Record<string, ValueRange> = {};
  const texts: Record<string, string[]> = {};
  for (const [name, value] of parameters) {
    const key = specParameter.exec(name)?.[1];
    if (key === undefined || value === '') continue;
    const problem = readSpec(key, value, specs, texts);
    if (problem) problems[name.slice(0, 80)] = problem;
  }
  const [figures, words] = [Object.keys(specs).length, Object.keys(texts).length];
  if (figures + words > maxSpecs) problems.spec = `At most ${maxSpecs} figures at once`;
  else {
    if (figures > 0) filter.specs = specs;
    if (words > 0) filter.texts = texts;
  }
  return { filter, problems };
}

/** Adds a range to `specs` or some texts to `texts`, or says why it is not valid. */
function readSpec(
  key: string,
  value: string,
  specs: Record<string, ValueRange>,
  texts: Record<string, string[]>,
): string | null {
  if (!/^[a-z][a-z0-9_]{0,60}$/.test(key)) return 'There is no such figure';
  const words = value.length <= 1000 ? [...new Set(value.split(','))] : [];
  if (words.length > 0 && words.length <= maxTexts && words.every((word) => oneText.test(word))) {
    texts[key] = words.sort();
    delete specs[key];
    return null;
  }
  const ends = oneFigure.test(value) ? ['', value, value] : figureRange.exec(value);
  if (!ends || (!ends[1] && !ends[2])) return 'A range is written min..max';
  const [low, high] = [ends[1], ends[2]].map((end) => (end ? Number(end) : null)) as [number, number];
  if (low !== null && high !== null && low > high) return 'The greatest figure is below the least';
  specs[key] = [low, high];
  delete texts[key];
  return null;
}

/** The filter as parameters of an address, as `readProductFilter` reads them; the same filter always in the same order. */
export function writeProductFilter(filter: ProductFilter): URLSearchParams {
  const parameters = new URLSearchParams();
  const { search, category, brands = [], minPrice, maxPrice, inStock, specs = {}, texts = {} } = filter;
  if (search !== undefined) parameters.set('search', search);
  if (category !== undefined) parameters.set('category', category);
  for (const brand of [...brands].sort()) parameters.append('brand', brand);
  if (minPrice !== undefined) parameters.set('minPrice', String(minPrice));
  if (maxPrice !== undefined) parameters.set('maxPrice', String(maxPrice));
  if (inStock) parameters.set('inStock', 'yes');
  const written = [
    ...Object.entries(specs).map(([key, [low, high]]) => [key, `${low ?? ''}..${high ?? ''}`] as const),
    ...Object.entries(texts).map(([key, words]) => [key, [...words].sort().join(',')] as const),
  ];
  for (const [key, value] of written.sort(([a], [b]) => (a < b ? -1 : 1)))
    parameters.set(`spec.${key}`, value);
  return parameters;
}
