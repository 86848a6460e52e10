const markKey = 'reloaded-for-release';

/**
 * A tab that was open while the shop was deployed asks for files that are gone. One reload brings
 * the new ones; a second failure within ten seconds is a real fault and reaches the error page.
 */
export function reloadOnceForNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(markKey) ?? 0);
    if (Date.now() - last < 10_000) return;
    sessionStorage.setItem(markKey, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
