import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App } from './app/app.tsx';
import { createQueryClient } from './app/query-client.ts';
import { reloadOnceForNewRelease } from './app/navigation/reload-for-new-release.ts';
import './app/global.css';

reloadOnceForNewRelease();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');

const shop = (
  <StrictMode>
    <BrowserRouter>
      <App queryClient={createQueryClient()} />
    </BrowserRouter>
  </StrictMode>
);

// Prerendered pages arrive with their HTML and are hydrated; the others start empty. With a query string (a
// sorted category, a return from the bank) the page may differ from the one that was prerendered: it is
// rendered anew.
if (root.hasChildNodes() && window.location.search === '') hydrateRoot(root, shop);
else createRoot(root).render(shop);
