import { ProductListSkeleton } from '../product-list.tsx';
import styles from './product-shelf.module.css';

/** In the place of a list of which it is not known yet what it shows. */
export function ProductShelfSkeleton() {
  return (
    <div className={styles.shelf}>
      <div className={styles.filters} />
      <div className={styles.products}>
        <div className={styles.controlsComing} />
        <ProductListSkeleton count={8} beside />
      </div>
    </div>
  );
}
