import { useEffect, useRef } from 'react';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useLatest } from '#lib/forms/use-latest.ts';

/**
 * The props of a button that can be pressed before the page's scripts run: the inline script of the page keeps the press
 * (`web/start-after-paint.ts`), and `act` is called for it once, after hydration.
 */
export function useEarlyPress(act: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const isHydrated = useIsHydrated();
  const latest = useLatest(act);
  useEffect(() => {
    const pressed = button.current;
    if (!isHydrated || pressed?.dataset.pressed === undefined) return;
    delete pressed.dataset.pressed;
    pressed.removeAttribute('aria-busy');
    latest.current();
  }, [isHydrated, latest]);
  return { ref: button, 'data-early': isHydrated ? undefined : '' };
}
