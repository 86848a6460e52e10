import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { Quiet } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { ChangeList } from './change-list.tsx';
import { type HistoryEntry, type TableWithHistory, useHistoryOf } from './history-queries.ts';
import { type ChangeInWords, whoDid } from './history-words.ts';
import styles from './history.module.css';

/** How many changes are shown at first, and how many more at a time. */
const step = 10;

type RowChangesProps = {
  table: TableWithHistory;
  rowIds: readonly string[];
  inWords(entry: HistoryEntry): ChangeInWords[];
};

/** Every change of some rows, newest first: who, when, from what to what. */
export function RowChanges({ table, rowIds, inWords }: RowChangesProps) {
  const [limit, setLimit] = useState(step);
  const history = useHistoryOf(table, rowIds, limit);
  return (
    <Loaded query={history} what="the history">
      {({ entries, hasOlder }) =>
        entries.length === 0 ? (
          <Quiet>Nothing has been changed yet.</Quiet>
        ) : (
          <>
            <ol className={styles.list}>
              {entries.map((entry) => (
                <li key={entry.id} className={styles.entry}>
                  <p className={styles.head}>
                    <Quiet as="span">
                      <time dateTime={entry.at}>{formatDayAndTime(entry.at)}</time>
                    </Quiet>
                    <strong>{whoDid(entry)}</strong>
                  </p>
                  <ChangeList changes={inWords(entry)} />
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
