import type postgres from 'postgres';

/** What the shop's pages request: over HTTP, and as the SQL that the function sends for it. */
type CatalogueQuery = { name: string; path: string; query(sql: postgres.Sql): Promise<void> };

const run = (sql: postgres.Sql, statement: string, ...values: (string | number)[]) =>
  sql.unsafe(statement, values, { prepare: true });

export const catalogueQueries: readonly CatalogueQuery[] = [
  {
    name: 'home',
    path: '/api/products?limit=8',
    // The function runs these two in parallel; a single connection runs them in sequence.
    query: async (sql) => {
      await run(sql, `select public.list_products('{}', 'catalogue', 8)`);
      await run(sql, `select public.count_products('{}')`);
    },
  },
  {
    name: 'shelf',
    path: '/api/products/category/batteries?limit=48&count=no',
    query: async (sql) => {
      await run(sql, `select public.list_products('{"category": "batteries"}', 'price', 48)`);
    },
  },
  {
    name: 'product',
    path: '/api/products/pqwt-tc300/page',
    query: async (sql) => {
      await run(sql, `select public.product_page('pqwt-tc300')`);
    },
  },
  {
    name: 'search',
    path: '/api/search?q=victron',
    query: async (sql) => {
      await run(sql, `select public.search_products('victron')`);
    },
  },
  {
    name: 'facets',
    path: '/api/facets?category=batteries',
    query: async (sql) => {
      await run(sql, `select public.product_facets('{"category": "batteries"}')`);
    },
  },
];
