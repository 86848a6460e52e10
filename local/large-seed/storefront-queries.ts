import type { Needs } from './page-budget.ts';

/** A query that a screen sends, and what it must read to answer. */
type NamedQuery = readonly [name: string, sql: string, needs: Needs];

const shelf = '{"category": "batteries"}';
/** Index entries that are read to count a shelf. */
const onShelf = `(select count(*) from public.products where category = 'batteries' and is_active)`;
const figuresBy = (keys: string) => `(select count(*) from private.product_figures where key in (${keys}))`;
const textsBy = (condition: string) =>
  `(select count(*) from private.product_texts where category = 'batteries' and ${condition})`;
const levels = {
  reason: 'products are looked up one by one, in indexes that have one more level',
  maxFactor: 4,
};
const counts = {
  reason:
    'it counts or filters the index entries of a shelf exactly (decision 29), within twice what it needs',
  maxFactor: 10,
};
const page = { products: 48, allowedGrowth: levels };
/** The index of the figures knows no stock and no category: each of its products is looked up before it is shown. */
const pageByFigure = { products: 2 * 48, allowedGrowth: levels };
/** The maximum that the search ranks, and the page that is shown of them. */
const search = {
  products: 2000 + 48,
  allowedGrowth: { reason: 'it ranks all matches, 2,000 products at most', maxFactor: 10 },
};
/** The product, six similar and eight compatible ones, and the candidates that these are chosen from. */
const productPage = { products: 15 + 32, allowedGrowth: levels };

/** The queries of shoppers' pages: every sort order of a list, its filters and facets, the search, the product page. */
export const storefrontQueries: readonly NamedQuery[] = [
  [
    'Home: eight products',
    `select public.list_products('{}', 'catalogue', 8)`,
    { products: 8, allowedGrowth: levels },
  ],
  ...['catalogue', 'price', 'rating', 'name'].flatMap((sort): NamedQuery[] => [
    [`Shelf by ${sort}`, `select public.list_products('${shelf}', '${sort}')`, page],
    [`Shop by ${sort}`, `select public.list_products('{}', '${sort}')`, page],
  ]),
  ...['price_per_kwh', 'price_per_ah'].map((sort): NamedQuery => [
    `Shelf by ${sort}`,
    `select public.list_products('${shelf}', '${sort}')`,
    pageByFigure,
  ]),
  [
    'Shelf by price_per_watt',
    `select public.list_products('{"category": "invertors"}', 'price_per_watt')`,
    pageByFigure,
  ],
  [
    'Shelf by price, a later page',
    `select public.list_products('${shelf}', 'price', 48, '[1, "90000", "00000000-0000-4000-8000-000000000000"]')`,
    page,
  ],
  [
    'Shelf by brand and price',
    `select public.list_products('{"category": "batteries", "brands": ["Ritar"], "minPrice": 50000, "inStock": true}', 'price')`,
    page,
  ],
  [
    'Shelf by figures',
    `select public.list_products('{"category": "batteries", "specs": {"nominal_voltage": [48, 52], "energy": [50, 100]}}', 'price')`,
    { ...page, allowedGrowth: counts, entries: `${onShelf} + ${figuresBy(`'nominal_voltage', 'energy'`)}` },
  ],
  [
    'Shelf by a text',
    `select public.list_products('{"category": "batteries", "texts": {"chemistry": ["agm-lead-acid", "lifepo4"]}}', 'price')`,
    { ...page, allowedGrowth: counts, entries: `${onShelf} + ${textsBy(`key = 'chemistry'`)}` },
  ],
  [
    'Count of a shelf',
    `select public.count_products('${shelf}')`,
    { products: 0, allowedGrowth: counts, entries: onShelf },
  ],
  [
    'Facets of a shelf',
    `select public.product_facets('${shelf}')`,
    {
      products: 0,
      allowedGrowth: counts,
      entries: `${onShelf} + ${textsBy('true')} + ${figuresBy(`select key from public.attributes where 'batteries' = any (categories)`)}`,
    },
  ],
  [
    'Search: results',
    `select public.list_products('{"search": "felicity gel battery 200ah"}', 'relevance')`,
    search,
  ],
  ['Search: part number', `select public.list_products('{"search": "zx-51234"}', 'relevance')`, search],
  [
    'Search: misspelt',
    `select public.list_products('{"search": "felicty tubuler batery"}', 'relevance')`,
    search,
  ],
  ['Index for use offline', 'select public.product_index()', { products: 1001 }],
  ['Search: suggestions', `select public.suggest_products('hybrid inv')`, search],
  [
    'Page of an inverter: batteries and panels that fit',
    `select public.product_page('deye-sun-5k-sg03lp1')`,
    productPage,
  ],
  [
    'Page of a battery: inverters and converters that fit',
    `select public.product_page('pylontech-us5000-4-8kwh')`,
    productPage,
  ],
  [
    'Page of an accessory: what it is made for',
    `select public.product_page('abem-lund-cable-set-4x21')`,
    // Eight are shown beside it, of eleven that are looked up.
    { products: 12 },
  ],
];
