import type { ReactNode } from 'react';
import { ProductListSkeleton } from '../product-list.tsx';
import styles from './product-shelf.module.css';

/** The placeholder of a list whose filters are not known yet. @param loadingText for screen readers */
export function ProductShelfSkeleton({ loadingText }: { loadingText?: ReactNode }) {
  return (
    <div className={styles.shelf}>
      <div className={styles.filters} />
      <div className={styles.products}>
        <div className={styles.controlsComing}>{loadingText}</div>
        <ProductListSkeleton count={8} beside />
      </div>
    </div>
  );
}
