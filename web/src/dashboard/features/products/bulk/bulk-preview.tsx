import { CircleAlert } from 'lucide-react';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { formatCount } from '#dashboard/lib/format-count.ts';
import type { PreviewLine } from './bulk-action.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './bulk-preview.module.css';

/** Each product before and after; those that cannot be changed come first. */
export function BulkPreview({ lines }: { lines: readonly PreviewLine[] }) {
  if (lines.length === 0) return <p className="muted">Type a figure to see what each product will become.</p>;
  const refused = lines.filter(({ refusal }) => refusal !== null);
  const staying = lines.filter(({ refusal, change }) => refusal === null && change === null);
  const changing = lines.filter(({ change }) => change !== null);
  const summary = [
    `${formatCount(changing.length)} will change`,
    staying.length > 0 && `${formatCount(staying.length)} stay as they are`,
    refused.length > 0 && `${formatCount(refused.length)} cannot be changed`,
  ].filter(Boolean);
  return (
    <div className="stack gap-2">
      <p role="status">
        <strong>
          {`${summary.join(', ')}${
            refused.length > 0
              ? '. Nothing is changed while one of them cannot be: leave it out or choose another figure.'
              : ''
          }`}
        </strong>
      </p>
      <ul className="stack ink-line-above small">
        {[...refused, ...changing, ...staying].map(({ product, before, after, refusal, change }) => (
          <li key={product.id} className={classNames('stack line-below pad-y-2', styles.line)}>
            <span>{product.name}</span>
            <span className={classNames('tabular one-line', styles.figures)}>
              {change === null && refusal === null ? (
                <span className="muted">stays {before}</span>
              ) : (
                <span>
                  <span className="muted">{before}</span> <span aria-hidden="true">→</span>
                  <VisuallyHidden>becomes</VisuallyHidden> <strong>{after}</strong>
                </span>
              )}
            </span>
            {refusal === null ? null : (
              <span className="row gap-icon whole-row strong bad icons-16">
                <CircleAlert />
                {refusal}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
