import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useToasterStore } from 'react-hot-toast/headless';
import { loadInBackground } from '#lib/loading/load-in-background.ts';
import { pageLoad } from '#lib/loading/page-load.ts';
import type { ToastsProps } from './toast-cards.tsx';
import styles from './toast-region.module.css';

/**
 * The region where toasts appear, on every page. F8 moves the focus here. What shows them is loaded after the page, so
 * that the one that says "no connection" has it, or with the first toast; when that fails, with the next.
 */
export function ToastRegion() {
  const region = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const [cards, setCards] = useState<{ Toasts: ComponentType<ToastsProps> } | null>(null);
  const isLoaded = cards !== null;
  const raised = useToasterStore().toasts.length;

  useEffect(() => {
    if (isLoaded) return;
    const load = async () => setCards(await loadInBackground(() => import('./toast-cards.tsx')));
    if (raised > 0) return void load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void pageLoad().then(() => (timer = setTimeout(() => void load(), 3000)));
    return () => clearTimeout(timer);
  }, [isLoaded, raised]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      region.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <div ref={home} className="screen-only">
      <div ref={region} role="region" aria-label="Notifications (F8)" tabIndex={-1} className={styles.region}>
        <div aria-live="polite" aria-atomic="true">
          {cards ? <cards.Toasts region={region} home={home} /> : null}
        </div>
      </div>
    </div>
  );
}
