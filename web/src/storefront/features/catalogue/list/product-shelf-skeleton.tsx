import type { ReactNode } from 'react';
import { ProductListSkeleton } from '../product-list.tsx';
import styles from './product-shelf.module.css';

/** In the place of a list of which it is not known yet what it shows. @param comingWords what the list will be, in a sentence */
export function ProductShelfSkeleton({ comingWords }: { comingWords?: ReactNode }) {
  return (
    <div className={styles.shelf}>
      <div className={styles.filters} />
      <div className={styles.products}>
        <div className={styles.controlsComing}>{comingWords}</div>
        <ProductListSkeleton count={8} beside />
      </div>
    </div>
  );
}
