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

// Prerendered pages arrive with their HTML and come to life; the others start empty. A query (a sorted shelf, a return
// from the bank) may ask for another page than the one that was rendered: that one is drawn anew over what is there.
if (root.hasChildNodes() && window.location.search === '') hydrateRoot(root, shop);
else createRoot(root).render(shop);
