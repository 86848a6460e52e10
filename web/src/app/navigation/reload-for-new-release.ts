import { isLoadingInBackground } from '../../lib/load-in-background.ts';
import { tabState } from '../../lib/stored-state.ts';
import { offerNewVersion } from '../../components/toast.tsx';
import { isPageLoading } from './slow-pages.ts';

/** When the tab was last reloaded for a new release, in milliseconds since 1970. */
const lastReload = tabState('reloaded-for-release', 1, Number);

/**
 * Reloads the page once when a file of an older release is gone, as happens to a tab that was open during a
 * deployment; where that would lose what somebody is typing, it asks first. A second failure within ten seconds is a real
 * error and reaches the error page. Offline it does not reload: that would replace the shop by the browser's error page.
 */
export function reloadOnceForNewRelease(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || isLoadingInBackground()) return;
    if (Date.now() - (lastReload.recall() ?? 0) < 10_000) return;
    event.preventDefault();
    // Whoever opens another page has left the form.
    if (!isPageLoading() && isFormHalfFilled()) offerNewVersion(reload);
    else reload();
  });
}

function reload(): void {
  lastReload.remember(Date.now());
  window.location.reload();
}

const isFormHalfFilled = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement>('form:not([role=search]) :is(input, textarea)')].some(
    ({ type, value }) => !/hidden|checkbox|radio/.test(type) && value,
  );
