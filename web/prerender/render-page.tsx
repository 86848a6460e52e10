import type { FetchQueryOptions, QueryKey } from '@tanstack/react-query';
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

/**
 * When data changed last, in milliseconds: the latest `updatedAt` in it, 0 without one. Not when it was fetched, so that
 * the same products give the same files, which are published once.
 */
const changedAt = (data: unknown): number =>
  Math.max(
    0,
    ...[...JSON.stringify(data).matchAll(/"updatedAt":"([^"]+)"/g)].map(([, at = '']) => Date.parse(at)),
  );

/** Data as a query of a page. */
const queryOf = (key: QueryKey, data: unknown): PrerenderedQuery => ({ key, data, at: changedAt(data) });

/** The details of the shop as a query of a page. */
export const shopQuery = (shop: ShopDetails) => queryOf(shopDetailsQuery.queryKey, shop);

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
  const queries: PrerenderedQuery[] = [shopQuery(shop)];
  for (const query of pageQueries(path) as FetchQueryOptions[]) {
    queries.push(queryOf(query.queryKey, await queryClient.fetchQuery(query)));
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
