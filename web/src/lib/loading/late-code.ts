import { useEffect, useSyncExternalStore } from 'react';
import { loadInBackground } from './load-in-background.ts';
import { pageLoad } from './page-load.ts';

/** Milliseconds after the page: whoever waits for nothing else, such as a press, waits less for this. */
const afterPage = 3000;

/**
 * Code that no page needs before the first press: loaded some seconds after the page in which a component uses it, or when
 * it is needed; when that fails, the next time that it is needed.
 * @param watch what is told of a load that somebody waits for
 */
export function lateCode<Code>(
  load: () => Promise<Code>,
  watch = (loading: Promise<unknown>): unknown => loading,
) {
  let code: Code | null = null;
  let loading: Promise<Code | null | undefined> | null = null;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  /**
   * The code; null when it could not be loaded.
   * @param isNeeded where it is of an older release and gone, the page reloads; until then this is undefined
   */
  async function get(isNeeded = false): Promise<Code | null | undefined> {
    loading ??= isNeeded ? load().catch(() => null) : loadInBackground(load);
    const loaded = await loading;
    loading = null;
    code ??= loaded ?? null;
    if (code) for (const listener of listeners) listener();
    return loaded;
  }

  return {
    get,
    /** The code, if it is there. */
    now: () => code,
    /**
     * The code for a component, null until it is there.
     * @param onFailure called when it is needed and could not be loaded
     */
    use(isNeeded = false, onFailure?: () => void): Code | null {
      const present = useSyncExternalStore(
        subscribe,
        () => code,
        () => null,
      );
      const isThere = present !== null;
      useEffect(() => {
        if (isThere) return;
        if (isNeeded) {
          const needed = get(true);
          watch(needed);
          void needed.then((loaded) => (loaded === null ? onFailure?.() : undefined));
          return;
        }
        let timer: ReturnType<typeof setTimeout> | undefined;
        void pageLoad().then(() => (timer = setTimeout(() => void get(), afterPage)));
        return () => clearTimeout(timer);
      }, [isThere, isNeeded]); // oxlint-disable-line react/exhaustive-deps -- a failure is told to whoever needed it
      return present;
    },
  };
}
