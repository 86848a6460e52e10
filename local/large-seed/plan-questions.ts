/** What a screen asks for, by a name. */
type Question = readonly [name: string, sql: string];

const shelf = '{"category": "batteries"}';
/** What shoppers ask for: every order of a list, its filters and facets, the search and the page of a product. */
export const storefrontQuestions: readonly Question[] = [
  ['Home: eight products', `select public.list_products('{}', 'catalogue', 8)`],
  ...['catalogue', 'price', 'rating', 'name'].flatMap((sort): Question[] => [
    [`Shelf by ${sort}`, `select public.list_products('${shelf}', '${sort}')`],
    [`Shop by ${sort}`, `select public.list_products('{}', '${sort}')`],
  ]),
  ...['price_per_kwh', 'price_per_ah'].map((sort): Question => [
    `Shelf by ${sort}`,
    `select public.list_products('${shelf}', '${sort}')`,
  ]),
  ['Shelf by price_per_watt', `select public.list_products('{"category": "invertors"}', 'price_per_watt')`],
  [
    'Shelf by price, a later page',
    `select public.list_products('${shelf}', 'price', 48, '[1, "90000", "00000000-0000-4000-8000-000000000000"]')`,
  ],
  [
    'Shelf by brand and price',
    `select public.list_products('{"category": "batteries", "brands": ["Ritar"], "minPrice": 50000, "inStock": true}', 'price')`,
  ],
  [
    'Shelf by figures',
    `select public.list_products('{"category": "batteries", "specs": {"nominal_voltage": [48, 52], "energy": [50, 100]}}', 'price')`,
  ],
  [
    'Shelf by a text',
    `select public.list_products('{"category": "batteries", "texts": {"chemistry": ["agm-lead-acid", "lifepo4"]}}', 'price')`,
  ],
  ['Count of a shelf', `select public.count_products('${shelf}')`],
  ['Facets of a shelf', `select public.product_facets('${shelf}')`],
  ['Search: results', `select public.list_products('{"search": "felicity gel battery 200ah"}', 'relevance')`],
  ['Search: part number', `select public.list_products('{"search": "zx-51234"}', 'relevance')`],
  ['Search: misspelt', `select public.list_products('{"search": "felicty tubuler batery"}', 'relevance')`],
  ['Search: suggestions', `select public.suggest_products('hybrid inv')`],
  ['Page of an inverter: batteries and panels that fit', `select public.product_page('deye-sun-5k-sg03lp1')`],
  [
    'Page of a battery: inverters and converters that fit',
    `select public.product_page('pylontech-us5000-4-8kwh')`,
  ],
  ['Page of an accessory: what it is made for', `select public.product_page('abem-lund-cable-set-4x21')`],
];
