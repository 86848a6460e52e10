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
 * Published instead of the worker to remove it: takes over at once, deletes all caches, and unregisters itself. Open
 * pages are not reloaded and are served by the site from then on.
 */
self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(removeAll()));

async function removeAll(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}

// Makes this file a module, separate from the page's scope.
export {};
