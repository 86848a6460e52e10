import { type ReactNode, useState } from 'react';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Button } from '../../../components/button.tsx';
import { MutedText } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { ChangeList } from './change-list.tsx';
import { type HistoryEntry, type TableWithHistory, useHistoryOf } from './history-queries.ts';
import { type ChangeText, actorOf } from './history-text.ts';
import styles from './history.module.css';

/** The number of changes shown at first, and added at a time. */
const step = 10;

type HistoryListProps = {
  table: TableWithHistory;
  rowIds: readonly string[];
  describe(entry: HistoryEntry): ChangeText[];
  /** What was done; shown after the person's name. */
  actionText?(entry: HistoryEntry): string;
  /** Shown below the changes of an entry. */
  action?(entry: HistoryEntry): ReactNode;
};

/** Every change of some rows, newest first: who, when, from what to what. */
export function HistoryList({ table, rowIds, describe, actionText, action }: HistoryListProps) {
  const [limit, setLimit] = useState(step);
  const history = useHistoryOf(table, rowIds, limit);
  return (
    <Loaded query={history} what="the history">
      {({ entries, hasOlder }) =>
        entries.length === 0 ? (
          <MutedText>Nothing has been changed yet.</MutedText>
        ) : (
          <>
            <ol className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.id} className={styles.entry}>
                  <p className={styles.head}>
                    <MutedText as="span">
                      <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>
                    </MutedText>
                    <span>
                      <strong>{actorOf(entry)}</strong> {actionText?.(entry)}
                    </span>
                  </p>
                  <ChangeList changes={describe(entry)} />
                  {action?.(entry)}
                </li>
              ))}
            </ol>
            {hasOlder ? (
              <Button variant="quiet" busy={history.isPlaceholderData} onClick={() => setLimit(limit + step)}>
                Show older changes
              </Button>
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
