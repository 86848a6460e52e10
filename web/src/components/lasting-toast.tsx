import type { ReactNode } from 'react';
import { toast } from 'react-hot-toast/headless';
import styles from './toast-region.module.css';

/** A toast with something to do, which stays until it is closed; shorter ones appear in front of it meanwhile. */
export function showLastingToast(title: string, action: ReactNode): void {
  toast(
    <>
      <strong className={styles.title}>{title}</strong>
      <span className={styles.action}>{action}</span>
    </>,
    { id: title, duration: Number.POSITIVE_INFINITY },
  );
}
