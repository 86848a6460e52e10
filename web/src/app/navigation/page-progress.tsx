import { useSyncExternalStore } from 'react';
import { isPageSlow, onSlowPagesChange } from './slow-pages.ts';
import styles from './page-progress.module.css';

/** A thin line at the top that shows that a page is loading: the old page stays until the new one is ready. */
export function PageProgress() {
  const isSlow = useSyncExternalStore(onSlowPagesChange, isPageSlow, () => false);
  return isSlow ? <div role="progressbar" aria-label="Loading the page" className={styles.line} /> : null;
}
