import { isLoadingInBackground } from '../../lib/load-in-background.ts';

const markKey = 'reloaded-for-release';

/**
 * Why: a tab that was open during a deployment asks for files that are gone. One reload brings the new ones; a second
 * failure within ten seconds is a real error and reaches the error page. Without a connection the file is not gone: a
 * reload would replace the shop by the browser's own error page and lose what was typed.
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
