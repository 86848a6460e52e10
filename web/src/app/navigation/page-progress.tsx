import { useSyncExternalStore } from 'react';
import { isPageLate, onLatePagesChange } from './late-pages.ts';
import styles from './page-progress.module.css';

/** A thin line at the top while a page is late: the old one stays until the new one is there. */
export function PageProgress() {
  const isLate = useSyncExternalStore(onLatePagesChange, isPageLate, () => false);
  return isLate ? <div role="progressbar" aria-label="Loading the page" className={styles.line} /> : null;
}
