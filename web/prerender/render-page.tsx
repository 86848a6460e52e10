import type { FetchQueryOptions } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { hydrateQueries, type PrerenderedQuery } from '../src/app/prerendered-queries.ts';
import { createQueryClient } from '../src/app/query-client.ts';
import type { ShopDetails } from '@contract/shop-details.ts';
import { shopDetailsQuery } from '../src/lib/api/shop-details.ts';
import { pageQueries } from './page-queries.ts';
import '../src/app/global.css';

/** Renders in one piece: streaming would need inline scripts, which the security policy forbids. */
const singleChunk = { progressiveChunkSize: Number.POSITIVE_INFINITY };

/** The details of the shop as a query of a page. @param at when they were fetched, in milliseconds */
export const shopQuery = (shop: ShopDetails, at: number): PrerenderedQuery => ({
  key: shopDetailsQuery.queryKey,
  data: shop,
  at,
});

/**
 * The HTML of the page at a path, for a visitor without a session or cart, with the API's current products; and the
 * query data with which the browser hydrates it. The page's title and description come first. `fetch` must reach the
 * API.
 */
export async function renderPage(
  path: string,
  shop: ShopDetails,
): Promise<{ html: string; queries: PrerenderedQuery[] }> {
  const queryClient = createQueryClient();
  const queries: PrerenderedQuery[] = [shopQuery(shop, Date.now())];
  for (const query of pageQueries(path) as FetchQueryOptions[]) {
    const data = await queryClient.fetchQuery(query);
    queries.push({ key: query.queryKey, data, at: Date.now() });
  }
  hydrateQueries(queryClient, queries);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
    {
      ...singleChunk,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  // Its timers would keep the build running for minutes.
  queryClient.clear();
  return { html, queries };
}
