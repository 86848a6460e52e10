import type { ReactNode } from 'react';
import { ProductListSkeleton } from '../product-list.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './product-shelf.module.css';

/** The placeholder of a list whose filters are not known yet. @param loadingText for screen readers */
export function ProductShelfSkeleton({ loadingText }: { loadingText?: ReactNode }) {
  return (
    <div className={classNames('stack gap-4 packed', styles.shelf)}>
      <div className={styles.filters} />
      <div className="stack gap-4 packed">
        <div className={classNames('line-above pad-top-2 quiet', styles.controlsComing)}>{loadingText}</div>
        <ProductListSkeleton count={8} beside />
      </div>
    </div>
  );
}
