import { useEffect, useRef } from 'react';
import { useIsHydrated } from '#lib/loading/use-is-hydrated.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { takeEarlyPress } from './early-presses.ts';

/**
 * The props of a button or a check box that can be pressed before the page's scripts run: the inline script of the page
 * keeps the press (`web/start-after-paint.ts`), and `act` is called for it once, after hydration.
 * @param name without a space it is of this page alone; any other is carried out on the next page, when this one is left
 * before (`app/navigation/carry-out-presses.tsx`)
 */
export function useEarlyPress<Pressed extends HTMLElement = HTMLButtonElement>(
  name: string,
  act: () => void,
) {
  const button = useRef<Pressed>(null);
  const isHydrated = useIsHydrated();
  const latest = useLatest(act);
  useEffect(() => {
    const pressed = button.current;
    if (!isHydrated || pressed?.dataset.pressed === undefined) return;
    delete pressed.dataset.pressed;
    pressed.removeAttribute('aria-busy');
    takeEarlyPress(name);
    latest.current();
  }, [isHydrated, latest, name]);
  return { ref: button, 'data-early': isHydrated ? undefined : name };
}
