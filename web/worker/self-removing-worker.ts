/** The part of a service worker's scope that is used here: the project's types are those of a page. */
declare const self: {
  addEventListener(
    type: string,
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  registration: { unregister(): Promise<boolean> };
};

/**
 * Published in place of the worker when it has to go: takes over at once, drops everything that was kept, and removes
 * itself. Open pages stay as they are and are served by the site from then on.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(removeAll()));

async function removeAll(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

// A file of its own, not a part of the page's scope.
export {};
