import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { App } from '../src/app/app.tsx';
import { createQueryClient } from '../src/app/query-client.ts';
import '../src/app/global.css';

/** Nothing is streamed: a page is one piece, without the inline scripts that would move late parts to their place. */
const wholePage = { progressiveChunkSize: Number.POSITIVE_INFINITY };

/**
 * The HTML of the page at a path, as a visitor without a session, a cart and an answer from the shop sees it first.
 * What belongs into the head (title, description) stands at its beginning.
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
