import { offerNewVersion } from '#components/overlays/toast.tsx';

/**
 * Shows a toast when a new version of the shop has been downloaded. It is activated when the person agrees, or when
 * the last tab of the shop has been closed: never while a form is being filled in.
 */
export function watchWorker(registration: ServiceWorkerRegistration): void {
  const announce = (worker: ServiceWorker) => {
    const { controller } = navigator.serviceWorker;
    // The first worker replaces nothing. In Safari it may serve the page before it is reported as installed.
    if (controller && controller !== worker) offer(worker);
  };
  if (registration.waiting) announce(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed') announce(installing);
    });
  });
}

function offer(worker: ServiceWorker): void {
  const takeOver = () => {
    const reload = () => window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    worker.postMessage('take over');
  };
  offerNewVersion(takeOver);
}
