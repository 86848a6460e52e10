import { clientsClaim } from 'workbox-core';
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';

/** Replaced by the build: the files that a page of the shop may need, and the empty app among them. */
declare const precachedFiles: PrecacheEntry[];
declare const appShell: string;

/** The part of a service worker's scope that is used here: the project's types are those of a page. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  skipWaiting(): Promise<void>;
};

/** Seconds after which a page that has not loaded is served from the device. */
const networkTimeoutSeconds = 5;

// The shop's files are cached while the worker is installed, and those of an earlier release are deleted. The worker
// caches nothing else: no page, and no reply of the API.
precacheAndRoute(precachedFiles, { cleanURLs: false, directoryIndex: '' });

// Pages are loaded from the site while there is a connection; offline they start with the empty app, which shows the
// data that the page itself has stored. Anything that is not a page (a file, a download of the API) is left to the
// browser.
const pageHandler = new NetworkOnly({ networkTimeoutSeconds });
enableNavigationPreload();
registerRoute(
  new NavigationRoute(
    async (event) => {
      try {
        return await pageHandler.handle(event);
      } catch {
        return (await matchPrecache(appShell)) ?? Response.error();
      }
    },
    { denylist: [/^\/api\//, /^[^?]*\.\w+(\?|$)/] },
  ),
);

// For a tab that is a release ahead: the files of that release are cached already, by the waiting worker.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
);

// The first worker claims the open pages; a later one waits until the user agrees.
clientsClaim();
self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting();
});
