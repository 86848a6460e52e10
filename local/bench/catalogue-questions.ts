import type postgres from 'postgres';

/** What the pages of the shop ask for: over HTTP, and what the function asks Postgres for it. */
type CatalogueQuestion = { name: string; path: string; ask(sql: postgres.Sql): Promise<void> };

const asked = (sql: postgres.Sql, query: string, ...values: (string | number)[]) =>
  sql.unsafe(query, values, { prepare: true });

export const catalogueQuestions: readonly CatalogueQuestion[] = [
  {
    name: 'home',
    path: '/api/products?limit=8',
    // One beside the other in the function; one after the other on a single connection.
    ask: async (sql) => {
      await asked(sql, `select public.list_products('{}', 'catalogue', 8)`);
      await asked(sql, `select public.count_products('{}')`);
    },
  },
  {
    name: 'shelf',
    path: '/api/products/category/batteries?limit=48&count=no',
    ask: async (sql) => {
      await asked(sql, `select public.list_products('{"category": "batteries"}', 'price', 48)`);
    },
  },
  {
    name: 'product',
    path: '/api/products/pqwt-tc300/page',
    ask: async (sql) => {
      await asked(sql, `select public.product_page('pqwt-tc300')`);
    },
  },
  {
    name: 'search',
    path: '/api/search?q=victron',
    ask: async (sql) => {
      await asked(sql, `select public.search_products('victron')`);
    },
  },
  {
    name: 'facets',
    path: '/api/facets?category=batteries',
    ask: async (sql) => {
      await asked(sql, `select public.product_facets('{"category": "batteries"}')`);
    },
  },
];
