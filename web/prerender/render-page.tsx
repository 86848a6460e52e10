import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { createQueryClient } from '../src/app/query-client.ts';
import '../src/app/global.css';

/** One piece, not streamed: streaming would need inline scripts, which the security policy forbids. */
const wholePage = { progressiveChunkSize: Number.POSITIVE_INFINITY };

/**
 * The HTML of the page at a path, for a visitor without a session or cart, before any answer of the API. Its
 * title and description come first.
 */
export async function renderPage(path: string): Promise<string> {
  const queryClient = createQueryClient();
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
  return html;
}
