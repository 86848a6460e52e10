import { CircleAlert } from 'lucide-react';
import { MutedText } from '../../../../components/layout.tsx';
import styles from '../spreadsheet.module.css';
import type { PreviewRow, RowKind } from './import-preview.ts';

export const kindLabels: Record<RowKind, string> = {
  new: 'New',
  changed: 'Changed',
  outdated: 'Outdated',
  unchanged: 'Unchanged',
  bad: 'Bad',
};

/** Rows of one kind: changed ones with each cell before and after, invalid ones with their problems. */
export function PreviewRows({ rows, kind }: { rows: readonly PreviewRow[]; kind: RowKind }) {
  const isChange = kind === 'changed' || kind === 'outdated';
  if (rows.length === 0) return <MutedText>No {kindLabels[kind].toLowerCase()} rows.</MutedText>;
  return (
    <ul className={styles.rows} aria-label={`${kindLabels[kind]} rows`}>
      {rows.map(({ line, name, changes, problems }) => (
        <li key={line} className={styles.item}>
          <p className={styles.itemHead}>
            <span className={styles.line}>Row {line}</span> {name || 'without a name'}
          </p>
          {problems.map(({ head, sentence }) => (
            <p key={`${head} ${sentence}`} className={styles.problem}>
              <CircleAlert aria-hidden="true" />
              <span>
                <code>{head}</code> {sentence}
              </span>
            </p>
          ))}
          {isChange || kind === 'new' ? (
            <dl className={styles.cells}>
              {changes.map(({ head, before, after }) => (
                <div key={head}>
                  <dt>{head}</dt>
                  <dd>
                    {isChange ? (
                      <>
                        <del>{before || 'empty'}</del> <span aria-hidden="true">→</span>{' '}
                      </>
                    ) : null}
                    <ins>{after || 'empty'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
