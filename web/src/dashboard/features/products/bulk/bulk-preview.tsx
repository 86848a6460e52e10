import { CircleAlert } from 'lucide-react';
import { VisuallyHidden } from '../../../../components/visually-hidden.tsx';
import { MutedText, Stack } from '../../../components/layout.tsx';
import type { PreviewLine } from './bulk-action.ts';
import styles from './bulk-preview.module.css';

/** Each product before and after; those that cannot be changed come first. */
export function BulkPreview({ lines }: { lines: readonly PreviewLine[] }) {
  if (lines.length === 0) return <MutedText>Type a figure to see what each product will become.</MutedText>;
  const refused = lines.filter(({ refusal }) => refusal !== null);
  const staying = lines.filter(({ refusal, change }) => refusal === null && change === null);
  const changing = lines.filter(({ change }) => change !== null);
  const summary = [
    `${changing.length} will change`,
    staying.length > 0 && `${staying.length} stay as they are`,
    refused.length > 0 && `${refused.length} cannot be changed`,
  ].filter(Boolean);
  return (
    <Stack gap={2}>
      <p role="status">
        <strong>
          {summary.join(', ')}
          {refused.length > 0
            ? '. Nothing is changed while one of them cannot be: leave it out or choose another figure.'
            : ''}
        </strong>
      </p>
      <ul className={styles.list}>
        {[...refused, ...changing, ...staying].map(({ product, before, after, refusal, change }) => (
          <li key={product.id} className={styles.line}>
            <span>{product.name}</span>
            <span className={styles.figures}>
              {change === null && refusal === null ? (
                <MutedText as="span">stays {before}</MutedText>
              ) : (
                <>
                  <MutedText as="span">{before}</MutedText> <span aria-hidden="true">→</span>
                  <VisuallyHidden>becomes</VisuallyHidden> <strong>{after}</strong>
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
    </Stack>
  );
}
