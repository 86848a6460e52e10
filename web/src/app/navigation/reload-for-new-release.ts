import { isLoadingInBackground } from '#lib/loading/load-in-background.ts';
import { tabState } from '#lib/storage/stored-state.ts';
import { offerNewVersion } from '#components/overlays/toast.tsx';
import { isPageLoading } from './slow-pages.ts';

/** When the tab was last reloaded for a new release, in milliseconds since 1970. */
const lastReload = tabState('reloaded-for-release', 1, Number);

/**
 * Reloads the page once when a file of an older release is gone, as happens to a tab that was open during a
 * deployment; where that would lose what somebody is typing, it offers to. A second failure within ten seconds is a real
 * error and reaches the error page, as does any where the browser cannot remember the first. Offline it does not
 * reload: that would replace the shop by the browser's error page.
 */
export function reloadOnceForNewRelease(): void {
  let leftAt = 0;
  window.addEventListener('beforeunload', () => (leftAt = Date.now()));
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || isLoadingInBackground()) return;
    const patience = leftAt + 10_000 - Date.now();
    // Firefox and Safari end a load this way when the page is left: reloaded, it would replace the next one. After a
    // download or a call the page is still there, and somebody may wait for it.
    if (patience > 0) setTimeout(reloadOnce, patience);
    if (patience > 0 || reloadOnce()) event.preventDefault();
  });
}

/** Whether the page is reloaded now. */
function reloadOnce(): boolean {
  if (!navigator.onLine) return false;
  if (Date.now() - Number(lastReload.recall()) < 10_000) return false;
  // Whoever opens another page has left the form.
  if (!isPageLoading() && isFormHalfFilled()) {
    offerNewVersion(() => window.location.reload());
    return false;
  }
  lastReload.remember(Date.now());
  if (!lastReload.recall()) return false;
  window.location.reload();
  return true;
}

/** Without the number of a page of a table, which is always filled in. */
const typedFields =
  'form:not([role=search]) :is(input, textarea):not([type=hidden], [type=checkbox], [type=radio], [inputmode=numeric])';

const isFormHalfFilled = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>(typedFields)].some(({ value }) => value);
