import { useEffect, useRef } from 'react';
import { toastCode } from './toast.tsx';
import styles from './toast-region.module.css';

/**
 * The region where toasts appear, on every page. F8 moves the focus here. What shows them is loaded after the page, so
 * that the one that says "no connection" has it, or with the first toast; when that fails, with the next.
 */
export function ToastRegion() {
  const region = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const cards = toastCode.use();

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
