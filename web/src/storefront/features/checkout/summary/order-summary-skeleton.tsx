import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import styles from './order-summary.module.css';

/**
 * The summary's placeholder until the cart is known: as high as the collapsed one, on a desktop as one with three
 * lines.
 */
export function OrderSummarySkeleton() {
  return (
    <div className={`card ${styles.summary} ${styles.coming}`}>
      <div>
        <h2 className={`size-h4 ${styles.title}`}>Order Summary</h2>
        <Loading label="Loading your cart">
          <p className={`quiet ${styles.pieces}`}>
            <Skeleton width="third" />
          </p>
          <div className={styles.linesComing}>
            {[1, 2, 3].map((line) => (
              <div key={line}>
                <Skeleton width="most" />
                <Skeleton width="third" />
              </div>
            ))}
          </div>
        </Loading>
      </div>
    </div>
  );
}
