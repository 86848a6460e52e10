import { startTransition, StrictMode, useLayoutEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { hydrateQueries, type PrerenderedQuery } from './app/prerendered-queries.ts';
import { IsPrerendered } from './app/layout/page-frame.tsx';
import { createQueryClient } from './app/query-client.ts';
import { reloadOnceForNewRelease } from './app/navigation/reload-for-new-release.ts';
import { loadInBackground } from './lib/loading/load-in-background.ts';
import { pageLoad } from './lib/loading/page-load.ts';
import './app/global.css';

/** The head tags that belong to one page; all other tags are shared. */
const pageTags = 'title, meta[name=description], meta[name=robots], meta[property], link[rel=canonical]';

reloadOnceForNewRelease();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

// The data of the prerendered page, so that it is hydrated with the same products.
const queryClient = createQueryClient();
const pageData = document.getElementById('page-data')?.textContent;
if (pageData) hydrateQueries(queryClient, JSON.parse(pageData) as PrerenderedQuery[]);

const shop = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={queryClient} />
    </BrowserRouter>
  </StrictMode>
);

// A prerendered page is hydrated only at its own address: the 404 page is served at any. With a query string (a
// sorted category, a return from the bank) the page may differ from the prerendered one, unless that is marked as the
// same for any query. What cannot be hydrated is rendered again, with its own head.
const { pathname, search } = window.location;
const { path, anyQuery } = root.dataset;
const isPrerendered = path === pathname.replace(/(.)\/$/, '$1') && (search === '' || anyQuery === '');
if (isPrerendered) {
  // In short steps, so that a slow phone can respond to taps in between.
  startTransition(() => void hydrateRoot(root, shop));
} else {
  const oldTags = [...document.head.querySelectorAll(pageTags)];
  createRoot(root).render(
    <IsPrerendered value={false}>
      {shop}
      <RemoveTags tags={oldTags} />
    </IsPrerendered>,
  );
}

// The code for offline use is not in the first load. Later the service worker serves it from the device.
const worker = import.meta.env.HAS_WORKER && import.meta.env.PROD ? navigator.serviceWorker : undefined;
if (worker) {
  const start = async () =>
    (await loadInBackground(() => import('./app/offline/offline.ts')))?.enableOfflineUse(queryClient);
  if (worker.controller) void start();
  else void pageLoad().then(() => setTimeout(() => navigator.onLine && void start(), 3000));
}

/** Removes the content of a prerendered page and its tags in the head. */
function RemoveTags({ tags }: { tags: readonly Element[] }) {
  useLayoutEffect(() => tags.forEach((tag) => tag.remove()), [tags]);
  return null;
}
