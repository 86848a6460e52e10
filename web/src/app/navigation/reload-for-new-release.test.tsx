import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ToastRegion } from '#components/overlays/toast-region.tsx';
import { loadInBackground } from '#lib/loading/load-in-background.ts';
import { reloadOnceForNewRelease } from './reload-for-new-release.ts';
import { watchPage } from './slow-pages.ts';

reloadOnceForNewRelease();
const reload = vi.fn();

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  reload.mockClear();
  sessionStorage.clear();
});
afterEach(cleanup);

/** Code of an older release is gone; returns whether the page deals with that. */
function codeIsGone(): boolean {
  const event = new Event('vite:preloadError', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}
const form = (typed: string) => (
  <>
    <form role="search">
      <input aria-label="Search" defaultValue="pump" />
    </form>
    <form>
      <input aria-label="Name" defaultValue={typed} />
    </form>
    <ToastRegion />
  </>
);

test('the page is reloaded once; soon after that the error is shown', () => {
  render(form(''));
  expect(codeIsGone()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  expect(codeIsGone()).toBe(false);
});

test('where the browser cannot remember that it was reloaded, the error is shown', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    clear: () => {},
    setItem: () => {
      throw new Error('The storage is full.');
    },
  });
  render(form(''));
  expect(codeIsGone()).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});

test('a half-filled form stays until the person agrees', async () => {
  render(form('Akinyi'));
  // What needs the code fails, and says so itself.
  expect(codeIsGone()).toBe(false);
  const button = await screen.findByRole('button', { name: 'Use it now' });
  expect(reload).not.toHaveBeenCalled();
  button.click();
  expect(reload).toHaveBeenCalledOnce();
});

test('whoever opens another page has left the form', () => {
  render(form('Akinyi'));
  let arrive = () => {};
  void watchPage(new Promise<void>((resolve) => (arrive = resolve)));
  expect(codeIsGone()).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
  arrive();
});

test('a page that is being left is not reloaded, and shows no error', () => {
  vi.useFakeTimers({ now: Date.now() - 20_000 });
  window.dispatchEvent(new Event('beforeunload'));
  expect(codeIsGone()).toBe(true);
  vi.advanceTimersByTime(9999);
  expect(reload).not.toHaveBeenCalled();
  // A download was started, the page stays, and somebody waits for it.
  vi.advanceTimersByTime(1);
  expect(reload).toHaveBeenCalledOnce();
  // Nor is one that has lost its connection meanwhile: the browser's error page would replace it.
  vi.advanceTimersByTime(20_000);
  window.dispatchEvent(new Event('beforeunload'));
  expect(codeIsGone()).toBe(true);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.advanceTimersByTime(10_000);
  expect(reload).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('nothing is reloaded offline, or for code that nobody waits for', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(codeIsGone()).toBe(false);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  await loadInBackground(() => Promise.resolve(expect(codeIsGone()).toBe(false)));
});
