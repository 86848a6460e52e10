import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ToastRegion } from '#components/overlays/toast-region.tsx';
import { watchWorker } from './watch-worker.ts';

const worker = () => Object.assign(new EventTarget(), { state: 'installed' });

test('a version is new only where another one serves the page', async () => {
  const [first, second] = [worker(), worker()];
  const registration = Object.assign(new EventTarget(), { installing: first });
  const serviceWorker: { controller: EventTarget | null } = { controller: null };
  vi.stubGlobal('navigator', { serviceWorker });
  const installed = (installing: typeof first) =>
    act(async () => {
      registration.installing = installing;
      registration.dispatchEvent(new Event('updatefound'));
      installing.dispatchEvent(new Event('statechange'));
    });
  render(<ToastRegion />);
  watchWorker(registration as unknown as ServiceWorkerRegistration);
  await installed(first);
  // Safari may say it this late.
  serviceWorker.controller = first;
  await installed(first);
  expect(screen.queryByText('A new version is ready')).toBeNull();
  await installed(second);
  await screen.findByText('A new version is ready');
});
