import type { FetchQueryOptions } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { hydrateQueries, type PrerenderedQuery } from '../src/app/prerendered-queries.ts';
import { createQueryClient } from '../src/app/query-client.ts';
import { questionsOf } from './page-questions.ts';
import '../src/app/global.css';

/** One piece, not streamed: streaming would need inline scripts, which the security policy forbids. */
const wholePage = { progressiveChunkSize: Number.POSITIVE_INFINITY };

/**
 * The HTML of the page at a path, for a visitor without a session or cart, with the products that the API has now; and
 * these answers, with which the browser hydrates it. The page's title and description come first. `fetch` must reach the API.
 */
export async function renderPage(path: string): Promise<{ html: string; answers: PrerenderedQuery[] }> {
  const queryClient = createQueryClient();
  const answers: PrerenderedQuery[] = [];
  for (const question of questionsOf(path) as FetchQueryOptions[]) {
    const data = await queryClient.fetchQuery(question);
    answers.push({ key: question.queryKey, data, at: Date.now() });
  }
  hydrateQueries(queryClient, answers);
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App queryClient={queryClient} />
      </StaticRouter>
    </StrictMode>,
    {
      ...wholePage,
      onError: (error) => {
        throw error;
      },
    },
  );
  const html = await new Response(prelude).text();
  // Its timers would keep the build waiting for minutes.
  queryClient.clear();
  return { html, answers };
}
