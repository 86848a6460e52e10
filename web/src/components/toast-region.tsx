import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { useDeferredPart } from '../lib/deferred-part.ts';
import { plainToast, toastCode } from './toast.tsx';
import styles from './toast-region.module.css';

/** The region where toasts appear, on every page. F8 moves the focus here. */
export function ToastRegion() {
  const region = useRef<HTMLDivElement>(null);
  const home = useRef<HTMLDivElement>(null);
  const code = useDeferredPart(toastCode);
  const { text } = useSnapshot(plainToast);

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
    <div ref={home}>
      <div ref={region} role="region" aria-label="Notifications (F8)" tabIndex={-1} className={styles.region}>
        <div aria-live="polite" aria-atomic="true">
          {code ? <code.Toasts region={region} home={home} /> : null}
          {text ? <p className={styles.plain}>{text}</p> : null}
        </div>
      </div>
    </div>
  );
}
