import { Skeleton } from '#components/page/skeleton.tsx';
import styles from './order-card.module.css';

/** Two placeholders of the size of real orders. */
export function OrderCardSkeleton() {
  return (
    <div className="stack gap-5">
      {[1, 2].map((one) => (
        <div key={one} className={`card stack gap-4 pad-4 ${styles.card}`}>
          <Skeleton shape="heading" width="half" />
          <Skeleton />
          <Skeleton width="most" />
          <Skeleton width="third" />
        </div>
      ))}
    </div>
  );
}
