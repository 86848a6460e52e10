import { CircleAlert } from 'lucide-react';
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
  if (rows.length === 0) return <p className="muted">No {kindLabels[kind].toLowerCase()} rows.</p>;
  return (
    <ul className="card stack divided small" aria-label={`${kindLabels[kind]} rows`}>
      {rows.map(({ line, name, changes, problems, cells }) => (
        <li key={line} className="pad-row">
          <p className="strong breaks">
            <span className={`quiet light tabular ${styles.line}`}>Row {line}</span>{' '}
            <span>{name || 'without a name'}</span>
          </p>
          {problems.map(({ head, sentence }) => (
            <p
              key={`${head} ${sentence}`}
              className={`flex gap-icon align-top bad icons-16 ${styles.problem}`}
            >
              <CircleAlert />
              <span>
                <code>{head}</code> {sentence}
              </span>
            </p>
          ))}
          {kind === 'bad' ? (
            <p className="muted clamp breaks">{cells.filter((cell) => cell.trim() !== '').join(' · ')}</p>
          ) : null}
          {isChange || kind === 'new' ? (
            <dl className="stack gap-0">
              {changes.map(({ head, before, after, listed }) => (
                <div key={head} className={`grid gap-2 ${styles.cell}`}>
                  <dt className="mono">{head}</dt>
                  <dd className="clip breaks">
                    {isChange ? (
                      <span>
                        <del>{before || 'empty'}</del> <span aria-hidden="true">→</span>{' '}
                      </span>
                    ) : null}
                    <ins>{after || 'empty'}</ins>
                    {listed ? <span className="muted">{` (in the list ${listed})`}</span> : null}
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
