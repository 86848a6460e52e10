import { useEffect, useRef } from 'react';
import { Toasts } from './toast-cards.tsx';
import styles from './toast-region.module.css';

/** The region where toasts appear, on every page. F8 moves the focus here. */
export function ToastRegion() {
  const region = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);

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
          <Toasts region={region} home={home} />
        </div>
      </div>
    </div>
  );
}
