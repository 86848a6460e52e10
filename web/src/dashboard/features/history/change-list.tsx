import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import type { ChangeInWords } from './history-words.ts';
import styles from './history.module.css';

/** What one entry of the history changed: each value before and after. */
export function ChangeList({ changes }: { changes: readonly ChangeInWords[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map(({ column, label, before, after }) => (
        <div key={`${column} ${label}`} className={styles.change}>
          <dt>{label}</dt>
          <dd>
            <del>{before}</del> <span aria-hidden="true">→</span>
            <VisuallyHidden>became</VisuallyHidden> <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
