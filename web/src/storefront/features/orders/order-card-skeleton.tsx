import { Skeleton } from '../../../components/skeleton.tsx';
import styles from './order-card.module.css';

/** Two placeholders of the size of real orders. */
export function OrderCardSkeleton() {
  return (
    <div className={styles.skeletons}>
      {[1, 2].map((one) => (
        <div key={one} className={styles.card}>
          <Skeleton shape="heading" width="half" />
          <Skeleton />
          <Skeleton width="most" />
          <Skeleton width="third" />
        </div>
      ))}
    </div>
  );
}
