const markKey = 'reloaded-for-release';

/**
 * A tab that was open while the shop was deployed asks for files that are gone. One reload brings
 * the new ones; a second failure within ten seconds is a real fault and reaches the error page.
 * A file that a cut line did not bring is not gone: reloaded without a line, the browser would show
 * its own page in place of the shop, and what was typed would be lost.
 */
export function reloadOnceForNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    const last = Number(sessionStorage.getItem(markKey) ?? 0);
    if (Date.now() - last < 10_000) return;
    sessionStorage.setItem(markKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
