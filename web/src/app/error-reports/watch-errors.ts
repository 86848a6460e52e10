import { loadInBackground } from '#lib/loading/load-in-background.ts';

type Reporter = { reportError(error: unknown): void };

/**
 * Reports uncaught errors, and those caught by an error boundary, to the sink of VITE_SENTRY_DSN. The code for it is
 * loaded after the first error, so a visit without one costs nothing.
 */
export function watchErrors(load: () => Promise<Reporter> = () => import('./report-error.ts')): void {
  const report = async (error: unknown) => (await loadInBackground(load))?.reportError(error);
  window.addEventListener('error', ({ error }) => void report(error));
  window.addEventListener('unhandledrejection', ({ reason }) => void report(reason));
}
