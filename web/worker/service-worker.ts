import { clientsClaim } from 'workbox-core';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

/** What the build writes in place of these: the files that a page of the shop may need, and the empty app among them. */
declare const precachedFiles: PrecacheEntry[];
declare const appShell: string;

/** The part of a service worker's scope that is used here: the project's types are those of a page. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
};

/** Seconds after which a page that has not answered begins with what is on the device. */
const patience = 5;

// The shop's files are kept while the worker is installed, and those of a former release are dropped. Nothing else is
// ever kept by the worker: no page, and no reply of the API.
precacheAndRoute(precachedFiles, { cleanURLs: false, directoryIndex: '' });

// A page comes from the site as long as there is a connection; without one it begins with the empty app, which shows what
// the page itself has kept. What is no page of the app (a file, a download of the API) is left to the browser.
const fromTheSite = new NetworkOnly({ networkTimeoutSeconds: patience });
enableNavigationPreload();
registerRoute(
  new NavigationRoute(
    async (asked) => {
      try {
        return await fromTheSite.handle(asked);
      } catch {
        return (await matchPrecache(appShell)) ?? Response.error();
      }
    },
    { denylist: [/^\/api\//, /\.\w+$/] },
  ),
);

// A tab that is a release ahead: the files of that release are kept already, by the worker that waits for its turn.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

// The first worker serves the pages that are open; a later one waits until the person says so.
clientsClaim();
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
