import { isLoadingInBackground } from '../../lib/load-in-background.ts';

const markKey = 'reloaded-for-release';

/**
 * Reloads the page once when a file of an older release is gone, as happens to a tab that was open during a
 * deployment. A second failure within ten seconds is a real error and reaches the error page. Offline it does not
 * reload: that would replace the shop by the browser's error page and lose what was typed.
 */
export function reloadOnceForNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || isLoadingInBackground()) return;
    const last = Number(sessionStorage.getItem(markKey) ?? 0);
    if (Date.now() - last < 10_000) return;
    sessionStorage.setItem(markKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
