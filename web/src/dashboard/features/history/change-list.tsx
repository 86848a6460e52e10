import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import type { ChangeText } from './history-text.ts';
import { classNames } from '#components/page/class-names.ts';
import styles from './history.module.css';

/** The changes of one history entry: each value before and after. */
export function ChangeList({ changes }: { changes: readonly ChangeText[] }) {
  if (changes.length === 0) return null;
  return (
    <dl className="stack gap-0 full">
      {changes.map(({ column, label, before, after }) => (
        <div key={`${column} ${label}`} className={classNames('grid gap-2', styles.change)}>
          <dt>{label}</dt>
          <dd className="clamp">
            <del>{before}</del> <span aria-hidden="true">→</span>
            <VisuallyHidden>became</VisuallyHidden> <ins>{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
