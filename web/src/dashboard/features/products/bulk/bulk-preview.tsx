import { CircleAlert } from 'lucide-react';
import type { PreviewLine } from './bulk-action.ts';
import styles from './bulk-preview.module.css';

/** Each product before and after; what cannot be done stands first. */
export function BulkPreview({ lines }: { lines: readonly PreviewLine[] }) {
  if (lines.length === 0) {
    return <p className={styles.none}>Type a figure to see what will become of each product.</p>;
  }
  const refused = lines.filter(({ refusal }) => refusal !== null);
  const staying = lines.filter(({ refusal, change }) => refusal === null && change === null);
  const changing = lines.filter(({ change }) => change !== null);
  const summary = [
    `${changing.length} will change`,
    staying.length > 0 && `${staying.length} stay as they are`,
    refused.length > 0 && `${refused.length} cannot be changed`,
  ].filter(Boolean);
  return (
    <div className={styles.preview}>
      <p role="status" className={styles.summary}>
        {summary.join(', ')}
        {refused.length > 0
          ? '. Nothing is done while one of them cannot be: leave it out or choose another figure.'
          : ''}
      </p>
      <ul className={styles.list}>
        {[...refused, ...changing, ...staying].map(({ product, before, after, refusal, change }) => (
          <li key={product.id} className={styles.line}>
            <span className={styles.name}>{product.name}</span>
            <span className={styles.figures}>
              {change === null && refusal === null ? (
                <span className={styles.quiet}>stays {before}</span>
              ) : (
                <>
                  <span className={styles.quiet}>{before}</span> <span aria-hidden="true">→</span>
                  <span className={styles.spoken}>becomes</span> <strong>{after}</strong>
                </>
              )}
            </span>
            {refusal === null ? null : (
              <span className={styles.refusal}>
                <CircleAlert aria-hidden="true" />
                {refusal}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
